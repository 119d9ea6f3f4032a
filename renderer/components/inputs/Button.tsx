import { Tooltip } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './button.module.css';

interface ButtonProps {
  /** The words on the button; for an icon alone its name. */
  readonly children: ReactNode;
  readonly onClick?: () => void;
  /** At most one primary button on a screen. */
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium' | 'large';
  readonly icon?: TablerIcon;
  readonly isIconOnly?: boolean;
  /** An icon alone only where the foot of its table, or the head of its page, is narrow. */
  readonly isIconWhenNarrow?: boolean;
  /** Why it cannot be pressed. Present means disabled; it stays reachable, so that the reason can be read. */
  readonly disabledReason?: string | undefined;
  readonly isBusy?: boolean;
  readonly type?: 'button' | 'submit';
  /** Of a button that opens something beside it: whether that is open. */
  readonly isExpanded?: boolean;
  /** More about what it does, on hover. */
  readonly hint?: string | undefined;
}

export function Button(props: ButtonProps) {
  const {
    children,
    onClick,
    kind = 'plain',
    size = 'medium',
    icon: Icon,
    isIconOnly = false,
    isIconWhenNarrow = false,
    disabledReason,
    isBusy = false,
  } = props;
  const isDisabled = disabledReason !== undefined || isBusy;
  const hint = disabledReason ?? props.hint;
  // Always inside the tooltip: another element would lose the focus and a click in progress. What the button opened covers the tooltip.
  return (
    <Tooltip label={hint ?? children} disabled={props.isExpanded === true || (hint === undefined && !isIconOnly)}>
      <button
        type={props.type ?? 'button'}
        className={styles.button}
        data-kind={kind}
        data-size={size}
        data-icon-only={isIconOnly || undefined}
        data-icon-when-narrow={isIconWhenNarrow || undefined}
        aria-disabled={isDisabled || undefined}
        aria-busy={isBusy || undefined}
        aria-expanded={props.isExpanded}
        aria-label={(isIconOnly || isIconWhenNarrow) && typeof children === 'string' ? children : undefined}
        aria-description={disabledReason}
        onClick={(event) => {
          if (isDisabled) event.preventDefault();
          else onClick?.();
        }}
      >
        {Icon === undefined ? undefined : <Icon size={14} stroke={1.8} aria-hidden="true" />}
        {isIconOnly ? undefined : isIconWhenNarrow ? <span>{children}</span> : children}
      </button>
    </Tooltip>
  );
}
