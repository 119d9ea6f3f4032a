import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../lib/tone.ts';
import styles from './panel-state.module.css';

interface PanelStateProps {
  readonly icon: TablerIcon;
  readonly tone?: Tone;
  /** What is so. */
  readonly title: ReactNode;
  /** Why. */
  readonly children?: ReactNode;
  /** The code behind it, always there where there is one. */
  readonly code?: ReactNode;
  /** What can be done. */
  readonly actions?: ReactNode;
  /** Announced when it appears. */
  readonly isAlert?: boolean;
}

/** What stands in a panel in place of its content: icon, what is so, why, what can be done. */
export function PanelState({ icon: Icon, tone = 'neutral', title, children, code, actions, isAlert = false }: PanelStateProps) {
  return (
    <div className={styles.state} role={isAlert ? 'alert' : undefined}>
      <Icon className={styles.icon} data-tone={tone} size={20} stroke={1.6} aria-hidden="true" />
      <div className={styles.text}>
        <h2>{title}</h2>
        {children === undefined ? undefined : <div className={styles.why}>{children}</div>}
        {code === undefined ? undefined : <div className={styles.code}>{code}</div>}
        {actions === undefined ? undefined : <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  );
}
