/**
 * A filter for a table in columns.
 *
 * Text terms are evaluated for all rows at once, by searching the bytes of a column, or the distinct words if there are few; the remaining
 * numbers and flags are tested row by row by `compileFilter`.
 */
import { defined } from '../../../shared/collections/defined.ts';
import { compileFilter, type FieldTest, type FilterTests } from '../../../shared/filter/compile-filter.ts';
import type { Filter, FilterNode } from '../../../shared/filter/filter.ts';
import type { PatternTerm } from '../../../shared/filter/filter-term.ts';

export interface ColumnTests {
  readonly count: number;
  /** Mark with 1 the rows that match a word without a field; the word is in lower case. */
  readonly markText: (marks: Uint8Array, text: string) => void;
  /** Mark with 1 the rows that match a term of a `pattern` field. */
  readonly markPattern: (marks: Uint8Array, term: PatternTerm) => void;
  /** All other fields, by name. */
  readonly fields: Readonly<Record<string, FieldTest<number>>>;
  readonly epochs: NonNullable<FilterTests<number>['epochs']>;
}

/** Never throws: terms that could not be parsed match nothing. */
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
