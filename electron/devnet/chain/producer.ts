import { minerIds } from '../miners/miners.ts';
import { claimOf, MINIMUM_POWER, networkPower } from '../state/power.ts';
import type { State } from '../state/state.ts';
import type { Winner } from './block-builder.ts';
import type { SeededRandom } from './seeded-random.ts';

const EXPECTED_WINS = 5;
/** Probability of additional null rounds, besides epochs without a winner. */
const EXTRA_NULL_SHARE = 0.02;
const LATE_BLOCK_SHARE = 0.05;
const FORK_SHARE = 0.012;
const DEEP_FORK_SHARE = 0.006;

/** Plan of an epoch, derived from the seed. */
export interface EpochPlan {
  readonly winners: readonly Winner[];
  /** late: one block arrives after the others. fork: a tipset is announced and replaced; deep-fork: two tipsets. */
  readonly event: 'none' | 'late' | 'fork' | 'deep-fork';
}

/** Draw the winners of an epoch by power, and its event. No winners: a null round. */
export function planEpoch(epoch: number, state: State, random: SeededRandom): EpochPlan {
  if (random.fraction('null-round', epoch) < EXTRA_NULL_SHARE) return { winners: [], event: 'none' };
  const total = networkPower(state).quality;
  const winners: Winner[] = [];
  for (const id of minerIds(state)) {
    const claim = claimOf(state, id);
    if (claim === undefined || claim.raw < MINIMUM_POWER) continue;
    const share = Number((claim.quality * 1_000_000n) / total) / 1_000_000;
    const winCount = random.poisson(EXPECTED_WINS * share, 'wins', epoch, id);
    if (winCount > 0) winners.push({ minerId: id, winCount });
  }
  return { winners, event: winners.length < 2 ? 'none' : drawEvent(epoch, random) };
}

function drawEvent(epoch: number, random: SeededRandom): EpochPlan['event'] {
  const draw = random.fraction('event', epoch);
  if (draw < DEEP_FORK_SHARE) return 'deep-fork';
  if (draw < DEEP_FORK_SHARE + FORK_SHARE) return 'fork';
  return draw < DEEP_FORK_SHARE + FORK_SHARE + LATE_BLOCK_SHARE ? 'late' : 'none';
}
