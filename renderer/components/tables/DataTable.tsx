import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { formatInteger } from '../../../shared/text/format.ts';
import type { TextColumn } from '../../../shared/text/table-text.ts';
import { useElementWidth } from '../../hooks/use-element-width.ts';
import { useRowHeight } from '../../hooks/use-row-height.ts';
import { useRowWindow } from '../../hooks/use-row-window.ts';
import { useTopic } from '../../hooks/use-topic.ts';
import { classNames } from '../../lib/class-names.ts';
import { type ColumnChoices, fitColumns } from '../../lib/fit-columns.ts';
import { sortRows } from '../../lib/sort-rows.ts';
import { nextRowIndex } from '../../lib/table-keys.ts';
import type { TableSort, WindowedRows } from '../../lib/windowed-rows.ts';
import styles from './data-table.module.css';
import { TableColumns } from './TableColumns.tsx';
import { TableExport } from './TableExport.tsx';
import { TableHeadCell } from './TableHeadCell.tsx';
import { AwaitedRow, Spacer, TableRow } from './TableRow.tsx';

/** Up to here all rows are drawn: search in the page, screen readers and printing then see the whole list. */
const VIRTUAL_FROM = 120;
/** The grid pattern of ARIA: one stop for Tab, rows by arrow keys. */
const GRID = { role: 'grid', tabIndex: 0 } as const;
const NO_ROWS: readonly never[] = [];
const NO_CHOICES: ColumnChoices = {};
/** From here on it can be chosen which are shown. */
const MANY_COLUMNS = 7;
const ROW_UNIT = ['row', 'rows'] as const;

export interface DataColumn<T> {
  readonly id: string;
  readonly head: string;
  /** The head is read out and not drawn. */
  readonly isHeadHidden?: boolean;
  /** Fixed width; one column without a width takes what is left. */
  readonly widthPx?: number;
  /** Of a column without a width, how much it needs; below that other columns go. */
  readonly leastPx?: number;
  /** Numbers stand at the right. */
  readonly align?: 'left' | 'right';
  readonly cell: (row: T) => ReactNode;
  /** Present where the column can be sorted. */
  readonly sortBy?: (row: T) => string | number | bigint;
  /** The exact value, for a copy: attoFIL, the whole CID. A column without it is left out of copies. */
  readonly text?: (row: T) => string | number;
  /** What the column is called in a copy, where its unit has to be told: `pledge_attofil`. As a rule the head. */
  readonly textName?: string;
  /** Among the first that are left out where there is no room for all. */
  readonly isWideOnly?: boolean;
  /** Left out until it is chosen. */
  readonly isHidden?: boolean;
}

interface DataTableProps<T> {
  readonly label: string;
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[] | WindowedRows<T>;
  readonly rowKey: (row: T) => string;
  readonly selectedKey?: string | undefined;
  /** A row of a windowed list to scroll to, once. */
  readonly revealIndex?: number | undefined;
  /** A row was chosen by pointer, Enter or Space. */
  readonly onSelect?: (row: T) => void;
  /** What `c` copies: the row's identifier. */
  readonly copyText?: (row: T) => string;
  /** What one row is called and what several are, for the footer. */
  readonly unit?: readonly [one: string, several: string];
  /** How many there are in all, when the rows are a part of them. */
  readonly total?: number;
  /** Stands at the right of the footer. */
  readonly footer?: ReactNode;
  readonly hasFooter?: boolean;
  /** What the rows are, for the name of a file: `sectors-f01000`. Present where they can be copied and saved; needs columns with `text`. */
  readonly exportName?: string;
  /** What stands in place of the rows when there are none. */
  readonly empty?: ReactNode;
  /** Old data is readable but dimmed. */
  readonly isStale?: boolean;
  /** Takes the height that is left and scrolls inside; otherwise as high as its rows. */
  readonly isFilling?: boolean;
}

/** A table with a sticky head, keyboard selection and rows drawn only where they can be seen. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, rowKey, selectedKey, onSelect, copyText, isFilling = false, hasFooter = isFilling, exportName } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [ownSort, setOwnSort] = useState<TableSort | undefined>(undefined);
  /** Without a key where its row is not there yet. */
  const [active, setActive] = useState<{ readonly key: string | undefined; readonly index: number } | undefined>(undefined);
  const [isExportOpen, setIsExportOpen] = useState(false);
  const rowHeightPx = useRowHeight();
  const [frame, frameWidthPx] = useElementWidth<HTMLDivElement>();
  const allChoices = useTopic('settings.changed', (settings) => settings?.columnChoices);
  const choices = allChoices?.[label] ?? NO_CHOICES;
  const columns = useMemo(() => fitColumns(props.columns, choices, frameWidthPx), [props.columns, choices, frameWidthPx]);

  const windowed = isWindowed(props.rows) ? props.rows : undefined;
  const held = isWindowed(props.rows) ? NO_ROWS : props.rows;
  const sort = windowed === undefined ? ownSort : windowed.sort;
  const sortBy = props.columns.find((column) => column.id === ownSort?.columnId)?.sortBy;
  const sorted = useMemo(
    () => (ownSort === undefined || sortBy === undefined ? held : sortRows(held, sortBy, ownSort.direction)),
    [held, ownSort, sortBy],
  );
  const count = windowed?.count ?? sorted.length;
  const offset = windowed?.offset ?? 0;
  const loaded = windowed?.loaded ?? sorted;
  const rowAt = (index: number): T | undefined => loaded[index - offset];

  const isCut = windowed !== undefined || (isFilling && count > VIRTUAL_FROM);
  const [seen, scrollToRow] = useRowWindow(scroller, isCut ? count : 0, rowHeightPx);
  const firstIndex = isCut ? seen.firstIndex : 0;
  const endIndex = isCut ? seen.endIndex : count;
  const onWindow = windowed?.onWindow;
  useEffect(() => onWindow?.(firstIndex, endIndex, seen.isAtTop), [onWindow, firstIndex, endIndex, seen.isAtTop]);
  const topKey = windowed?.topKey;
  useEffect(() => {
    if (topKey === undefined) return;
    setActive(undefined);
    if (scroller.current !== null) scroller.current.scrollTop = 0;
  }, [topKey]);

  const { revealIndex } = props;
  const isRevealed = useRef(false);
  useEffect(() => {
    if (revealIndex === undefined || isRevealed.current || count <= revealIndex) return;
    isRevealed.current = true;
    scrollToRow(revealIndex);
  }, [revealIndex, count, scrollToRow]);

  const wantedKey = active === undefined ? selectedKey : active.key;
  const foundAt = wantedKey === undefined ? -1 : loaded.findIndex((row) => rowKey(row) === wantedKey);
  const activeIndex = foundAt === -1 ? (windowed === undefined ? -1 : (active?.index ?? -1)) : offset + foundAt;
  const awaited = active !== undefined && active.key === undefined ? rowAt(active.index) : undefined;
  useEffect(() => {
    if (awaited === undefined) return;
    setActive((before) => before && { key: rowKey(awaited), index: before.index });
    if (selectedKey !== undefined) onSelect?.(awaited);
  }, [awaited, rowKey, selectedKey, onSelect]);

  function toggleSort(columnId: string): void {
    const next: TableSort | undefined =
      sort?.columnId !== columnId
        ? { columnId, direction: 'ascending' }
        : sort.direction === 'ascending'
          ? { columnId, direction: 'descending' }
          : undefined;
    if (windowed === undefined) setOwnSort(next);
    else windowed.onSort(next);
  }

  function moveTo(index: number): void {
    const row = rowAt(index);
    if (row === undefined && windowed === undefined) return;
    setActive({ key: row === undefined ? undefined : rowKey(row), index });
    if (isCut) scrollToRow(index);
    else scroller.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' });
    // With the pane open the selection follows, as it does in a mail program.
    if (selectedKey !== undefined && row !== undefined) onSelect?.(row);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 280) / rowHeightPx) - 2);
    const next = nextRowIndex(event.key, activeIndex, count, pageRows);
    const activeRow = rowAt(activeIndex);
    if (next !== undefined) moveTo(next);
    else if ((event.key === 'Enter' || event.key === ' ') && activeRow !== undefined && onSelect !== undefined) onSelect(activeRow);
    else if (event.key === 'c' && activeRow !== undefined && copyText !== undefined)
      void navigator.clipboard.writeText(copyText(activeRow));
    else if (event.key === 'x' && exportName !== undefined && count > 0) setIsExportOpen(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const latestChoose = useRef<(row: T, index: number) => void>(() => {});
  latestChoose.current = (row, index) => {
    setActive({ key: rowKey(row), index });
    onSelect?.(row);
  };
  const choose = useCallback((row: T, index: number) => latestChoose.current(row, index), []);

  // A copy has all there is to tell, whatever there is room for on the screen.
  const textColumns = useMemo(() => props.columns.flatMap(textColumnOf), [props.columns]);
  const readPage = useCallback(async (from: number, limit: number) => sorted.slice(from, from + limit), [sorted]);

  const isActiveShown = activeIndex >= firstIndex && activeIndex < endIndex;
  const gridProps = isActiveShown ? { ...GRID, 'aria-activedescendant': `${id}-${activeIndex}` } : GRID;

  return (
    <div ref={frame} className={classNames(styles.frame, isFilling && styles.filling)}>
      <div ref={scroller} className={styles.scroller}>
        <table className={styles.table} {...gridProps} aria-label={label} aria-rowcount={count + 1} onKeyDown={onKeyDown}>
          <colgroup>
            {columns.map((column) => (
              <col key={column.id} style={column.widthPx === undefined ? undefined : { width: column.widthPx }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <TableHeadCell
                  key={column.id}
                  column={column}
                  isSortable={windowed === undefined ? column.sortBy !== undefined : windowed.sortableColumns.has(column.id)}
                  direction={sort?.columnId === column.id ? sort.direction : undefined}
                  onSort={() => toggleSort(column.id)}
                />
              ))}
            </tr>
          </thead>
          <tbody className={props.isStale === true ? styles.stale : undefined}>
            {isCut && seen.abovePx > 0 ? <Spacer heightPx={seen.abovePx} /> : undefined}
            {Array.from({ length: Math.max(0, endIndex - firstIndex) }, (_, step) => {
              const index = firstIndex + step;
              const row = rowAt(index);
              if (row === undefined) return <AwaitedRow key={`awaited ${index}`} columns={columns} index={index} />;
              const key = rowKey(row);
              return (
                <TableRow
                  // Rows that may all be others in a moment are written anew where they stand.
                  key={windowed === undefined ? key : index}
                  id={`${id}-${index}`}
                  row={row}
                  columns={columns}
                  index={index}
                  isSelected={key === selectedKey}
                  isActive={index === activeIndex}
                  isChoosable={onSelect !== undefined}
                  onChoose={choose}
                />
              );
            })}
            {isCut && seen.belowPx > 0 ? <Spacer heightPx={seen.belowPx} /> : undefined}
          </tbody>
        </table>
        {count === 0 ? props.empty : undefined}
      </div>
      {hasFooter ? (
        <div className={styles.footer}>
          <span>{countText(count, props.total ?? count, props.unit)}</span>
          <span className={styles.rest}>{props.footer}</span>
          {props.columns.length < MANY_COLUMNS ? undefined : (
            <TableColumns table={label} columns={props.columns} shown={columns} choices={choices} />
          )}
          {exportName === undefined || (windowed !== undefined && windowed.readPage === undefined) ? undefined : (
            <TableExport
              name={exportName}
              columns={textColumns}
              count={count}
              unit={props.unit ?? ROW_UNIT}
              readPage={windowed?.readPage ?? readPage}
              rowKey={rowKey}
              isOpen={isExportOpen}
              onOpen={setIsExportOpen}
            />
          )}
        </div>
      ) : undefined}
    </div>
  );
}

function textColumnOf<T>({ id, head, text, textName = head === '' ? id : head }: DataColumn<T>): readonly TextColumn<T>[] {
  return text === undefined ? [] : [{ name: textName, text }];
}

/** "7 deals", or "7 of 101 deals" where the rows are a part of them. */
function countText(count: number, total: number, unit: readonly [string, string] = ROW_UNIT): string {
  const number = count === total ? formatInteger(count) : `${formatInteger(count)} of ${formatInteger(total)}`;
  return `${number} ${total === 1 ? unit[0] : unit[1]}`;
}

function isWindowed<T>(rows: readonly T[] | WindowedRows<T>): rows is WindowedRows<T> {
  return !Array.isArray(rows);
}
