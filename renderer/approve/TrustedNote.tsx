import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './trusted-note.module.css';

const ICONS = { info: IconInfoCircle, warning: IconAlertTriangle, danger: IconExclamationCircle, success: IconCircleCheck };

interface TrustedNoteProps {
  readonly tone: keyof typeof ICONS;
  readonly title: string;
  readonly children?: ReactNode;
  /** `alert` is announced immediately. Use it for the result of an action. */
  readonly role?: 'alert' | 'status';
}

export function TrustedNote({ tone, title, children, role }: TrustedNoteProps) {
  const Icon = ICONS[tone];
  return (
    <div className={`${styles.note} ${styles[tone]}`} role={role}>
      <Icon size={16} stroke={1.8} aria-hidden />
      <div>
        <p className={styles.noteTitle}>{title}</p>
        {children === undefined ? undefined : <p>{children}</p>}
      </div>
    </div>
  );
}
