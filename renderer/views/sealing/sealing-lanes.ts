/** The lanes of the sealing board, and how each sector compares with its median time. */
import type { SealingBoard, SealingGroup, SealingSector } from '../../../shared/ipc/schemas/sealing.ts';

/** A sector of a board; a pasted one has no calls. */
export type BoardSector = Omit<SealingSector, 'call' | 'chainCall'> & Partial<Pick<SealingSector, 'call' | 'chainCall'>>;

export interface SealingLane {
  readonly group: SealingGroup;
  readonly label: string;
  readonly sectors: readonly TimedSector[];
}

export interface TimedSector {
  readonly sector: BoardSector;
  /** Time in the current state; undefined if unknown. */
  readonly elapsedMs: number | undefined;
  /** This miner's median time in this state; undefined with too few samples. */
  readonly medianMs: number | undefined;
  readonly pace: Pace;
}

/**
 * `slow` from twice the median, `late` from four times, `blocked` if its message cannot be included or has failed, `failed` whatever the
 * time.
 */
export type Pace = 'usual' | 'slow' | 'late' | 'blocked' | 'failed' | 'unknown';

const SLOW_FACTOR = 2;
export const LATE_FACTOR = 4;
/** Shorter times are never slow: states of a few seconds vary too much. */
const MIN_SLOW_MS = 30_000;
const MIN_SAMPLES = 2;

/** Lanes of the storage-miner API's board, in pipeline order. */
const API_LANES: readonly SealingGroup[] = ['taking-data', 'pre-commit', 'waiting-for-seed', 'commit', 'upgrading', 'failed'];
/** Lanes of a board from the chain, which starts at pre-commit. */
const CHAIN_LANES: readonly SealingGroup[] = ['waiting-for-seed', 'commit', 'first-proof', 'ending', 'recovering', 'failed'];
/** Shown only if not empty. */
const RARE_LANES: readonly SealingGroup[] = ['unknown'];

const LABELS: Readonly<Record<SealingGroup, string>> = {
  'taking-data': 'Adding data',
  'pre-commit': 'Pre-commit',
  'waiting-for-seed': 'Waiting for seed',
  commit: 'Commit',
  'first-proof': 'First proof',
  upgrading: 'Upgrading',
  proving: 'Proving',
  ending: 'Expiring soon',
  recovering: 'Recovering',
  failed: 'Failed',
  leaving: 'Removing',
  unknown: 'Unknown state',
};

export function sealingGroupLabel(group: SealingGroup, source: SealingBoard['source'] = 'miner-api'): string {
  return source === 'chain' && group === 'failed' ? 'Faulty' : LABELS[group];
}

/** Whether a sector is in the pipeline: neither on chain and proven nor being removed. */
export function isInPipeline({ group }: Pick<BoardSector, 'group'>): boolean {
  return group !== 'proving' && group !== 'leaving' && group !== 'ending' && group !== 'recovering';
}

/** Failed, far over the median, or blocked by its message: needs attention. */
export function isStuck({ pace }: Pick<TimedSector, 'pace'>): boolean {
  return pace === 'failed' || pace === 'late' || pace === 'blocked';
}

/** The median of sorted times; undefined with too few samples. */
export function medianOf(times: readonly number[] | undefined): number | undefined {
  if (times === undefined || times.length < MIN_SAMPLES) return undefined;
  const middle = Math.floor(times.length / 2);
  const upper = times[middle] ?? 0;
  return times.length % 2 === 1 ? upper : ((times[middle - 1] ?? upper) + upper) / 2;
}

export function timeSector(sector: BoardSector, pastMs: SealingBoard['pastMs'], nowMs: number): TimedSector {
  const elapsedMs = sector.enteredStateMs === undefined ? undefined : Math.max(0, nowMs - sector.enteredStateMs);
  const medianMs = medianOf(pastMs[sector.state]);
  return { sector, elapsedMs, medianMs, pace: paceOf(sector, elapsedMs, medianMs) };
}

function paceOf(sector: BoardSector, elapsedMs: number | undefined, medianMs: number | undefined): Pace {
  if (sector.group === 'failed') return 'failed';
  if (!isInPipeline(sector)) return 'usual';
  if (isBlocked(sector.message)) return 'blocked';
  if (elapsedMs === undefined || medianMs === undefined || medianMs === 0) return 'unknown';
  if (elapsedMs < MIN_SLOW_MS) return 'usual';
  if (elapsedMs >= medianMs * LATE_FACTOR) return 'late';
  return elapsedMs >= medianMs * SLOW_FACTOR ? 'slow' : 'usual';
}

/** Whether the message failed, or cannot be included because its fee cap is below the base fee. */
function isBlocked(message: SealingSector['message']): boolean {
  if (message === undefined) return false;
  const { status, feeCap, baseFee } = message;
  return status === 'failed' || (status === 'waiting' && feeCap !== undefined && baseFee !== undefined && BigInt(feeCap) < BigInt(baseFee));
}

/**
 * The lanes of the board in pipeline order, each with the longest time in state first.
 *
 * @param isWhole whether all sectors were read; otherwise an empty lane of expiring sectors is left out
 */
export function sealingLanes(sectors: readonly TimedSector[], source: SealingBoard['source'] = 'miner-api', isWhole = true): SealingLane[] {
  const lanes = [...(source === 'chain' ? CHAIN_LANES : API_LANES), ...RARE_LANES].map((group) => ({
    group,
    label: sealingGroupLabel(group, source),
    sectors: longestFirst(sectors.filter((entry) => entry.sector.group === group)),
  }));
  return lanes.filter(({ group, sectors: own }) => own.length > 0 || !(RARE_LANES.includes(group) || (group === 'ending' && !isWhole)));
}

const PACE_ORDER: Readonly<Record<Pace, number>> = { failed: 0, blocked: 1, late: 1, slow: 2, unknown: 3, usual: 3 };

/** Pipeline, recovering, expiring, then the others. */
function restOrder(sector: BoardSector): number {
  if (isInPipeline(sector)) return 0;
  return sector.group === 'recovering' ? 1 : sector.group === 'ending' ? 2 : 3;
}

/** Table order: stuck sectors, then the pipeline by time in state, then proven ones, newest first. */
export function stuckFirst<T extends TimedSector>(sectors: readonly T[]): T[] {
  return [...sectors].sort(
    (left, right) =>
      PACE_ORDER[left.pace] - PACE_ORDER[right.pace] ||
      restOrder(left.sector) - restOrder(right.sector) ||
      (isInPipeline(left.sector) ? (right.elapsedMs ?? 0) - (left.elapsedMs ?? 0) : right.sector.number - left.sector.number) ||
      left.sector.number - right.sector.number,
  );
}

/** Percentages of the pace bar, whose scale ends at twice the median. */
export function paceBar(elapsedMs: number, medianMs: number): { readonly elapsedPercent: number; readonly medianPercent: number } {
  const scaleMs = Math.max(1, medianMs * 2);
  return { elapsedPercent: Math.min(100, (elapsedMs / scaleMs) * 100), medianPercent: Math.min(100, (medianMs / scaleMs) * 100) };
}

function longestFirst(sectors: readonly TimedSector[]): TimedSector[] {
  return [...sectors].sort((left, right) => (right.elapsedMs ?? 0) - (left.elapsedMs ?? 0) || left.sector.number - right.sector.number);
}
