/** The sealing board: sectors by group, and how far each is over its usual time. */
import type { SealingBoard, SealingGroup, SealingSector } from '../../../shared/ipc/schemas/sealing.ts';

/** A sector of a board, wherever it came from: a pasted one has no calls. */
export type BoardSector = Omit<SealingSector, 'call' | 'chainCall'> & Partial<Pick<SealingSector, 'call' | 'chainCall'>>;

export interface SealingLane {
  readonly group: SealingGroup;
  readonly label: string;
  readonly sectors: readonly TimedSector[];
}

export interface TimedSector {
  readonly sector: BoardSector;
  /** Time in the present state; undefined where the node's log does not say. */
  readonly elapsedMs: number | undefined;
  /** Usual time in this state for this miner; undefined where too few sectors have left it. */
  readonly medianMs: number | undefined;
  readonly pace: Pace;
}

/**
 * `slow` from twice the median on, `late` from four times on, `held` where its message cannot be included or has failed, `failed` whatever
 * the time.
 */
export type Pace = 'usual' | 'slow' | 'late' | 'held' | 'failed' | 'unknown';

const SLOW_FACTOR = 2;
export const LATE_FACTOR = 4;
/** Too short to call anything slow: states that pass in seconds vary too much. */
const LEAST_SLOW_MS = 30_000;
/** A median of one sector would be that sector. */
const LEAST_SAMPLES = 2;

/** The lanes of a miner's own board, in the order of the work. */
const API_LANES: readonly SealingGroup[] = ['taking-data', 'pre-commit', 'waiting-for-seed', 'commit', 'upgrading', 'failed'];
/** What the chain knows: from the pre-commit on, and how those fare that are on it. */
const CHAIN_LANES: readonly SealingGroup[] = ['waiting-for-seed', 'commit', 'first-proof', 'ending', 'recovering', 'failed'];
/** Shown where there is something in them. */
const RARE_LANES: readonly SealingGroup[] = ['unknown'];

const LABELS: Readonly<Record<SealingGroup, string>> = {
  'taking-data': 'Taking data',
  'pre-commit': 'Pre-commit',
  'waiting-for-seed': 'Waiting for seed',
  commit: 'Commit',
  'first-proof': 'First proof',
  upgrading: 'Upgrading',
  proving: 'Proving',
  ending: 'Ends soon',
  recovering: 'Recovering',
  failed: 'Failed',
  leaving: 'Leaving',
  unknown: 'Unknown state',
};

export function sealingGroupLabel(group: SealingGroup, source: SealingBoard['source'] = 'miner-api'): string {
  return source === 'chain' && group === 'failed' ? 'Faulty' : LABELS[group];
}

/** Whether a sector is still on its way: neither proving nor leaving. */
export function isInPipeline({ group }: Pick<BoardSector, 'group'>): boolean {
  return group !== 'proving' && group !== 'leaving' && group !== 'ending' && group !== 'recovering';
}

/** Failed, far over the usual time, or held up by its message: somebody has to look. */
export function isStuck({ pace }: Pick<TimedSector, 'pace'>): boolean {
  return pace === 'failed' || pace === 'late' || pace === 'held';
}

/** The middle of times that are in order; undefined where there are too few. */
export function medianOf(times: readonly number[] | undefined): number | undefined {
  if (times === undefined || times.length < LEAST_SAMPLES) return undefined;
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
  if (isHeld(sector.message)) return 'held';
  if (elapsedMs === undefined || medianMs === undefined || medianMs === 0) return 'unknown';
  if (elapsedMs < LEAST_SLOW_MS) return 'usual';
  if (elapsedMs >= medianMs * LATE_FACTOR) return 'late';
  return elapsedMs >= medianMs * SLOW_FACTOR ? 'slow' : 'usual';
}

/** Its message has failed, or no block can take it while the base fee is above its cap. */
function isHeld(message: SealingSector['message']): boolean {
  if (message === undefined) return false;
  const { status, feeCap, baseFee } = message;
  return status === 'failed' || (status === 'waiting' && feeCap !== undefined && baseFee !== undefined && BigInt(feeCap) < BigInt(baseFee));
}

/**
 * The lanes of the board, in the order of the work; sectors that wait longest first.
 *
 * @param isWhole whether all sectors were looked at: an active one that was not may end soon, and its lane would say that none does
 */
export function sealingLanes(sectors: readonly TimedSector[], source: SealingBoard['source'] = 'miner-api', isWhole = true): SealingLane[] {
  const lanes = [...(source === 'chain' ? CHAIN_LANES : API_LANES), ...RARE_LANES].map((group) => ({
    group,
    label: sealingGroupLabel(group, source),
    sectors: longestFirst(sectors.filter((entry) => entry.sector.group === group)),
  }));
  return lanes.filter(({ group, sectors: held }) => held.length > 0 || !(RARE_LANES.includes(group) || (group === 'ending' && !isWhole)));
}

const PACE_ORDER: Readonly<Record<Pace, number>> = { failed: 0, held: 1, late: 1, slow: 2, unknown: 3, usual: 3 };

/** On its way, then those that somebody has to think of, then those that rest. */
function restOrder(sector: BoardSector): number {
  if (isInPipeline(sector)) return 0;
  return sector.group === 'recovering' ? 1 : sector.group === 'ending' ? 2 : 3;
}

/** The table's order: what is stuck first, then what is on its way by waiting time, then what is proving, newest first. */
export function stuckFirst<T extends TimedSector>(sectors: readonly T[]): T[] {
  return [...sectors].sort(
    (left, right) =>
      PACE_ORDER[left.pace] - PACE_ORDER[right.pace] ||
      restOrder(left.sector) - restOrder(right.sector) ||
      (isInPipeline(left.sector) ? (right.elapsedMs ?? 0) - (left.elapsedMs ?? 0) : right.sector.number - left.sector.number) ||
      left.sector.number - right.sector.number,
  );
}

/** The bar beside a sector: both in percent, on a scale that ends at twice the median. */
export function paceBar(elapsedMs: number, medianMs: number): { readonly elapsedPercent: number; readonly medianPercent: number } {
  const scaleMs = Math.max(1, medianMs * 2);
  return { elapsedPercent: Math.min(100, (elapsedMs / scaleMs) * 100), medianPercent: Math.min(100, (medianMs / scaleMs) * 100) };
}

function longestFirst(sectors: readonly TimedSector[]): TimedSector[] {
  return [...sectors].sort((left, right) => (right.elapsedMs ?? 0) - (left.elapsedMs ?? 0) || left.sector.number - right.sector.number);
}
