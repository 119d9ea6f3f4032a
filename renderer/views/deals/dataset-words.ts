/** What the progress of a load and the figures of a dataset are called. */
import { formatBytes } from '../../../shared/domain/byte-size.ts';
import type { DatasetLoad } from '../../../shared/ipc/schemas/dataset.ts';
import { formatCount, formatDuration, formatInteger } from '../../../shared/text/format.ts';

export type LoadState = DatasetLoad['state'];

export function isLoadRunning(state: LoadState | undefined): boolean {
  return state === 'loading' || state === 'paused' || state === 'finishing';
}

export function loadTitle(state: LoadState): string {
  if (state === 'paused') return 'Paused';
  return state === 'finishing' ? 'Sorting and saving' : 'Loading';
}

/** `1.2 GiB of 3 GiB`, in the bytes of the file as it is stored. */
export function bytesWords({ bytesDone, bytesTotal }: DatasetLoad): string {
  return bytesTotal === undefined ? formatBytes(bytesDone) : `${formatBytes(bytesDone)} of ${formatBytes(bytesTotal)}`;
}

export function rowsWords({ rows, rejects }: DatasetLoad): string {
  return rejects === 0 ? formatCount(rows, 'deal') : `${formatCount(rows, 'deal')}, ${formatInteger(rejects)} rejected`;
}

/** Undefined while there is no rate. */
export function rateWords({ rowsPerSecond }: DatasetLoad): string | undefined {
  return rowsPerSecond === undefined ? undefined : `${formatInteger(rowsPerSecond)} deals/s`;
}

export function timeLeftWords({ secondsLeft }: DatasetLoad): string | undefined {
  return secondsLeft === undefined ? undefined : `${formatDuration(secondsLeft * 1000)} left`;
}

/** Percent, undefined where the size of the file is unknown. */
export function percentOf({ state, bytesDone, bytesTotal }: DatasetLoad): number | undefined {
  if (state === 'finishing') return 100;
  if (bytesTotal === undefined || bytesTotal === 0) return undefined;
  return Math.min(100, Math.floor((bytesDone / bytesTotal) * 100));
}
