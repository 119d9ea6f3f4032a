import { compileFilter } from '../../../shared/filter/compile-filter.ts';
import type { PatternTerm } from '../../../shared/filter/filter-term.ts';

/** A term about texts as a test of a single one. */
export function wordTest(term: PatternTerm): (text: string) => boolean {
  return compileFilter<string>(
    { text: '', tokens: [], problems: [], node: { ...term, field: 'text' } },
    { texts: () => [], fields: { text: { pattern: (text) => text } } },
  );
}
