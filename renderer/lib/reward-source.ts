import type { TipsetReward } from '../../shared/ipc/schemas/block-reward.ts';

type Known = Pick<TipsetReward, 'way' | 'isExact'>;

const SOURCES: Readonly<Record<TipsetReward['way'], string>> = {
  node: 'Reported by the node (StateRewardDistribution).',
  state: 'Computed from the reward actor’s state before and after the tipset; the totals match.',
  expected: 'Expected from the current streams: the tipset has not been executed yet.',
  whole: 'Before network version 29: the miner gets the whole block reward.',
};
const SHORT: Readonly<Record<TipsetReward['way'], string>> = {
  node: 'reported by the node',
  state: 'from the reward actor',
  expected: 'from the current streams',
  whole: 'all to miners',
};

/** Source of a block reward. An inexact reward that is not `expected` is due to null rounds. */
export function rewardSource({ way, isExact }: Known): string {
  return isExact || way === 'expected'
    ? SOURCES[way]
    : `${SOURCES[way]} Not exact: null rounds before this tipset changed the epoch reward.`;
}

/** The same in a few words. */
export function rewardSourceInShort({ way, isExact }: Known): string {
  return isExact || way === 'expected' ? SHORT[way] : `${SHORT[way]}, not exact after null rounds`;
}
