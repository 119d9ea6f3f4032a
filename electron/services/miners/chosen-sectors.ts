/** The sectors for a message: those selected one by one, else all that match the filter. */
import type { SectorChunk } from './sector-chunk.ts';
import type { SectorTable } from './sector-table.ts';
import type { SectorClock } from './sector-table-filter.ts';

export interface WantedSectors {
  readonly filter: string;
  readonly numbers: readonly number[] | undefined;
}

export function forEachChosen(
  table: SectorTable,
  { filter, numbers }: WantedSectors,
  clock: SectorClock,
  visit: (chunk: SectorChunk, index: number) => void,
): void {
  const chosen = numbers === undefined ? undefined : new Set(numbers);
  // A selected sector stays selected even if the filter hides it.
  table.forEach(chosen === undefined ? filter : '', clock, (chunk, index) => {
    if (chosen?.has(chunk.numbers[index] ?? 0) !== false) visit(chunk, index);
  });
}
