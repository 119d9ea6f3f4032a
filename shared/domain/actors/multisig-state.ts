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
  /** Amount locked at the start epoch, which unlocks linearly over the duration. */
  initialBalance: ['InitialBalance', amount],
  startEpoch: ['StartEpoch', integer],
  unlockDuration: ['UnlockDuration', integer],
  /** A `multisigPendingTransactions`. */
  pendingTransactions: ['PendingTxns', link],
});
/** The state of a multisig. */
export type MultisigState = Value<typeof multisigState>;

/** A pending transaction. Source: go-state-types `builtin/v16/multisig/multisig_types.go`. */
export const multisigTransaction = struct({
  to: ['To', address],
  value: ['Value', amount],
  method: ['Method', uint64],
  params: ['Params', bytes],
  /** Starts with the proposer. */
  approved: ['Approved', list(address)],
});
/** A pending transaction. */
export type MultisigTransaction = Value<typeof multisigTransaction>;

/** Pending transactions by ID. */
export const multisigPendingTransactions = mapInEach(signedKey, same(multisigTransaction));
