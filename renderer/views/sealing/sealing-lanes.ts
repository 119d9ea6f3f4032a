/** The sealing board: sectors by group, and how far each is over its usual time. */
import type { SealingBoard, SealingGroup, SealingSector } from '../../../shared/ipc/schemas/providers.ts';

export interface SealingLane {
  readonly group: SealingGroup;
  readonly label: string;
  readonly sectors: readonly TimedSector[];
}

export interface TimedSector {
  readonly sector: SealingSector;
  /** Time in the present state; undefined where the node's log does not say. */
  readonly elapsedMs: number | undefined;
  /** Usual time in this state for this miner; undefined where too few sectors have left it. */
  readonly medianMs: number | undefined;
  readonly pace: Pace;
}

/** `slow` from twice the median on, `late` from four times on, `failed` whatever the time. */
export type Pace = 'usual' | 'slow' | 'late' | 'failed' | 'unknown';

const SLOW_FACTOR = 2;
const LATE_FACTOR = 4;
/** Too short to call anything slow: states that pass in seconds vary too much. */
const LEAST_SLOW_MS = 30_000;

/** The lanes of the board, in the order of the work. */
const LANES: readonly SealingGroup[] = ['taking-data', 'pre-commit', 'waiting-for-seed', 'commit', 'upgrading', 'failed'];

const LABELS: Readonly<Record<SealingGroup, string>> = {
  'taking-data': 'Taking data',
  'pre-commit': 'Pre-commit',
  'waiting-for-seed': 'Waiting for seed',
  commit: 'Commit',
  upgrading: 'Upgrading',
  proving: 'Proving',
  failed: 'Failed',
  leaving: 'Leaving',
  unknown: 'Unknown state',
};

export function sealingGroupLabel(group: SealingGroup): string {
  return LABELS[group];
}

/** Whether a sector is still on its way: neither proving nor leaving. */
export function isInPipeline(sector: SealingSector): boolean {
  return sector.group !== 'proving' && sector.group !== 'leaving';
}

export function timeSector(sector: SealingSector, medians: SealingBoard['medianMs'], nowMs: number): TimedSector {
  const elapsedMs = sector.enteredStateMs === undefined ? undefined : Math.max(0, nowMs - sector.enteredStateMs);
  const medianMs = medians[sector.state];
  return { sector, elapsedMs, medianMs, pace: paceOf(sector, elapsedMs, medianMs) };
}

function paceOf(sector: SealingSector, elapsedMs: number | undefined, medianMs: number | undefined): Pace {
  if (sector.group === 'failed') return 'failed';
  if (!isInPipeline(sector)) return 'usual';
  if (elapsedMs === undefined || medianMs === undefined || medianMs === 0) return 'unknown';
  if (elapsedMs < LEAST_SLOW_MS) return 'usual';
  if (elapsedMs >= medianMs * LATE_FACTOR) return 'late';
  return elapsedMs >= medianMs * SLOW_FACTOR ? 'slow' : 'usual';
}

/** The lanes of the board, in the order of the work; sectors that wait longest first. Lanes for unknown states only when there are any. */
export function sealingLanes(sectors: readonly TimedSector[]): SealingLane[] {
  const known = LANES.map((group) => ({
    group,
    label: LABELS[group],
    sectors: longestFirst(sectors.filter((entry) => entry.sector.group === group)),
  }));
  const unknown = sectors.filter((entry) => entry.sector.group === 'unknown');
  return unknown.length === 0 ? known : [...known, { group: 'unknown', label: LABELS.unknown, sectors: longestFirst(unknown) }];
}

const PACE_ORDER: Readonly<Record<Pace, number>> = { failed: 0, late: 1, slow: 2, unknown: 3, usual: 3 };

/** The table's order: what is stuck first, then what is on its way by waiting time, then what is proving, newest first. */
export function stuckFirst(sectors: readonly TimedSector[]): TimedSector[] {
  return [...sectors].sort(
    (left, right) =>
      PACE_ORDER[left.pace] - PACE_ORDER[right.pace] ||
      Number(isInPipeline(right.sector)) - Number(isInPipeline(left.sector)) ||
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
