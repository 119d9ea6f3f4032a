import { memo, type ReactNode } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import type { DataColumn } from './DataTable.tsx';
import styles from './data-table.module.css';

const UNSEEN = { 'aria-hidden': true } as const;

interface TableRowProps<T> {
  readonly id: string;
  readonly row: T;
  readonly columns: readonly DataColumn<T>[];
  readonly index: number;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly isChoosable: boolean;
  readonly onChoose: (row: T, index: number) => void;
}

/** Drawn again only when something of it has changed, however often the table is. */
export const TableRow = memo(function TableRow<T>(props: TableRowProps<T>) {
  const { id, row, columns, index, isSelected, isActive, isChoosable, onChoose } = props;
  return (
    <tr
      id={id}
      data-row={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classNames(isChoosable && styles.choosable, isSelected && styles.selected, isActive && styles.active)}
      onClick={() => onChoose(row, index)}
    >
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <T>(props: TableRowProps<T> & { readonly key?: string | number }) => ReactNode;

/** A row that is on its way, in the shape of the others. */
export function AwaitedRow<T>({ columns, index }: { readonly columns: readonly DataColumn<T>[]; readonly index: number }) {
  return (
    <tr data-row={index} aria-rowindex={index + 2} aria-busy="true">
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)}>
          <Skeleton widthPx={column.widthPx === undefined ? 180 : Math.round(column.widthPx * 0.6)} />
        </td>
      ))}
    </tr>
  );
}

/** Stands for the rows above or below what is drawn. One cell: spanning columns that are hidden would make new ones. */
export function Spacer({ heightPx }: { readonly heightPx: number }) {
  return (
    <tr {...UNSEEN}>
      <td className={styles.spacer} style={{ height: heightPx }} />
    </tr>
  );
}

function cellClass<T>({ align }: DataColumn<T>): string | undefined {
  return align === 'right' ? styles.right : undefined;
}
