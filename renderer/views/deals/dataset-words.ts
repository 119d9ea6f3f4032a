/** Texts of the progress of a load or an update. */
import { formatBytes } from '../../../shared/domain/encoding/byte-size.ts';
import type { Dataset, DatasetLoad, DatasetUpdate } from '../../../shared/ipc/schemas/dataset.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';

export type LoadState = DatasetLoad['state'];

export function isLoadRunning(state: LoadState | undefined): boolean {
  return state === 'loading' || state === 'paused' || state === 'finishing';
}

export function loadTitle(state: LoadState): string {
  if (state === 'paused') return 'Paused';
  return state === 'finishing' ? 'Sorting and saving' : 'Loading';
}

/** `1.2 GiB of 3 GiB`, of the compressed file. */
export function bytesWords({ bytesDone, bytesTotal }: DatasetLoad): string {
  return bytesTotal === undefined ? formatBytes(bytesDone) : `${formatBytes(bytesDone)} of ${formatBytes(bytesTotal)}`;
}

export function rowsWords({ rows, rejects }: DatasetLoad): string {
  return rejects === 0 ? formatCount(rows, 'deal') : `${formatCount(rows, 'deal')}, ${formatInteger(rejects)} rejected`;
}

/** Undefined until there is a rate. */
export function rateWords({ rowsPerSecond }: DatasetLoad): string | undefined {
  return rowsPerSecond === undefined ? undefined : `${formatInteger(rowsPerSecond)} deals/s`;
}

export function timeLeftWords({ secondsLeft }: DatasetLoad): string | undefined {
  return secondsLeft === undefined ? undefined : `${formatDuration(secondsLeft * 1000)} left`;
}

export function isUpdateRunning(state: DatasetUpdate['state'] | undefined): boolean {
  return state !== undefined && state !== 'idle' && state !== 'done' && state !== 'stopped' && state !== 'failed';
}

/** The current step of an update. */
export function updateWords({ state, done = 0, total, blocks, bytes }: DatasetUpdate): string {
  const read = `${formatCount(blocks, 'block')}, ${formatBytes(bytes)} read`;
  const of = total === undefined ? formatInteger(done) : `${formatInteger(done)} of ${formatInteger(total)}`;
  switch (state) {
    case 'rebuilding':
      return `First update: ${of} deals hashed.`;
    case 'comparing':
      return `Comparing with the chain: ${read}.`;
    case 'writing':
      return `Reading changes: ${of} blocks of deals. ${read}.`;
    case 'registry':
      return `Reading claims and allocations of ${of} actors. ${read}.`;
    case 'checking':
      return 'Verifying the changed deals.';
    default:
      return 'Reading the market state at the head.';
  }
}

/** Percent of a stage with a known total. */
export function updatePercent({ done, total }: DatasetUpdate): number | undefined {
  return done === undefined || total === undefined || total === 0 ? undefined : Math.min(100, Math.floor((done / total) * 100));
}

/** `12 new, 3 changed, 0 removed`. */
export function changeWords({ added, changed, removed, rejected }: NonNullable<Dataset['mirror']>): string {
  if (added + changed + removed + rejected === 0) return 'No deals changed';
  const rejects = rejected === 0 ? '' : `, ${formatInteger(rejected)} rejected`;
  return `${formatInteger(added)} new, ${formatInteger(changed)} changed, ${formatInteger(removed)} removed${rejects}`;
}

/** Percent, undefined where the size of the file is unknown. */
export function percentOf({ state, bytesDone, bytesTotal }: DatasetLoad): number | undefined {
  if (state === 'finishing') return 100;
  if (bytesTotal === undefined || bytesTotal === 0) return undefined;
  return Math.min(100, Math.floor((bytesDone / bytesTotal) * 100));
}
