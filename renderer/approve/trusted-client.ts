/** The connection of the trusted document: calls and topic of zone `approval`, and the connection status. */
import type { SextantContract } from '../../shared/ipc/contract.ts';
import type { ClientOf } from '../../shared/ipc/derive.ts';
import type { TransportStatus } from '../client/transport.ts';

export type TrustedCalls = ClientOf<SextantContract, 'approval'>['approval'];

export interface TrustedConnection {
  readonly client: { readonly approval: TrustedCalls };
  getStatus(): TransportStatus;
  onStatus(listener: (status: TransportStatus) => void): () => void;
}
