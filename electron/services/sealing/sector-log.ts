/**
 * What a sector's own log tells about time. Pure.
 *
 * lotus-miner writes an entry for each event of its state machine (`Kind` "event;sealing.SectorTicket"), not for each state.
 * Every event below leaves exactly one state (Lotus `storage/pipeline/fsm.go`), so the time between the event before and this one is
 * the time spent there.
 */
import type { NodeSectorStatus } from '../../../shared/validation/node/provider-state.ts';

type LogEntry = NodeSectorStatus['Log'][number];

/** The state that an event ends. */
const STATE_LEFT_BY: ReadonlyMap<string, string> = new Map([
  ['SectorPacked', 'Packing'],
  ['SectorTicket', 'GetTicket'],
  ['SectorPreCommit1', 'PreCommit1'],
  ['SectorPreCommit2', 'PreCommit2'],
  ['SectorPreCommitBatchSent', 'SubmitPreCommitBatch'],
  ['SectorPreCommitLanded', 'PreCommitBatchWait'],
  ['SectorSeedReady', 'WaitSeed'],
  ['SectorCommitted', 'Committing'],
  ['SectorCommitAggregateSent', 'SubmitCommitAggregate'],
  ['SectorProving', 'CommitAggregateWait'],
  ['SectorFinalized', 'FinalizeSector'],
]);
const EVENT_PREFIX = 'event;sealing.';
/** A median of one sector would be that sector. */
const LEAST_SAMPLES = 2;

export interface SectorTimes {
  readonly startedMs?: number;
  readonly enteredStateMs?: number;
}

/** @param log in the order of writing; timestamps are Unix seconds */
export function sectorTimes(log: readonly LogEntry[]): SectorTimes {
  const moves = log.filter(({ Kind, Timestamp }) => Kind.startsWith(EVENT_PREFIX) && Timestamp > 0);
  const first = moves[0]?.Timestamp;
  const last = moves.at(-1)?.Timestamp;
  return {
    ...(first === undefined ? {} : { startedMs: first * 1000 }),
    ...(last === undefined ? {} : { enteredStateMs: last * 1000 }),
  };
}

/** Times spent in states that this log shows to have been left, in milliseconds. */
export function timesInStates(log: readonly LogEntry[]): { state: string; tookMs: number }[] {
  const moves = log.filter(({ Kind, Timestamp }) => Kind.startsWith(EVENT_PREFIX) && Timestamp > 0);
  return moves.flatMap((entry, index) => {
    const before = moves[index - 1];
    const state = STATE_LEFT_BY.get(entry.Kind.slice(EVENT_PREFIX.length));
    return before === undefined || state === undefined || entry.Timestamp < before.Timestamp
      ? []
      : [{ state, tookMs: (entry.Timestamp - before.Timestamp) * 1000 }];
  });
}

/** Median time in each state by name, over all logs; states with fewer than two samples are left out. */
export function medianTimes(logs: readonly (readonly LogEntry[])[]): Record<string, number> {
  const samples = new Map<string, number[]>();
  for (const { state, tookMs } of logs.flatMap(timesInStates)) {
    samples.set(state, [...(samples.get(state) ?? []), tookMs]);
  }
  const medians = [...samples].flatMap(([state, times]): [string, number][] => {
    const sorted = times.sort((left, right) => left - right);
    const middle = Math.floor(sorted.length / 2);
    const upper = sorted[middle];
    const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
    return times.length < LEAST_SAMPLES || upper === undefined || lower === undefined ? [] : [[state, (lower + upper) / 2]];
  });
  return Object.fromEntries(medians);
}
