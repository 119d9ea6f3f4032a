/**
 * A filter over a table in columns: which of its rows pass.
 *
 * Terms about texts are answered for all rows at once, by a search over the bytes of a column, or over the different words where there
 * are few; what is left are numbers and marks, which `compileFilter` tests row by row.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { compileFilter, type FieldTest, type FilterTests } from '../../../shared/filter/compile-filter.ts';
import type { Filter, FilterNode } from '../../../shared/filter/filter.ts';
import type { PatternTerm } from '../../../shared/filter/filter-term.ts';

export interface ColumnTests {
  readonly count: number;
  /** Marks with 1 the rows that a word without a field lets through; the word is in small letters. */
  readonly markText: (marks: Uint8Array, text: string) => void;
  /** Marks with 1 the rows that a term of a field of the kind `pattern` lets through. */
  readonly markPattern: (marks: Uint8Array, term: PatternTerm) => void;
  /** All other fields, by their names. */
  readonly fields: Readonly<Record<string, FieldTest<number>>>;
  readonly epochs: NonNullable<FilterTests<number>['epochs']>;
}

/** @throws nothing: what was not understood matches nothing */
export function columnFilter(filter: Filter, tests: ColumnTests): (row: number) => boolean {
  const marked: Record<string, FieldTest<number>> = {};
  const remember = (write: (marks: Uint8Array) => void): FilterNode => {
    const marks = new Uint8Array(tests.count);
    write(marks);
    const field = `marked ${Object.keys(marked).length}`;
    marked[field] = { choice: (row) => (marks[row] === 1 ? 'yes' : undefined) };
    return { kind: 'choice', field, choice: 'yes' };
  };
  const withoutTexts = (node: FilterNode): FilterNode => {
    switch (node.kind) {
      case 'all':
      case 'any':
        return { kind: node.kind, nodes: node.nodes.map(withoutTexts) };
      case 'not':
        return { kind: 'not', node: withoutTexts(node.node) };
      case 'text':
        return remember((marks) => tests.markText(marks, node.text));
      case 'pattern':
        return remember((marks) => tests.markPattern(marks, node));
      case 'choice':
      case 'number':
      case 'nothing':
        return node;
      default:
        return node satisfies never;
    }
  };
  const node = filter.node === undefined ? undefined : withoutTexts(filter.node);
  return compileFilter(
    { text: '', tokens: [], problems: [], ...defined({ node }) },
    { texts: () => [], fields: { ...tests.fields, ...marked }, epochs: tests.epochs },
  );
}
