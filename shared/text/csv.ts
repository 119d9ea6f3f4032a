/**
 * Reads CSV strictly (RFC 4180): quoted cells with doubled quotes and line breaks inside, any of the three line ends, a byte order mark.
 * The separator is told from the first line: comma, semicolon or tab. Nothing is guessed beyond that: a quote that is not closed, or
 * stands inside of a cell, is an error with its line.
 */

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

/** The rows, without those that are empty. Cells are as written, without their quotes. @throws CsvError */
export function parseCsv(text: string): readonly CsvRow[] {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(source);
  const rows: CsvRow[] = [];
  let line = 1;
  let at = 0;
  while (at < source.length) {
    const startLine = line;
    const cells: string[] = [];
    let isRowOpen = true;
    while (isRowOpen) {
      const cell = source[at] === '"' ? quotedCell(source, at, line) : bareCell(source, at, separator, line);
      cells.push(cell.text);
      at = cell.end;
      line += cell.lineBreaks;
      if (source[at] === separator) {
        at += 1;
        continue;
      }
      if (at < source.length && source[at] !== '\r' && source[at] !== '\n')
        throw new CsvError(line, 'After a closing quote the cell ends: a separator or the end of the line is missing.');
      at += source.startsWith('\r\n', at) ? 2 : 1;
      line += 1;
      isRowOpen = false;
    }
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: startLine, cells });
  }
  return rows;
}

/** Whichever stands most often in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const head = /^[^\r\n]*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counts = SEPARATORS.map((separator) => head.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function bareCell(source: string, start: number, separator: string, line: number): { text: string; end: number; lineBreaks: number } {
  let end = start;
  while (end < source.length && source[end] !== separator && source[end] !== '\r' && source[end] !== '\n') {
    if (source[end] === '"')
      throw new CsvError(line, 'A quote stands inside of a cell: put the whole cell into quotes and double this one.');
    end += 1;
  }
  return { text: source.slice(start, end), end, lineBreaks: 0 };
}

function quotedCell(source: string, start: number, line: number): { text: string; end: number; lineBreaks: number } {
  let text = '';
  let at = start + 1;
  for (;;) {
    const quote = source.indexOf('"', at);
    if (quote === -1) throw new CsvError(line, 'A quote is opened here and never closed.');
    text += source.slice(at, quote);
    if (source[quote + 1] !== '"') return { text, end: quote + 1, lineBreaks: text.match(/\r\n|\r|\n/g)?.length ?? 0 };
    text += '"';
    at = quote + 2;
  }
}
