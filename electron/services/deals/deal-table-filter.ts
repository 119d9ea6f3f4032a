/** Filter of a deal table. */
import type { FieldTest } from '../../../shared/filter/compile-filter.ts';
import type { Filter } from '../../../shared/filter/filter.ts';
import type { PatternTerm } from '../../../shared/filter/filter-term.ts';
import { columnFilter } from '../columns/column-filter.ts';
import { wordTest } from '../columns/word-test.ts';
import { type DealTable, KINDS, STATES } from './deal-table.ts';

export interface FilterMoment {
  /** Epoch of the tipset that the table was read at. */
  readonly head: number;
  readonly epochOf: (timeMs: number) => number;
}

/** Returns the test of a row. Invalid terms match nothing. */
export function dealTest(table: DealTable, filter: Filter, moment: FilterMoment): (row: number) => boolean {
  return columnFilter(filter, {
    count: table.count,
    markText: (marks, text) => markText(table, marks, text),
    markPattern: (marks, term) => markPattern(table, marks, term),
    fields: fieldsOf(table),
    epochs: { head: moment.head, at: moment.epochOf },
  });
}

/** A word without a field matches part of a piece CID, label or address, or a whole ID. */
function markText(table: DealTable, marks: Uint8Array, text: string): void {
  table.pieces.markHolding(marks, text);
  table.labels.markHolding(marks, text);
  markAddresses(table, marks, ['client', 'provider'], (address) => address.toLowerCase().includes(text));
  const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (id !== undefined) {
    const { id: ids, claimId } = table.columns;
    for (let row = 0; row < table.count; row += 1) if (ids[row] === id || claimId[row] === id) marks[row] = 1;
  }
}

function markPattern(table: DealTable, marks: Uint8Array, term: PatternTerm): void {
  switch (term.field) {
    case 'piece':
      table.pieces.markFitting(marks, term);
      return;
    case 'label':
      table.labels.markFitting(marks, term);
      return;
    case 'client':
    case 'provider':
      // An ID address matches as a whole: f01 does not match f01000.
      markAddresses(table, marks, [term.field], /^[ft]0\d+$/.test(term.pattern) ? (address) => address === term.pattern : wordTest(term));
      return;
    default:
      throw new Error(`The filter has no test for the field ${term.field}.`);
  }
}

function markAddresses(
  { columns, addresses, count }: DealTable,
  marks: Uint8Array,
  fields: readonly ('client' | 'provider')[],
  test: (address: string) => boolean,
): void {
  const passes = Uint8Array.from(addresses, (address) => Number(test(address)));
  if (!passes.includes(1)) return;
  for (const field of fields) {
    const column = columns[field];
    for (let row = 0; row < count; row += 1) if (passes[column[row] ?? 0] === 1) marks[row] = 1;
  }
}

function fieldsOf(table: DealTable): Readonly<Record<string, FieldTest<number>>> {
  const { columns, prices } = table;
  /** Built when a filter uses the price. */
  let priceNumbers: readonly (bigint | undefined)[] | undefined;
  return {
    id: { number: (row) => columns.id[row] },
    sector: { number: (row) => table.sectorAt(row) },
    size: { number: (row) => columns.size[row] },
    start: { number: (row) => table.startAt(row) },
    end: { number: (row) => columns.end[row] },
    price: {
      number: (row) => {
        priceNumbers ??= prices.map((price) => (price === '' ? undefined : BigInt(price)));
        return priceNumbers[columns.price[row] ?? 0];
      },
    },
    state: { choice: (row) => STATES[columns.state[row] ?? 0] },
    kind: { choice: (row) => KINDS[columns.kind[row] ?? 0] },
    verified: { choice: (row) => (columns.isVerified[row] === 1 ? 'yes' : 'no') },
  };
}
