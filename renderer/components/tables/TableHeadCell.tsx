import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { SortDirection } from '../../lib/sort-rows.ts';
import type { DataColumn } from './DataTable.tsx';
import styles from './data-table.module.css';

interface TableHeadCellProps<T> {
  readonly column: DataColumn<T>;
  readonly isSortable: boolean;
  readonly direction: SortDirection | undefined;
  readonly onSort: () => void;
}

/** The head of a column, by which the table is sorted where that is possible. */
export function TableHeadCell<T>({ column, isSortable, direction, onSort }: TableHeadCellProps<T>) {
  const className = column.align === 'right' ? styles.right : undefined;
  if (!isSortable) {
    return (
      <th scope="col" className={className}>
        {column.isHeadHidden === true ? <span className="visually-hidden">{column.head}</span> : column.head}
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
