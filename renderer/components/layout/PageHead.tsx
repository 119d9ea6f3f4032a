import { type ReactNode, useEffect } from 'react';
import type { TipsetRef } from '../../../shared/ipc/schemas/common.ts';
import { formatInteger } from '../../../shared/text/format.ts';
import type { Pin } from '../../hooks/use-pin.ts';
import { formatClock, formatDateTime, shownZone } from '../../lib/shown-time.ts';
import { showTipset } from '../../stores/shown-tipset.ts';
import { PinBar, PinButton } from '../chain/PinControl.tsx';
import { UnverifiedMark } from '../feedback/UnverifiedMark.tsx';
import styles from './page-head.module.css';

interface PageHeadProps {
  readonly title: ReactNode;
  /** Status beside the title: badges, an identifier. */
  readonly status?: ReactNode;
  /** The tipset that every figure of the page is read at. */
  readonly asOf?: TipsetRef | undefined;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
  /** Of a screen that can be kept at one epoch. */
  readonly pin?: Pin | undefined;
  /** Asks again at the pinned epoch, after a reorg. */
  readonly onReadAgain?: (() => void) | undefined;
}

/** The head of a screen with its graduated edge, the limb. */
export function PageHead({ title, status, asOf, sub, actions, pin, onReadAgain }: PageHeadProps) {
  const height = asOf?.height;
  const isPinned = pin?.at !== undefined;
  useEffect(() => (height === undefined ? undefined : showTipset(height, isPinned)), [height, isPinned]);
  return (
    <>
      <div className={styles.page}>
        <h1>{title}</h1>
        {status}
        {asOf === undefined ? undefined : (
          <span className={styles.asOf} title={formatDateTime(asOf.timeMs)}>
            <span className={styles.asOfWords}>as of </span>epoch {formatInteger(asOf.height)}, {formatClock(asOf.timeMs)}
            <span className={styles.zone}> {shownZone(asOf.timeMs)}</span>
          </span>
        )}
        {height === undefined ? undefined : <UnverifiedMark height={height} />}
        {sub === undefined ? undefined : <span className={styles.asOf}>{sub}</span>}
        {actions === undefined && pin === undefined ? undefined : (
          <span className={styles.actions}>
            {pin === undefined ? undefined : <PinButton pin={pin} asOf={asOf} />}
            {actions}
          </span>
        )}
      </div>
      <div className={styles.limb} />
      {pin === undefined ? undefined : <PinBar pin={pin} asOf={asOf} onReadAgain={onReadAgain} />}
    </>
  );
}
