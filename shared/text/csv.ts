/** Parses CSV from other programs, strictly enough that no cell is misread. */
/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse';

/** A row that is not empty. */
export interface CsvRow {
  /** Line number in the text, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Invalid CSV. */
export class CsvError extends Error {
  override readonly name = 'CsvError';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const SEPARATORS = [',', ';', '\t'] as const;
const PROBLEMS: Readonly<Record<string, string>> = {
  MissingQuotes: 'Unclosed quote.',
  InvalidQuotes: 'Unexpected text after a closing quote. Double a quote within a cell ("").',
};

/**
 * The rows, without empty ones. Cells are unquoted; a line break in them is a single `\n`.
 *
 * @throws CsvError
 */
export function parseCsv(text: string): readonly CsvRow[] {
  // The parser supports only one kind of line ending per file.
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const rows: CsvRow[] = [];
  let line = 1;
  let start = 0;
  Papa.parse(source, {
    delimiter: separatorOf(source),
    newline: '\n',
    step: ({ data: cells, errors: [error], meta: { cursor } }) => {
      if (error !== undefined) throw new CsvError(line, PROBLEMS[error.code] ?? error.message);
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line, cells });
      line += source.slice(start, cursor).split('\n').length - 1;
      start = cursor;
    },
  });
  return rows;
}

/** The most frequent separator in the header line, outside of quotes: in other lines, a comma may be a decimal separator. */
function separatorOf(text: string): string {
  const head = /^[^\n]*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = SEPARATORS.map((separator) => head.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}
