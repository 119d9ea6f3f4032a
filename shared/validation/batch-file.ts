/** Parses a batch file: CSV with a header line. */
import type { DraftParams } from '../ipc/schemas/drafts.ts';
import { CsvError, type CsvRow, parseCsv } from '../text/csv.ts';

/** A mempool's limit for pending messages of one sender (Lotus chain/messagepool, `MaxActorPendingMessages`). */
const MAX_BATCH_LINES = 1000;
const COLUMNS = ['to', 'value', 'method', 'params', 'comment'] as const;
type Column = (typeof COLUMNS)[number];
const MAX_COMMENT = 200;

/** One line, as typed. */
export interface BatchLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly to: string;
  readonly value: string;
  readonly method: string;
  readonly params: DraftParams;
  readonly comment?: string;
  /** Why the line is invalid. */
  readonly problem?: string;
}

/** The lines, and a problem of the whole file. */
export interface BatchFile {
  readonly lines: readonly BatchLine[];
  readonly problem?: string;
}

/** Parses a batch. Never throws: problems are part of the result. */
export function readBatchFile(csv: string): BatchFile {
  let rows: readonly CsvRow[];
  try {
    rows = parseCsv(csv);
  } catch (error) {
    if (error instanceof CsvError) return { lines: [], problem: `Line ${error.line}: ${error.message}` };
    throw error;
  }
  const [head, ...body] = rows;
  if (head === undefined) return { lines: [], problem: 'The file is empty. Start with a header line: to,value.' };
  const columns = head.cells.map((cell) => COLUMNS.find((column) => column === cell.trim().toLowerCase()));
  const problem = headProblem(head.cells, columns);
  if (problem !== undefined) return { lines: [], problem };
  if (body.length === 0) return { lines: [], problem: 'There are no lines after the header line.' };
  const lines = body.slice(0, MAX_BATCH_LINES).map((row) => readLine(row, columns));
  return body.length > MAX_BATCH_LINES
    ? { lines, problem: `A batch has at most ${MAX_BATCH_LINES} lines; this one has ${body.length}. Split it.` }
    : { lines };
}

function headProblem(cells: readonly string[], columns: readonly (Column | undefined)[]): string | undefined {
  const unknownAt = columns.indexOf(undefined);
  if (!columns.includes('to') || !columns.includes('value'))
    return `${namedWords(cells)} Start with a header line: to,value and, if needed, method,params,comment.`;
  if (unknownAt !== -1) return `Unknown column “${(cells[unknownAt] ?? '').trim().slice(0, 40)}”. Valid columns: ${COLUMNS.join(', ')}.`;
  return new Set(columns).size < columns.length ? 'The header line names a column twice.' : undefined;
}

/** Names the columns missing in the first line, and its content. */
function namedWords(cells: readonly string[]): string {
  const named = cells.map((cell) => cell.trim().toLowerCase());
  const missing = (['to', 'value'] as const).filter((column) => !named.includes(column)).join(' and ');
  const found = cells.map((cell) => `“${cell.trim().slice(0, 40)}”`).slice(0, 5);
  return `The header line has no column ${missing}; it is ${found.join(', ')}.`;
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
      problem: `The line has ${cells.length} cells for ${columns.length} columns. Quote cells that contain a separator.`,
    };
  if (to === '') return { problem: 'The recipient is missing.' };
  return value === '' ? { problem: 'The value is missing. Enter 0 for none.' } : {};
}

/** JSON fields if it starts like JSON; else bytes: hex with 0x or with an even number of digits, else base64. */
function paramsOf(text: string): DraftParams {
  if (text === '') return { kind: 'none' };
  if (/^[[{"]/.test(text)) return { kind: 'fields', json: text };
  const isHex = /^0x/i.test(text) || /^(?:[0-9a-f]{2})+$/i.test(text);
  return { kind: 'bytes', encoding: isHex ? 'hex' : 'base64', text };
}
