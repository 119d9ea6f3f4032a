import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { formatInteger } from '../../shared/text/format.ts';
import { useRowHeight } from '../hooks/use-row-height.ts';
import { classNames } from '../lib/class-names.ts';
import { type SortDirection, sortRows } from '../lib/sort-rows.ts';
import { nextRowIndex } from '../lib/table-keys.ts';
import styles from './data-table.module.css';

/** Up to here all rows are drawn: search in the page, screen readers and printing then see the whole list. */
const VIRTUAL_FROM = 120;
/** The grid pattern of ARIA: one stop for Tab, rows by arrow keys. */
const GRID = { role: 'grid', tabIndex: 0 } as const;
const UNSEEN = { 'aria-hidden': true } as const;

export interface DataColumn<T> {
  readonly id: string;
  readonly head: string;
  /** Fixed width; one column without a width takes what is left. */
  readonly widthPx?: number;
  /** Numbers stand at the right. */
  readonly align?: 'left' | 'right';
  readonly cell: (row: T) => ReactNode;
  /** Present where the column can be sorted. */
  readonly sortBy?: (row: T) => string | number | bigint;
  /** Left out where the table is narrow. */
  readonly isWideOnly?: boolean;
}

interface DataTableProps<T> {
  readonly label: string;
  readonly columns: readonly DataColumn<T>[];
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => string;
  readonly selectedKey?: string | undefined;
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
  /** What stands in place of the rows when there are none. */
  readonly empty?: ReactNode;
  /** Old data is readable but dimmed. */
  readonly isStale?: boolean;
  /** Takes the height that is left and scrolls inside; otherwise as high as its rows. */
  readonly isFilling?: boolean;
}

/** A table with a sticky head, keyboard selection and rows drawn only where they can be seen. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, selectedKey, onSelect, copyText, isFilling = false, hasFooter = isFilling } = props;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [sort, setSort] = useState<{ readonly columnId: string; readonly direction: SortDirection } | undefined>(undefined);
  const [activeKey, setActiveKey] = useState<string | undefined>(undefined);
  const rowHeightPx = useRowHeight();

  const sortBy = columns.find((column) => column.id === sort?.columnId)?.sortBy;
  const sorted = useMemo(
    () => (sort === undefined || sortBy === undefined ? rows : sortRows(rows, sortBy, sort.direction)),
    [rows, sort, sortBy],
  );
  const isVirtual = isFilling && sorted.length > VIRTUAL_FROM;
  const virtualizer = useVirtualizer({
    count: isVirtual ? sorted.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeightPx,
    overscan: 12,
  });
  const virtualRows = virtualizer.getVirtualItems();
  const firstIndex = isVirtual ? (virtualRows[0]?.index ?? 0) : 0;
  const endIndex = isVirtual ? (virtualRows.at(-1)?.index ?? -1) + 1 : sorted.length;
  const shown = sorted.slice(firstIndex, endIndex);
  const activeIndex = sorted.findIndex((row) => rowKey(row) === (activeKey ?? selectedKey));

  function toggleSort(columnId: string): void {
    setSort((before) => {
      if (before?.columnId !== columnId) return { columnId, direction: 'ascending' };
      return before.direction === 'ascending' ? { columnId, direction: 'descending' } : undefined;
    });
  }

  function moveTo(index: number): void {
    const row = sorted[index];
    if (row === undefined) return;
    setActiveKey(rowKey(row));
    if (isVirtual) virtualizer.scrollToIndex(index);
    else scroller.current?.querySelector(`[data-row="${index}"]`)?.scrollIntoView({ block: 'nearest' });
    // With the pane open the selection follows, as it does in a mail program.
    if (selectedKey !== undefined) onSelect?.(row);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 280) / rowHeightPx) - 2);
    const next = nextRowIndex(event.key, activeIndex, sorted.length, pageRows);
    const active = sorted[activeIndex];
    if (next !== undefined) moveTo(next);
    else if ((event.key === 'Enter' || event.key === ' ') && active !== undefined && onSelect !== undefined) onSelect(active);
    else if (event.key === 'c' && active !== undefined && copyText !== undefined) void navigator.clipboard.writeText(copyText(active));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const isActiveShown = activeIndex >= firstIndex && activeIndex < endIndex;
  const gridProps = isActiveShown ? { ...GRID, 'aria-activedescendant': `${id}-${activeIndex}` } : GRID;

  return (
    <div className={classNames(styles.frame, isFilling && styles.filling)}>
      <div ref={scroller} className={styles.scroller}>
        <table className={styles.table} {...gridProps} aria-label={label} aria-rowcount={sorted.length + 1} onKeyDown={onKeyDown}>
          <colgroup>
            {columns.map((column) => (
              <col
                key={column.id}
                className={column.isWideOnly === true ? styles.wideOnly : undefined}
                style={column.widthPx === undefined ? undefined : { width: column.widthPx }}
              />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {columns.map((column) => (
                <HeadCell
                  key={column.id}
                  column={column}
                  direction={sort?.columnId === column.id ? sort.direction : undefined}
                  onSort={() => toggleSort(column.id)}
                />
              ))}
            </tr>
          </thead>
          <tbody className={props.isStale === true ? styles.stale : undefined}>
            {isVirtual && firstIndex > 0 ? <Spacer heightPx={firstIndex * rowHeightPx} /> : undefined}
            {shown.map((row, offset) => {
              const index = firstIndex + offset;
              const key = rowKey(row);
              return (
                <tr
                  key={key}
                  id={`${id}-${index}`}
                  data-row={index}
                  aria-rowindex={index + 2}
                  aria-selected={key === selectedKey}
                  className={classNames(
                    onSelect !== undefined && styles.choosable,
                    key === selectedKey && styles.selected,
                    index === activeIndex && styles.active,
                  )}
                  onClick={() => {
                    setActiveKey(key);
                    onSelect?.(row);
                  }}
                >
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={classNames(column.align === 'right' && styles.right, column.isWideOnly === true && styles.wideOnly)}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              );
            })}
            {isVirtual && endIndex < sorted.length ? <Spacer heightPx={(sorted.length - endIndex) * rowHeightPx} /> : undefined}
          </tbody>
        </table>
        {sorted.length === 0 ? props.empty : undefined}
      </div>
      {hasFooter ? (
        <div className={styles.footer}>
          <span>
            {props.total === undefined || props.total === rows.length
              ? countText(rows.length, rows.length, props.unit)
              : countText(rows.length, props.total, props.unit)}
          </span>
          {props.footer}
        </div>
      ) : undefined}
    </div>
  );
}

/** "7 deals", or "7 of 101 deals" where the rows are a part of them. */
function countText(count: number, total: number, unit: readonly [string, string] = ['row', 'rows']): string {
  const number = count === total ? formatInteger(count) : `${formatInteger(count)} of ${formatInteger(total)}`;
  return `${number} ${total === 1 ? unit[0] : unit[1]}`;
}

interface HeadCellProps<T> {
  readonly column: DataColumn<T>;
  readonly direction: SortDirection | undefined;
  readonly onSort: () => void;
}

function HeadCell<T>({ column, direction, onSort }: HeadCellProps<T>) {
  const className = classNames(column.align === 'right' && styles.right, column.isWideOnly === true && styles.wideOnly);
  if (column.sortBy === undefined) {
    return (
      <th scope="col" className={className}>
        {column.head}
      </th>
    );
  }
  return (
    <th scope="col" className={className} aria-sort={direction ?? 'none'}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {column.head}
        {direction === 'ascending' ? <IconArrowUp size={12} stroke={2} aria-hidden="true" /> : undefined}
        {direction === 'descending' ? <IconArrowDown size={12} stroke={2} aria-hidden="true" /> : undefined}
      </button>
    </th>
  );
}

/** Stands for the rows above or below what is drawn. One cell: spanning columns that are hidden would make new ones. */
function Spacer({ heightPx }: { readonly heightPx: number }) {
  return (
    <tr {...UNSEEN}>
      <td className={styles.spacer} style={{ height: heightPx }} />
    </tr>
  );
}
