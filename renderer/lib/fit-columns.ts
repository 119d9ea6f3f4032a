/** What is known of a column where it is decided whether it is shown. */
export interface FittedColumn {
  readonly id: string;
  readonly widthPx?: number;
  readonly leastPx?: number;
  readonly isWideOnly?: boolean;
  readonly isHidden?: boolean;
}

/** Shown or hidden by hand, by column. */
export type ColumnChoices = Readonly<Record<string, boolean>>;

/** A column without a width of its own takes what is left, and needs this much to be read. */
const LEAST_PX = 180;

/** Whether a column is wanted, be there room for it or not. */
export function isWanted({ id, isHidden = false }: FittedColumn, choices: ColumnChoices): boolean {
  return choices[id] ?? !isHidden;
}

/**
 * The columns that are shown in a table of a width. They keep their widths: where there is no room, columns go, first those that are made
 * for wide tables, and from the last one on; the first, which says what the row is, stays.
 *
 * @param widthPx 0 where it is not known yet: nothing goes
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
  return columns.reduce((sum, { widthPx, leastPx = LEAST_PX }) => sum + (widthPx ?? leastPx), 0);
}
