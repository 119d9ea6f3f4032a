/** A filter for the sectors of one deadline. */
import type { Filter } from '../../../shared/filter/filter.ts';
import type { PatternTerm } from '../../../shared/filter/filter-term.ts';
import { SECTOR_STATES } from '../../../shared/filter/sector-filter.ts';
import { columnFilter } from '../columns/column-filter.ts';
import { wordTest } from '../columns/word-test.ts';
import type { SectorChunk } from './sector-chunk.ts';

const NANO = 1e9;
const FIL = 1e18;

export interface SectorClock {
  readonly head: number;
  readonly timeMsOf: (epoch: number) => number;
  /** Convert a time to an epoch, as a fraction. */
  readonly epochAt: (timeMs: number) => number;
}

/** Never throws: terms that could not be parsed match nothing. */
export function sectorTest(chunk: SectorChunk, filter: Filter, { head, epochAt }: SectorClock): (index: number) => boolean {
  const yes = (is: boolean): string => (is ? 'yes' : 'no');
  const number = (column: Float64Array) => ({ number: (index: number) => column[index] });
  return columnFilter(filter, {
    count: chunk.count,
    markText: (marks, text) => markText(chunk, marks, text),
    markPattern: (marks, term) => markPattern(chunk, marks, term),
    fields: {
      state: { choice: (index) => chunk.stateAt(index) },
      deadline: { number: () => chunk.deadline },
      partition: { number: (index) => chunk.partitions[index] },
      expires: number(chunk.expirations),
      activated: number(chunk.activations),
      verified: { choice: (index) => yes(chunk.fullFlags[index] === 0 && (chunk.qualities[index] ?? 0) > 1) },
      full: { choice: (index) => yes(chunk.fullFlags[index] === 1) },
      quality: number(chunk.qualities),
      data: { choice: (index) => yes((chunk.data[index] ?? 0) > 0 || chunk.deals.has(index)) },
      upgraded: { choice: (index) => yes(chunk.upgrades[index] === 1) },
      size: number(chunk.data),
      power: number(chunk.powers),
      pledge: { number: (index) => Number(chunk.pledges.get(index)) / FIL },
      fee: { number: (index) => Number(chunk.fees.get(index)) / NANO },
      sector: number(chunk.numbers),
    },
    epochs: { head, at: epochAt },
  });
}

/** A word without a field matches part of a state or a sealed CID, or a whole sector number or deal ID. */
function markText(chunk: SectorChunk, marks: Uint8Array, text: string): void {
  chunk.cids.texts(chunk.count).markHolding(marks, text);
  const states = SECTOR_STATES.map((state) => state.includes(text));
  const sector = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  for (let index = 0; index < chunk.count; index += 1) {
    if (states[chunk.states[index] ?? 0] === true || chunk.numbers[index] === sector) marks[index] = 1;
  }
  markDeals(chunk, marks, (deal) => deal === text);
}

function markPattern(chunk: SectorChunk, marks: Uint8Array, term: PatternTerm): void {
  switch (term.field) {
    case 'cid':
      chunk.cids.texts(chunk.count).markFitting(marks, term);
      return;
    case 'deal':
      markDeals(chunk, marks, wordTest(term));
      return;
    default:
      throw new Error(`The filter has no test for the field ${term.field}.`);
  }
}

function markDeals({ deals }: SectorChunk, marks: Uint8Array, test: (deal: string) => boolean): void {
  for (const [index, ids] of deals) if (ids.some((id) => test(String(id)))) marks[index] = 1;
}
