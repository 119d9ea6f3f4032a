/**
 * Rows of a table as text, for a spreadsheet or a program.
 *
 * What a node said may stand in a cell: a text that a spreadsheet would take for a formula begins with an apostrophe in CSV. Numbers are
 * written as numbers; amounts and whatever is longer than a float holds are texts of digits, exact in both forms.
 */

export type TableForm = 'csv' | 'json';

/** The exact value of a cell; an empty text where there is none. */
export type CellValue = string | number;

export interface TextColumn<T> {
  readonly name: string;
  readonly text: (row: T) => CellValue;
}

/** The wide forms count too where a spreadsheet is set to Japanese. */
const FORMULA_START = /^[=+\-@＝＋－＠\t\n]/;
const ESCAPED_FORMULA = /^'(?='*[=+\-@＝＋－＠\t\n])/;

/** A table that is written while its rows come. */
export class TableText<T> {
  readonly #columns: readonly TextColumn<T>[];
  readonly #form: TableForm;
  readonly #parts: string[] = [];
  #rowCount = 0;

  /** Names that come twice are told apart by a number. */
  constructor(columns: readonly TextColumn<T>[], form: TableForm) {
    this.#columns = withOwnNames(columns);
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

  /** All of it, in parts that belong one behind the other. Nothing is added after this. */
  finish(): readonly string[] {
    if (this.#form === 'json') this.#parts.push(this.#rowCount === 0 ? ']\n' : '\n]\n');
    return this.#parts;
  }

  #object(cells: readonly CellValue[]): string {
    return JSON.stringify(Object.fromEntries(this.#columns.map(({ name }, index) => [name, cells[index]])));
  }
}

/** A moment for a cell: `2026-11-21T11:04:00.000Z`, or nothing. */
export function timeCell(timeMs: number | undefined): string {
  return timeMs === undefined || !(Math.abs(timeMs) <= 8.64e15) ? '' : new Date(timeMs).toISOString();
}

/** A line of CSV with its end. `readCsvCell` gives back what was a text; line breaks are single `\n` afterwards. */
export function csvLine(cells: readonly CellValue[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A cell as it was before it was written. */
export function readCsvCell(cell: string): string {
  return cell.replace(ESCAPED_FORMULA, '');
}

/** An apostrophe of one's own before a formula is doubled, so that reading gives back what was written. */
function csvCell(value: CellValue): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(/\r\n?/g, '\n');
  const safe = FORMULA_START.test(text) || ESCAPED_FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function withOwnNames<T>(columns: readonly TextColumn<T>[]): readonly TextColumn<T>[] {
  const counts = new Map<string, number>();
  return columns.map((column) => {
    const count = (counts.get(column.name) ?? 0) + 1;
    counts.set(column.name, count);
    return count === 1 ? column : { ...column, name: `${column.name} ${count}` };
  });
}
