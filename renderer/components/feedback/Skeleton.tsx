import styles from './skeleton.module.css';

/** One bar in place of a value. */
export function Skeleton({ widthPx }: { readonly widthPx: number }) {
  return <span className={styles.bar} style={{ width: widthPx }} aria-hidden="true" />;
}

const WIDTHS_PX = [70, 62, 76, 58, 66];

/** Rows of bars in the shape of a list, while the first answer is awaited. */
export function SkeletonRows({
  rows = 5,
  columns = 4,
  label = 'Loading',
}: {
  readonly rows?: number;
  readonly columns?: number;
  readonly label?: string;
}) {
  return (
    <div className={styles.rows} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((rowKey, row) => (
        <div key={rowKey} className={styles.row}>
          {Array.from({ length: columns }, (_, column) => `column ${column}`).map((columnKey, column) => (
            <Skeleton key={columnKey} widthPx={WIDTHS_PX[(row + column * 2) % WIDTHS_PX.length] ?? 66} />
          ))}
        </div>
      ))}
    </div>
  );
}
