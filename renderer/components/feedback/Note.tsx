import type { ReactNode } from 'react';
import { TONE_ICONS, type Tone } from '../../lib/tone.ts';
import styles from './note.module.css';

interface NoteProps {
  readonly tone: Exclude<Tone, 'neutral'>;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Framed on all sides, for use inside a panel. */
  readonly isInset?: boolean;
  readonly actions?: ReactNode;
}

/** A notice over the width of a screen or a panel. */
export function Note({ tone, title, children, isInset = false, actions }: NoteProps) {
  const Icon = TONE_ICONS[tone];
  return (
    <div className={styles.note} data-tone={tone} data-inset={isInset || undefined}>
      <Icon size={16} stroke={1.7} aria-hidden="true" />
      <div className="grow">
        <h2>{title}</h2>
        {children === undefined ? undefined : <div className={styles.text}>{children}</div>}
      </div>
      {actions}
    </div>
  );
}
