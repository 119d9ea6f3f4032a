import type { ReactNode } from 'react';
import type { TipsetRef } from '../../shared/ipc/schemas/common.ts';
import { formatClock, formatDateTime, formatInteger } from '../../shared/text/format.ts';
import styles from './page-head.module.css';

interface PageHeadProps {
  readonly title: ReactNode;
  /** Status beside the title: badges, an identifier. */
  readonly status?: ReactNode;
  /** The tipset that every figure of the page is read at. */
  readonly asOf?: TipsetRef | undefined;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
}

/** The head of a screen with its graduated edge, the limb. */
export function PageHead({ title, status, asOf, sub, actions }: PageHeadProps) {
  return (
    <>
      <div className={styles.page}>
        <h1>{title}</h1>
        {status}
        {asOf === undefined ? undefined : (
          <span className={styles.asOf} title={formatDateTime(asOf.timeMs)}>
            as of epoch {formatInteger(asOf.height)}, {formatClock(asOf.timeMs)} UTC
          </span>
        )}
        {sub === undefined ? undefined : <span className={styles.asOf}>{sub}</span>}
        {actions === undefined ? undefined : <span className={styles.actions}>{actions}</span>}
      </div>
      <div className={styles.limb} />
    </>
  );
}
