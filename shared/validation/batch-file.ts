/** A batch as a person writes it: CSV with a head line that names its columns. */
import type { DraftParams } from '../ipc/schemas/drafts.ts';
import { CsvError, type CsvRow, parseCsv } from '../text/csv.ts';

/** Lines of one batch: as many messages of a sender as a node's pool holds (Lotus chain/messagepool, `MaxActorPendingMessages`). */
const MOST_BATCH_LINES = 1000;
const COLUMNS = ['to', 'value', 'method', 'params', 'comment'] as const;
type Column = (typeof COLUMNS)[number];
const MAX_COMMENT = 200;

/** One line, as typed. */
export interface BatchLine {
  /** In the file, counted from 1. */
  readonly line: number;
  readonly to: string;
  readonly value: string;
  readonly method: string;
  readonly params: DraftParams;
  readonly comment?: string;
  /** Why the line cannot be read. */
  readonly problem?: string;
}

/** The lines, and what is wrong with the file as a whole. */
export interface BatchFile {
  readonly lines: readonly BatchLine[];
  readonly problem?: string;
}

/** Reads a batch. Never throws: what cannot be read is said. */
export function readBatchFile(csv: string): BatchFile {
  let rows: readonly CsvRow[];
  try {
    rows = parseCsv(csv);
  } catch (error) {
    if (error instanceof CsvError) return { lines: [], problem: `Line ${error.line}: ${error.message}` };
    throw error;
  }
  const [head, ...body] = rows;
  if (head === undefined) return { lines: [], problem: 'There is nothing in it yet. The first line names the columns: to,value.' };
  const columns = head.cells.map((cell) => COLUMNS.find((column) => column === cell.trim().toLowerCase()));
  const problem = headProblem(head.cells, columns);
  if (problem !== undefined) return { lines: [], problem };
  if (body.length === 0) return { lines: [], problem: 'There is no line below the one that names the columns.' };
  const lines = body.slice(0, MOST_BATCH_LINES).map((row) => readLine(row, columns));
  return body.length > MOST_BATCH_LINES
    ? { lines, problem: `A batch has at most ${MOST_BATCH_LINES} lines; this one has ${body.length}. Divide it.` }
    : { lines };
}

function headProblem(cells: readonly string[], columns: readonly (Column | undefined)[]): string | undefined {
  const unknownAt = columns.indexOf(undefined);
  if (!columns.includes('to') || !columns.includes('value'))
    return `${namedWords(cells)} Begin with a line that names the columns: to,value and, if needed, method,params,comment.`;
  if (unknownAt !== -1)
    return `The column “${(cells[unknownAt] ?? '').trim().slice(0, 40)}” is not known: there are ${COLUMNS.join(', ')}.`;
  return new Set(columns).size < columns.length ? 'A column is named twice in the first line.' : undefined;
}

/** Which columns the first line lacks, and what stands there instead. */
function namedWords(cells: readonly string[]): string {
  const named = cells.map((cell) => cell.trim().toLowerCase());
  const missing = (['to', 'value'] as const).filter((column) => !named.includes(column)).join(' and ');
  const found = cells.map((cell) => `“${cell.trim().slice(0, 40)}”`).slice(0, 5);
  return `The first line has no column ${missing}; it reads ${found.join(', ')}.`;
}

function readLine({ line, cells }: CsvRow, columns: readonly (Column | undefined)[]): BatchLine {
  const cell = (column: Column): string => (columns.includes(column) ? (cells[columns.indexOf(column)] ?? '').trim() : '');
  const comment = cell('comment');
  const method = cell('method');
  return {
    line,
    to: cell('to').slice(0, 120),
    value: cell('value').slice(0, 80),
    method: method === '' ? '0' : method.slice(0, 80),
    params: paramsOf(cell('params')),
    ...(comment === '' ? {} : { comment: comment.slice(0, MAX_COMMENT) }),
    ...problemOf(cells, columns, { to: cell('to'), value: cell('value') }),
  };
}

function problemOf(
  cells: readonly string[],
  columns: readonly unknown[],
  { to, value }: { to: string; value: string },
): { problem?: string } {
  if (cells.length > columns.length)
    return {
      problem: `It has ${cells.length} cells, and the first line names ${columns.length} columns. Put a cell with a separator in it into quotes.`,
    };
  if (to === '') return { problem: 'The recipient is missing.' };
  return value === '' ? { problem: 'The value is missing: write 0 for none.' } : {};
}

/** Fields where it begins as JSON does, else bytes: hex with 0x or of an even number of digits, else base64. */
function paramsOf(text: string): DraftParams {
  if (text === '') return { kind: 'none' };
  if (/^[[{"]/.test(text)) return { kind: 'fields', json: text };
  const isHex = /^0x/i.test(text) || /^(?:[0-9a-f]{2})+$/i.test(text);
  return { kind: 'bytes', encoding: isHex ? 'hex' : 'base64', text };
}
