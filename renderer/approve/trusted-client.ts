/** What the trusted document needs of its client: the calls and the topic of zone `approval`, derived from the contract. */

import type { SextantContract } from '../../shared/ipc/contract.ts';
import type { InputOf, OutputOf } from '../../shared/ipc/define.ts';
import type { TrustedState } from '../../shared/ipc/schemas/wallet.ts';

type ApprovalGroup = SextantContract['approval'];
type CallLeaf = Exclude<keyof ApprovalGroup, 'changed'>;

/** Rejections are `SextantError`s with the code that crossed. */
export type TrustedCalls = {
  readonly [L in CallLeaf]: (input: InputOf<ApprovalGroup[L]>) => Promise<OutputOf<ApprovalGroup[L]>>;
};

export interface TrustedClient extends TrustedCalls {
  /** Calls back with the state now and after every change; returns the way to stop. */
  onState(listener: (state: TrustedState) => void): () => void;
  /** Calls back when the host is lost or found again. */
  onConnectedChange(listener: (isConnected: boolean) => void): () => void;
}
