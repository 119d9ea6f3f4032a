import { amount, integer, link, list, optional, struct, type Value } from '../ipld/codec.ts';
import { inEachLayout } from './state-layout.ts';

const vestingFund = struct({ epoch: ['Epoch', integer], amount: ['Amount', amount] });
/** An amount that is free after an epoch. */
export type VestingFund = Value<typeof vestingFund>;

/**
 * What a miner has earned and gets bit by bit, the earliest first. Before layout `v16` a block that is the whole table; since then a part of
 * the miner's state: what comes next (drawn down by fees to nothing at times) and a link to the rest, or null for nothing at all.
 * Sources: go-state-types `builtin/v16/miner/miner_types.go` (the same to v18), builtin-actors `actors/miner/src/vesting_state.rs`,
 * specs-actors v0.9 `actors/builtin/miner/vesting_state.go`.
 */
export const minerVestingFunds = inEachLayout({
  v0: struct({ funds: ['Funds', list(vestingFund)] }),
  v16: optional(struct({ head: ['Head', vestingFund], tail: ['Tail', link] })),
});

/** The block of the rest since layout `v16`. */
export const minerVestingFundsTail = list(vestingFund);
