import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { TONE_ICONS, type Tone } from '../../lib/tone.ts';
import styles from './badge.module.css';

interface BadgeProps {
  /** `plain` carries no meaning and no icon of its own; `strong` is the bright neutral of mainnet. */
  readonly tone?: Tone | 'plain' | 'strong' | 'accent';
  readonly children: ReactNode;
  readonly icon?: TablerIcon;
  readonly title?: string;
}

/** A mark for page heads and panes; rows of tables use `StatusText`. */
export function Badge({ tone = 'plain', children, icon, title }: BadgeProps) {
  const Icon = icon ?? (tone === 'plain' || tone === 'strong' || tone === 'accent' ? undefined : TONE_ICONS[tone]);
  return (
    <span className={styles.badge} data-tone={tone} title={title}>
      {Icon === undefined ? undefined : <Icon size={12} stroke={2} aria-hidden="true" />}
      <span className="ell">{children}</span>
    </span>
  );
}
