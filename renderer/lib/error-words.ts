import type { TablerIcon } from '@tabler/icons-react';
import {
  IconAlertCircle,
  IconBan,
  IconClockExclamation,
  IconGauge,
  IconKeyOff,
  IconLock,
  IconPlugConnectedX,
  IconSearchOff,
  IconServerBolt,
  IconShieldX,
} from '@tabler/icons-react';
import type { Tone } from './tone.ts';

export interface ErrorWords {
  /** The consequence, before the code. */
  readonly title: string;
  readonly tone: Tone;
  readonly icon: TablerIcon;
}

/** How an expected failure reads as the title of a panel. The reason itself comes with the failure. */
export function errorWords(code: string, method: string | undefined): ErrorWords {
  switch (code) {
    case 'not-connected':
      return { title: 'Not connected to a node', tone: 'warning', icon: IconPlugConnectedX };
    case 'endpoint-unreachable':
      return { title: 'The endpoint does not answer', tone: 'warning', icon: IconPlugConnectedX };
    case 'endpoint-timeout':
      return { title: 'The endpoint took too long', tone: 'warning', icon: IconClockExclamation };
    case 'endpoint-unauthorised':
      return { title: 'This needs another token', tone: 'warning', icon: IconKeyOff };
    case 'endpoint-rate-limited':
      return { title: 'The endpoint is busy', tone: 'danger', icon: IconServerBolt };
    case 'endpoint-bad-reply':
      return { title: 'The endpoint answered with something else', tone: 'danger', icon: IconAlertCircle };
    case 'method-not-served':
      return {
        title: method === undefined ? 'This endpoint does not serve it' : `This endpoint has no ${method}`,
        tone: 'info',
        icon: IconBan,
      };
    case 'capability-missing':
      return { title: 'This connection cannot do that', tone: 'info', icon: IconBan };
    case 'not-found':
      return { title: 'Not found', tone: 'neutral', icon: IconSearchOff };
    case 'invalid-input':
      return { title: 'Not recognised', tone: 'neutral', icon: IconSearchOff };
    case 'outside-history':
      return { title: 'Older than this node remembers', tone: 'info', icon: IconSearchOff };
    case 'block-mismatch':
      return { title: 'The endpoint gave a wrong block', tone: 'danger', icon: IconShieldX };
    case 'budget-spent':
      return { title: 'The calls allowed are spent', tone: 'warning', icon: IconGauge };
    case 'wrong-network':
      return { title: 'This belongs to another network', tone: 'warning', icon: IconAlertCircle };
    case 'node-error':
      return { title: 'The node refused the call', tone: 'danger', icon: IconAlertCircle };
    case 'vault-locked':
      return { title: 'The wallet is locked', tone: 'warning', icon: IconLock };
    case 'cancelled':
      return { title: 'The answer did not arrive', tone: 'warning', icon: IconPlugConnectedX };
    default:
      return { title: 'This did not work', tone: 'danger', icon: IconAlertCircle };
  }
}
