import { IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRenderAgain } from './render-again.ts';
import styles from './trusted-frame.module.css';

interface TrustedFrameProps {
  /** Content at the right end of the bar, for example the time until expiry. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Text at the left of the bottom bar. */
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
}

/** Frame of the trusted document: title bar, page and actions. */
export function TrustedFrame({ aside, children, hint, actions }: TrustedFrameProps) {
  useRenderAgain();
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <IconShieldLock size={20} stroke={1.6} aria-hidden />
        <span className={styles.barTitle}>Sextant approval</span>
        <span className={styles.barNote}>Isolated window: the app and nodes cannot read it or press its buttons.</span>
        {aside}
      </header>
      <main className={styles.body}>{children}</main>
      {hint === undefined && actions === undefined ? undefined : (
        <footer className={styles.actions}>
          <div className={styles.actionsHint}>{hint}</div>
          <div className={styles.actionsEnd}>{actions}</div>
        </footer>
      )}
    </div>
  );
}
