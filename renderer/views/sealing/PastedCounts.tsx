import { formatInteger } from '../../../shared/text/format.ts';
import { classNames } from '../../lib/class-names.ts';
import type { PastedRow } from './pasted-columns.tsx';
import styles from './sealing.module.css';
import { isInPipeline } from './sealing-lanes.ts';

/** Counts of a pasted list. */
export function PastedCounts({ rows }: { readonly rows: readonly PastedRow[] }) {
  const failed = rows.filter(({ sector }) => sector.group === 'failed').length;
  const figures = [
    { label: 'in the list', count: rows.length },
    { label: 'in the pipeline', count: rows.filter(({ sector }) => isInPipeline(sector) && sector.group !== 'failed').length },
    { label: 'active, pSet YES', count: rows.filter(({ sector }) => sector.isActive).length },
    { label: 'failed or faulty', count: failed, isBad: failed > 0 },
  ];
  return (
    <div className={styles.summary}>
      <div className={styles.figures}>
        {figures.map(({ label, count, isBad = false }) => (
          <div key={label} className={classNames(styles.figure, isBad && styles.bad)}>
            <b>{formatInteger(count)}</b>
            <span>{label}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
