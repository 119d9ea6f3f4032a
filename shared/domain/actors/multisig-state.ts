import { address, amount, bytes, count, integer, link, list, struct, uint64, type Value } from '../ipld/codec.ts';
import { signedKey } from '../ipld/layout.ts';
import { mapInEach } from './collections.ts';
import { same } from './state-layout.ts';

/**
 * The state of a multisig, the same in all layouts. Sources: go-state-types `builtin/v16/multisig/multisig_state.go`, specs-actors v0.9
 * `actors/builtin/multisig/multisig_state.go`.
 */
export const multisigState = struct({
  signers: ['Signers', list(address)],
  threshold: ['NumApprovalsThreshold', count],
  nextTransactionId: ['NextTxnID', integer],
  /** What is locked at the start epoch, and less with each epoch until the duration is over. */
  initialBalance: ['InitialBalance', amount],
  startEpoch: ['StartEpoch', integer],
  unlockDuration: ['UnlockDuration', integer],
  /** A `multisigPendingTransactions`. */
  pendingTransactions: ['PendingTxns', link],
});
/** Signers, threshold, what is locked. */
export type MultisigState = Value<typeof multisigState>;

/** A message that waits for approvals. Source: go-state-types `builtin/v16/multisig/multisig_types.go`. */
export const multisigTransaction = struct({
  to: ['To', address],
  value: ['Value', amount],
  method: ['Method', uint64],
  params: ['Params', bytes],
  /** Who proposed it stands first. */
  approved: ['Approved', list(address)],
});
/** What was proposed, and who approved it. */
export type MultisigTransaction = Value<typeof multisigTransaction>;

/** Transactions by their ids. */
export const multisigPendingTransactions = mapInEach(signedKey, same(multisigTransaction));
