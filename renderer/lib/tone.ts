import type { TablerIcon } from '@tabler/icons-react';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconClock, IconInfoCircle } from '@tabler/icons-react';

/** Meanings of colours. Every tone has its own icon, so that none is conveyed by colour alone. */
export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'pending' | 'neutral';

export const TONE_ICONS: Readonly<Record<Tone, TablerIcon>> = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertCircle,
  info: IconInfoCircle,
  pending: IconClock,
  neutral: IconCircleDashed,
};
