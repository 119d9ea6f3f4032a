/** What the trusted document needs of its connection: the calls and the topic of zone `approval`, and whether the host is there. */
import type { SextantContract } from '../../shared/ipc/contract.ts';
import type { ClientOf } from '../../shared/ipc/derive.ts';

export type TrustedCalls = ClientOf<SextantContract, 'approval'>['approval'];

/** `unauthorised`: the host does not know this document any more; a fresh link is needed. */
export type TrustedStatus = 'connecting' | 'connected' | 'lost' | 'unauthorised' | 'closed';

export interface TrustedConnection {
  readonly client: { readonly approval: TrustedCalls };
  getStatus(): TrustedStatus;
  onStatus(listener: (status: TrustedStatus) => void): () => void;
}
