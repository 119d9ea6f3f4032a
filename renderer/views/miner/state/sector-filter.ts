/** The filter of sectors as it is typed. */
import { EPOCHS } from '../../../../shared/domain/epoch.ts';
import type { StateSectorFilter } from '../../../../shared/ipc/schemas/state-read.ts';

export type SectorPart = NonNullable<StateSectorFilter['status']>;

/** In the order of the choice. */
export const SECTOR_PARTS: readonly { readonly value: SectorPart; readonly label: string }[] = [
  { value: 'live', label: 'Live' },
  { value: 'active', label: 'Active' },
  { value: 'faulty', label: 'Faulty' },
  { value: 'recovering', label: 'Recovering' },
  { value: 'unproven', label: 'Unproven' },
  { value: 'terminated', label: 'Terminated' },
  { value: 'all', label: 'All' },
];

export type NumberFilter = 'deadline' | 'partition' | 'fromNumber';

/** What each number is called, and the highest that the chain allows: sector numbers end at 2^63 − 1, of which a document counts so far. */
export const NUMBER_FILTERS: readonly { readonly field: NumberFilter; readonly label: string; readonly most: number }[] = [
  { field: 'deadline', label: 'Deadline', most: EPOCHS.deadlinesPerPeriod - 1 },
  { field: 'partition', label: 'Partition', most: Number.MAX_SAFE_INTEGER },
  { field: 'fromNumber', label: 'From sector', most: Number.MAX_SAFE_INTEGER },
];

/** The filter with one part changed; undefined takes it away. */
export function changedFilter(filter: StateSectorFilter, change: Partial<Record<NumberFilter, number | undefined>>): StateSectorFilter {
  const next = { ...filter, ...change };
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined));
}

/** Whether a filter leaves live sectors out. */
export function isNarrowed({ status = 'live', deadline, partition, fromNumber }: StateSectorFilter): boolean {
  return (status !== 'live' && status !== 'all') || deadline !== undefined || partition !== undefined || (fromNumber ?? 0) > 0;
}
