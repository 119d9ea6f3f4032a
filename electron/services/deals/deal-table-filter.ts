/**
 * A filter over a table of deals: which of its rows pass.
 *
 * Terms about texts are answered for all rows at once, by a search over the bytes of the column, or over the different words where there
 * are few; what is left are numbers and marks, which `compileFilter` tests row by row.
 */
import { compileFilter, type FieldTest } from '../../../shared/filter/compile-filter.ts';
import type { Filter, FilterNode } from '../../../shared/filter/filter.ts';
import type { PatternTerm } from '../../../shared/filter/filter-term.ts';
import { type DealTable, KINDS, STATES } from './deal-table.ts';
import type { TextColumn } from './text-column.ts';

export interface FilterMoment {
  /** Epoch of the tipset that the table was read at. */
  readonly head: number;
  readonly epochOf: (timeMs: number) => number;
}

type Test = (row: number) => boolean;

/** @throws nothing: what was not understood matches nothing */
export function dealTest(table: DealTable, filter: Filter, moment: FilterMoment): Test {
  const marked: Record<string, FieldTest<number>> = {};
  const remember = (marks: Uint8Array): FilterNode => {
    const field = `marked ${Object.keys(marked).length}`;
    marked[field] = { choice: (row) => (marks[row] === 1 ? 'yes' : undefined) };
    return { kind: 'choice', field, choice: 'yes' };
  };
  const node = filter.node === undefined ? undefined : withoutTexts(table, filter.node, remember);
  return compileFilter(node === undefined ? { text: '', tokens: [], problems: [] } : { text: '', tokens: [], problems: [], node }, {
    texts: () => [],
    fields: { ...fieldsOf(table), ...marked },
    epochs: { head: moment.head, at: moment.epochOf },
  });
}

function withoutTexts(table: DealTable, node: FilterNode, remember: (marks: Uint8Array) => FilterNode): FilterNode {
  switch (node.kind) {
    case 'all':
    case 'any':
      return { kind: node.kind, nodes: node.nodes.map((part) => withoutTexts(table, part, remember)) };
    case 'not':
      return { kind: 'not', node: withoutTexts(table, node.node, remember) };
    case 'text':
      return remember(marksOfText(table, node.text));
    case 'pattern':
      return remember(marksOfPattern(table, node));
    case 'choice':
    case 'number':
    case 'nothing':
      return node;
    default:
      return node satisfies never;
  }
}

/** A word without a field: part of a piece, a label or an address, or the whole of a number. */
function marksOfText(table: DealTable, text: string): Uint8Array {
  const marks = new Uint8Array(table.count);
  table.pieces.markHolding(marks, text);
  table.labels.markHolding(marks, text);
  markAddresses(table, marks, ['client', 'provider'], (address) => address.toLowerCase().includes(text));
  const id = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  if (id !== undefined) {
    const { id: ids, claimId } = table.columns;
    for (let row = 0; row < table.count; row += 1) if (ids[row] === id || claimId[row] === id) marks[row] = 1;
  }
  return marks;
}

function marksOfPattern(table: DealTable, term: PatternTerm): Uint8Array {
  const marks = new Uint8Array(table.count);
  switch (term.field) {
    case 'piece':
      markTexts(table.pieces, marks, term);
      return marks;
    case 'label':
      markTexts(table.labels, marks, term);
      return marks;
    case 'client':
    case 'provider':
      // A whole address, as a rule: f01 is not a part of f01000 that anybody looks for.
      markAddresses(table, marks, [term.field], /^[ft]0\d+$/.test(term.pattern) ? (address) => address === term.pattern : testOf(term));
      return marks;
    default:
      throw new Error(`The filter has no test for the field ${term.field}.`);
  }
}

function markTexts(column: TextColumn, marks: Uint8Array, term: PatternTerm): void {
  // The longest part without * has to be there in any case.
  const longest = term.pattern.split('*').reduce((best, part) => (part.length > best.length ? part : best), '');
  column.markHolding(marks, longest, term.isWhole ? testOf(term) : undefined);
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

function testOf(term: PatternTerm): (text: string) => boolean {
  return compileFilter<string>(
    { text: '', tokens: [], problems: [], node: { ...term, field: 'text' } },
    { texts: () => [], fields: { text: { pattern: (text) => text } } },
  );
}

function fieldsOf(table: DealTable): Readonly<Record<string, FieldTest<number>>> {
  const { columns, prices } = table;
  const priceNumbers = prices.map((price) => (price === '' ? undefined : BigInt(price)));
  return {
    id: { number: (row) => columns.id[row] },
    sector: { number: (row) => table.sectorAt(row) },
    size: { number: (row) => columns.size[row] },
    start: { number: (row) => table.startAt(row) },
    end: { number: (row) => columns.end[row] },
    price: { number: (row) => priceNumbers[columns.price[row] ?? 0] },
    state: { choice: (row) => STATES[columns.state[row] ?? 0] },
    kind: { choice: (row) => KINDS[columns.kind[row] ?? 0] },
    verified: { choice: (row) => (columns.isVerified[row] === 1 ? 'yes' : 'no') },
  };
}
