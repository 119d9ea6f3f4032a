/** Tables as text: what somebody else's spreadsheet wrote, read strictly enough that no cell is taken for another. */
/// <reference path="./papaparse.d.ts" />
import Papa from 'papaparse';

/** A row that has something in it. */
export interface CsvRow {
  /** Where it begins in the text, counted from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Text that is no CSV. */
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
  MissingQuotes: 'A quote is opened here and never closed.',
  InvalidQuotes: 'After a closing quote the cell ends: a separator or the end of the line is missing. A quote inside of a cell is doubled.',
};

/**
 * The rows, without those that are empty. Cells are as written, without their quotes; every line break in them is a single `\n`.
 *
 * @throws CsvError
 */
export function parseCsv(text: string): readonly CsvRow[] {
  // A file that two programs wrote may end its lines in two ways; the parser knows one at a time.
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

/** Whichever stands most often in the line of the names, outside of quotes: further down, a comma may be a decimal one. */
function separatorOf(text: string): string {
  const head = /^[^\n]*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = SEPARATORS.map((separator) => head.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}
