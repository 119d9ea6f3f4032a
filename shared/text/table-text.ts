/**
 * Writes table rows as CSV or JSON.
 *
 * Cells may contain untrusted text: in CSV, a text that a spreadsheet would read as a formula gets a leading apostrophe. Amounts and
 * integers beyond a double are exact strings of digits.
 */

export type TableForm = 'csv' | 'json';

/** The exact value of a cell; empty if there is none. */
export type CellValue = string | number;

export interface TextColumn<T> {
  readonly name: string;
  readonly text: (row: T) => CellValue;
}

/** Includes full-width forms, which Japanese spreadsheets accept. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\n]/;
const ESCAPED_FORMULA = /^'(?='*[=+\-@＝＋－＠\t\n])/;

/** Writes a table row by row. */
export class TableText<T> {
  readonly #columns: readonly TextColumn<T>[];
  readonly #form: TableForm;
  readonly #parts: string[] = [];
  #rowCount = 0;

  /** Duplicate names get a number. */
  constructor(columns: readonly TextColumn<T>[], form: TableForm) {
    this.#columns = withUniqueNames(columns);
    this.#form = form;
    this.#parts.push(form === 'csv' ? csvLine(this.#columns.map(({ name }) => name)) : '[');
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  add(rows: readonly T[]): void {
    for (const row of rows) {
      const cells = this.#columns.map(({ text }) => text(row));
      this.#parts.push(this.#form === 'csv' ? csvLine(cells) : `${this.#rowCount === 0 ? '' : ','}\n  ${this.#object(cells)}`);
      this.#rowCount += 1;
    }
  }

  /** The whole table, in parts to concatenate. Nothing may be added afterwards. */
  finish(): readonly string[] {
    if (this.#form === 'json') this.#parts.push(this.#rowCount === 0 ? ']\n' : '\n]\n');
    return this.#parts;
  }

  #object(cells: readonly CellValue[]): string {
    return JSON.stringify(Object.fromEntries(this.#columns.map(({ name }, index) => [name, cells[index]])));
  }
}

/** A time for a cell: `2026-11-21T11:04:00.000Z`, or empty. */
export function timeCell(timeMs: number | undefined): string {
  return timeMs === undefined || !(Math.abs(timeMs) <= 8.64e15) ? '' : new Date(timeMs).toISOString();
}

/** A CSV line with its line ending. `readCsvCell` restores texts; line breaks are single `\n` afterwards. */
export function csvLine(cells: readonly CellValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Restores a cell from CSV. */
export function readCsvCell(cell: string): string {
  return cell.replace(ESCAPED_FORMULA, '');
}

/** An existing apostrophe before a formula is doubled, so that reading restores it. */
function csvCell(value: CellValue): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(/\r\n?/g, '\n');
  const safe = FORMULA_START.test(text) || ESCAPED_FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function withUniqueNames<T>(columns: readonly TextColumn<T>[]): readonly TextColumn<T>[] {
  const counts = new Map<string, number>();
  return columns.map((column) => {
    const count = (counts.get(column.name) ?? 0) + 1;
    counts.set(column.name, count);
    return count === 1 ? column : { ...column, name: `${column.name} ${count}` };
  });
}
