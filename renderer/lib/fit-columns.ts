/** Properties of a column that decide whether it is shown. */
export interface FittedColumn {
  readonly id: string;
  readonly widthPx?: number;
  readonly leastPx?: number;
  readonly isWideOnly?: boolean;
  readonly isHidden?: boolean;
}

/** Columns shown or hidden by the user. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

/** A column without a fixed width takes the remaining width, and needs at least this much. */
const MIN_PX = 180;

/** Whether a column is wanted, regardless of the available width. */
export function isWanted({ id, isHidden = false }: FittedColumn, choices: ColumnChoices): boolean {
  return choices[id] ?? !isHidden;
}

/**
 * Return the columns that fit a table of a width. Columns keep their widths: if there is no room, columns are hidden, first those made for
 * wide tables, starting from the last. The first column, which identifies the row, always stays.
 *
 * @param widthPx 0 if not known yet: no column is hidden
 */
export function fitColumns<C extends FittedColumn>(columns: readonly C[], choices: ColumnChoices, widthPx: number): readonly C[] {
  let shown = columns.filter((column) => isWanted(column, choices));
  while (widthPx > 0 && shown.length > 1 && neededPx(shown) > widthPx) {
    const rest = shown.slice(1);
    const leaving = rest.findLast(({ id, isWideOnly }) => isWideOnly === true && choices[id] === undefined) ?? rest.at(-1);
    shown = shown.filter((column) => column !== leaving);
  }
  return shown.length === 0 ? columns.slice(0, 1) : shown;
}

function neededPx(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, { widthPx, leastPx = MIN_PX }) => sum + (widthPx ?? leastPx), 0);
}
