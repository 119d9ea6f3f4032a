import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { TONE_ICONS, type Tone } from './tone.ts';

interface Toast {
  readonly tone: Exclude<Tone, 'neutral'>;
  readonly title: string;
  readonly message?: ReactNode;
}

/** A short notification at the bottom right. Never the only place for a piece of information. */
export function showToast({ tone, title, message }: Toast): void {
  const Icon = TONE_ICONS[tone];
  notifications.show({
    title,
    message,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    icon: <Icon size={16} stroke={1.7} />,
    classNames: { root: 'toast', icon: 'toast-icon', title: 'toast-title', description: 'toast-message' },
    attributes: { root: { 'data-tone': tone } },
  });
}
