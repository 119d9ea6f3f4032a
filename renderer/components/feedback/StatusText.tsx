import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TONE_ICONS, type Tone } from '../../lib/tone.ts';
import styles from './status-text.module.css';

interface StatusTextProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly icon?: TablerIcon;
  readonly isStrong?: boolean;
}

/** The status of a row: an icon and a word. */
export function StatusText({ tone, children, icon, isStrong = false }: StatusTextProps) {
  const Icon = icon ?? TONE_ICONS[tone];
  return (
    <span className={styles.status} data-tone={tone} data-strong={isStrong || undefined}>
      <Icon size={14} stroke={1.9} aria-hidden="true" />
      <span className="ell">{children}</span>
    </span>
  );
}
