/** The 48 proving deadlines of a miner for the screen. Pure. */
import type { Deadline } from '../../../shared/ipc/schemas/providers.ts';
import type { NodeDeadlineInfo } from '../../../shared/validation/node/provider-state.ts';

/** Totals of one deadline's partitions. */
export interface DeadlineCounts {
  readonly partitions: number;
  /** Partitions that need a proof in its window. */
  readonly due: number;
  /** Of those, the ones proven in the current or last window. */
  readonly submitted: number;
  /** Partitions with a sector that is not faulty. */
  readonly sound: number;
  readonly live: number;
  readonly active: number;
  readonly faulty: number;
  readonly recovering: number;
}

/** The current proving period and its open deadline. */
export type ProvingPeriod = Pick<NodeDeadlineInfo, 'PeriodStart' | 'Index' | 'WPoStPeriodDeadlines' | 'WPoStChallengeWindow'>;

export const NO_PARTITIONS: DeadlineCounts = {
  partitions: 0,
  due: 0,
  submitted: 0,
  sound: 0,
  live: 0,
  active: 0,
  faulty: 0,
  recovering: 0,
};

/**
 * Return the state of each deadline, in this order of precedence: empty (no live sectors), open (its window is now), faulty (every live
 * sector), partly-faulty (some), proven (its window has passed in this period without a new fault), upcoming. A missed proof makes the
 * sectors faulty, so "proven" follows from having no faults (spec, PoSt).
 *
 * @param counts by deadline index
 * @param timeMsOf returns the time of an epoch
 */
export function deadlineMap(info: ProvingPeriod, counts: readonly DeadlineCounts[], timeMsOf: (epoch: number) => number): Deadline[] {
  return Array.from({ length: info.WPoStPeriodDeadlines }, (_, index): Deadline => {
    const count = counts[index] ?? NO_PARTITIONS;
    const openEpoch = info.PeriodStart + index * info.WPoStChallengeWindow;
    const closeEpoch = openEpoch + info.WPoStChallengeWindow;
    const state = stateOf(index, info.Index, count);
    return {
      index,
      state,
      openEpoch,
      closeEpoch,
      openTimeMs: timeMsOf(openEpoch),
      closeTimeMs: timeMsOf(closeEpoch),
      partitions: count.partitions,
      duePartitions: count.due,
      provenPartitions: provenPartitions(index, info.Index, count),
      live: count.live,
      active: count.active,
      faulty: count.faulty,
      recovering: count.recovering,
    };
  });
}

function stateOf(index: number, current: number, count: DeadlineCounts): Deadline['state'] {
  if (count.live === 0) {
    return 'empty';
  }
  if (index === current) {
    return 'open';
  }
  if (count.faulty >= count.live) {
    return 'faulty';
  }
  if (count.faulty > 0) {
    return 'partly-faulty';
  }
  return index < current ? 'proven' : 'upcoming';
}

function provenPartitions(index: number, current: number, count: DeadlineCounts): number {
  if (index > current) {
    return 0;
  }
  return index === current ? count.submitted : count.sound;
}
