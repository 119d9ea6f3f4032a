import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../shared/ipc/schemas/connections.ts';
import type { Tone } from './tone.ts';

export interface HealthWords {
  readonly tone: Tone;
  readonly words: string;
}

/** Health of the connected endpoint: a tone and a short text. Problems that are not the endpoint's fault are named as such. */
export function endpointHealth(head: HeadState | undefined, saved: ConnectionsState['problem']): HealthWords {
  if (saved?.isBlocking === true) {
    return { tone: 'danger', words: 'list unreadable' };
  }
  switch (head?.status) {
    case undefined:
    case 'connecting':
      return { tone: 'pending', words: 'connecting' };
    case 'live':
      return { tone: 'success', words: latencyWords(head) };
    case 'polling':
      return { tone: 'success', words: `polling, ${latencyWords(head)}` };
    case 'stale':
      return { tone: 'warning', words: 'no new tipset' };
    case 'failed':
      return failureWords(head.problem?.code);
  }
}

/** Why an endpoint is not in use, by error code. */
export function failureWords(code: string | undefined): HealthWords {
  switch (code) {
    case 'not-connected':
      return { tone: 'warning', words: 'no endpoint' };
    case 'vault-locked':
      return { tone: 'warning', words: 'vault locked' };
    case 'wrong-network':
      return { tone: 'danger', words: 'wrong network' };
    case 'endpoint-unauthorised':
      return { tone: 'danger', words: 'token rejected' };
    case 'endpoint-rate-limited':
      return { tone: 'warning', words: 'rate-limited' };
    case 'endpoint-bad-reply':
      return { tone: 'danger', words: 'invalid responses' };
    case 'method-not-served':
    case 'node-error':
      return { tone: 'danger', words: 'calls refused' };
    case 'internal':
      return { tone: 'danger', words: 'updates stopped' };
    default:
      return { tone: 'danger', words: 'not responding' };
  }
}

/** Note that Sextant retries automatically; empty for failures it does not retry. */
export function retryWords(code: string | undefined): string {
  return code === 'internal' || code === 'not-connected' ? '' : 'Sextant retries at least every 15 seconds.';
}

function latencyWords(head: HeadState): string {
  return head.latencyMs === undefined ? 'live' : `live, ${Math.max(1, Math.round(head.latencyMs))} ms`;
}
