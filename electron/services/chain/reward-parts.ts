/** Splits the reward minted in a tipset among its blocks. Pure. */
import type { RewardTotals } from '../../../shared/domain/actors/reward-state.ts';
import type { RewardStream, StreamAccrual } from '../../../shared/domain/actors/reward-streams.ts';
import {
  blockReward,
  EXPECTED_WINS,
  type RecipientPart,
  type RewardSplit,
  recipientParts,
  splitBlockReward,
} from '../../../shared/domain/chain/reward-split.ts';

/** Maximum number of candidate splits; a tipset only has a few per block. */
const MAX_CANDIDATES = 2000n;

/** Facts of an executed tipset; amounts in attoFIL. */
export interface MintedTipset {
  readonly height: number;
  /** Win count of each block, in order. */
  readonly wins: readonly bigint[];
  /** From the state before it; null rounds before the tipset change it slightly. */
  readonly thisEpochReward: bigint;
  /** Increase of the reward actor's totals. */
  readonly minted: RewardTotals;
  /** From the state after it: the first award applied pending changes. */
  readonly streams: readonly RewardStream[];
}

/** Return the split of each block; undefined unless exactly one fits the totals. */
export function splitsOf(tipset: MintedTipset): readonly RewardSplit[] | undefined {
  const asExpected = splitsFor(tipset, tipset.thisEpochReward);
  if (meets(asExpected, tipset.minted)) return asExpected;
  const fitting = new Map<string, readonly RewardSplit[]>();
  for (const reward of candidates(tipset)) {
    const splits = splitsFor(tipset, reward);
    if (meets(splits, tipset.minted)) fitting.set(splits.map(({ minted }) => minted).join(), splits);
  }
  const [only, ...others] = fitting.values();
  return others.length === 0 ? only : undefined;
}

/** Return the split of each block for a given reward of the epoch. */
export function splitsFor(
  { wins, streams, height }: Pick<MintedTipset, 'wins' | 'streams' | 'height'>,
  reward: bigint,
): readonly RewardSplit[] {
  return wins.map((count) => splitBlockReward(streams, height, blockReward(reward, count)));
}

/** Return every epoch reward that mints this total in these blocks: each block rounds down by less than one attoFIL. */
function candidates({ wins, minted }: MintedTipset): readonly bigint[] {
  const allWins = wins.reduce((sum, count) => sum + count, 0n);
  if (allWins <= 0n) return [];
  const first = (minted.minted * EXPECTED_WINS) / allWins;
  const last = ((minted.minted + BigInt(wins.length)) * EXPECTED_WINS) / allWins;
  if (last - first > MAX_CANDIDATES) return [];
  return Array.from({ length: Number(last - first) + 1 }, (_, index) => first + BigInt(index));
}

function meets(splits: readonly RewardSplit[], { minted, burned, explicit }: RewardTotals): boolean {
  const sums = totalsOf(splits);
  return sums.minted === minted && sums.burned === burned && sums.explicit === explicit;
}

/** Return the totals of some blocks. */
export function totalsOf(splits: readonly RewardSplit[]): RewardTotals {
  const sum = (field: 'minted' | 'burned' | 'explicit') => splits.reduce((total, split) => total + split[field], 0n);
  return { minted: sum('minted'), burned: sum('burned'), explicit: sum('explicit') };
}

/**
 * Return what the recipients of each explicit stream earn from each block; undefined if a period ended between two of the blocks, so that
 * the pool at each block is unknown.
 *
 * @param before accruals before the tipset
 * @param after accruals after it; undefined while it is not executed, then `before` is used
 */
export function recipientsOf(
  splits: readonly RewardSplit[],
  { distribution, id }: RewardStream,
  before: readonly StreamAccrual[],
  after: readonly StreamAccrual[] | undefined,
): readonly (readonly RecipientPart[])[] | undefined {
  if (distribution === undefined) return undefined;
  const accruals = splits.map(({ streams }) => streams.find((part) => part.id === id)?.explicit?.accrued ?? 0n);
  const grown = accruals.reduce((sum, amount) => sum + amount, 0n);
  const poolBefore = poolOf(before, id);
  let pool = after === undefined ? poolBefore : poolOf(after, id) - grown;
  // A period that began before the first award starts at zero; one that began later has less than these blocks accrued.
  if (pool !== poolBefore && pool !== 0n) return undefined;
  return accruals.map((amount) => {
    const parts = recipientParts(distribution, pool, pool + amount);
    pool += amount;
    return parts;
  });
}

function poolOf(accruals: readonly StreamAccrual[], id: bigint): bigint {
  return accruals.find((row) => row.id === id)?.amount ?? 0n;
}
