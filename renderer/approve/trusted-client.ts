/** What the trusted document needs of its connection: the calls and the topic of zone `approval`, and whether the host is there. */
import type { SextantContract } from '../../shared/ipc/contract.ts';
import type { ClientOf } from '../../shared/ipc/derive.ts';
import type { TransportStatus } from '../client/transport.ts';

export type TrustedCalls = ClientOf<SextantContract, 'approval'>['approval'];

export interface TrustedConnection {
  readonly client: { readonly approval: TrustedCalls };
  getStatus(): TransportStatus;
  onStatus(listener: (status: TransportStatus) => void): () => void;
}
