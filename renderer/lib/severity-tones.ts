import type { Severity } from '../../shared/ipc/schemas/attention.ts';
import type { Tone } from './tone.ts';

export const SEVERITY_TONES: Readonly<Record<Severity, Tone>> = {
  critical: 'danger',
  warning: 'warning',
  pending: 'pending',
  info: 'info',
};
