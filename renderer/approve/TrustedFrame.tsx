import { IconShieldLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useRenderAgain } from './render-again.ts';
import styles from './trusted-frame.module.css';

interface TrustedFrameProps {
  /** Right end of the bar, for example the time until expiry. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** What the bottom line says, at the left. */
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
}

/** The brass frame of the trusted document: what it is, the page, and its actions. */
export function TrustedFrame({ aside, children, hint, actions }: TrustedFrameProps) {
  useRenderAgain();
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <IconShieldLock size={20} stroke={1.6} aria-hidden />
        <span className={styles.barTitle}>Sextant approval</span>
        <span className={styles.barNote}>A separate document. Nothing in the app or on a node can read it or press its buttons.</span>
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
