import { amount, integer, link, list, optional, struct, type Value } from '../ipld/codec.ts';
import { inEachLayout } from './state-layout.ts';

const vestingFund = struct({ epoch: ['Epoch', integer], amount: ['Amount', amount] });
/** An amount that vests at an epoch. */
export type VestingFund = Value<typeof vestingFund>;

/**
 * A miner's vesting schedule, earliest first. Before layout `v16` a separate block with the whole table; since then part of the
 * miner's state: the next entry (which fees can reduce to zero) and a link to the rest, or null if empty.
 * Sources: go-state-types `builtin/v16/miner/miner_types.go` (the same to v18), builtin-actors `actors/miner/src/vesting_state.rs`,
 * specs-actors v0.9 `actors/builtin/miner/vesting_state.go`.
 */
export const minerVestingFunds = inEachLayout({
  v0: struct({ funds: ['Funds', list(vestingFund)] }),
  v16: optional(struct({ head: ['Head', vestingFund], tail: ['Tail', link] })),
});

/** The linked rest since layout `v16`. */
export const minerVestingFundsTail = list(vestingFund);
