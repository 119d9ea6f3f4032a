import type { TablerIcon } from '@tabler/icons-react';
import {
  IconAlertCircle,
  IconBan,
  IconClockExclamation,
  IconDatabaseOff,
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
  /** What failed, shown before the code. */
  readonly title: string;
  readonly tone: Tone;
  readonly icon: TablerIcon;
}

/** Panel titles for expected failures. The failure itself carries the reason. */
export function errorWords(code: string, method: string | undefined): ErrorWords {
  switch (code) {
    case 'not-connected':
      return { title: 'Not connected to a node', tone: 'warning', icon: IconPlugConnectedX };
    case 'endpoint-unreachable':
      return { title: 'The endpoint does not respond', tone: 'warning', icon: IconPlugConnectedX };
    case 'endpoint-timeout':
      return { title: 'The endpoint timed out', tone: 'warning', icon: IconClockExclamation };
    case 'endpoint-unauthorised':
      return { title: 'Token missing or rejected', tone: 'warning', icon: IconKeyOff };
    case 'endpoint-rate-limited':
      return { title: 'Rate-limited by the endpoint', tone: 'danger', icon: IconServerBolt };
    case 'endpoint-bad-reply':
      return { title: 'Invalid response from the endpoint', tone: 'danger', icon: IconAlertCircle };
    case 'method-not-served':
      return {
        title: method === undefined ? 'Not available from this endpoint' : `This endpoint does not serve ${method}`,
        tone: 'info',
        icon: IconBan,
      };
    case 'capability-missing':
      return { title: 'Not supported by this connection', tone: 'info', icon: IconBan };
    case 'dataset-unavailable':
      return { title: 'The dataset is not available', tone: 'warning', icon: IconDatabaseOff };
    case 'not-found':
      return { title: 'Not found', tone: 'neutral', icon: IconSearchOff };
    case 'invalid-input':
      return { title: 'Not recognised', tone: 'neutral', icon: IconSearchOff };
    case 'outside-history':
      return { title: 'Older than the node’s history', tone: 'info', icon: IconSearchOff };
    case 'block-mismatch':
      return { title: 'The endpoint returned a wrong block', tone: 'danger', icon: IconShieldX };
    case 'budget-spent':
      return { title: 'Call limit reached', tone: 'warning', icon: IconGauge };
    case 'wrong-network':
      return { title: 'Wrong network', tone: 'warning', icon: IconAlertCircle };
    case 'node-error':
      return { title: 'The node refused the call', tone: 'danger', icon: IconAlertCircle };
    case 'vault-locked':
      return { title: 'The wallet is locked', tone: 'warning', icon: IconLock };
    case 'cancelled':
      return { title: 'Request cancelled', tone: 'warning', icon: IconPlugConnectedX };
    default:
      return { title: 'Something went wrong', tone: 'danger', icon: IconAlertCircle };
  }
}
