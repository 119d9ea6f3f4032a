import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../shared/ipc/schemas/connections.ts';
import type { Tone } from './tone.ts';

export interface HealthWords {
  readonly tone: Tone;
  readonly words: string;
}

/** The health of the connected endpoint, in a tone and a few words. What it is not the endpoint's fault is said as what it is. */
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

/** Why an endpoint is not used, by the code of what keeps it from being so. */
export function failureWords(code: string | undefined): HealthWords {
  switch (code) {
    case 'not-connected':
      return { tone: 'warning', words: 'none chosen' };
    case 'vault-locked':
      return { tone: 'warning', words: 'waits for unlock' };
    case 'wrong-network':
      return { tone: 'danger', words: 'another network' };
    case 'endpoint-unauthorised':
      return { tone: 'danger', words: 'token refused' };
    case 'endpoint-rate-limited':
      return { tone: 'warning', words: 'too busy' };
    case 'endpoint-bad-reply':
      return { tone: 'danger', words: 'answers wrongly' };
    case 'method-not-served':
    case 'node-error':
      return { tone: 'danger', words: 'calls refused' };
    case 'internal':
      return { tone: 'danger', words: 'following stopped' };
    default:
      return { tone: 'danger', words: 'does not answer' };
  }
}

/** That nothing needs to be pressed for another try, and how long it takes at most. */
export function retryWords(code: string | undefined): string {
  return code === 'internal' || code === 'not-connected' ? '' : 'Sextant tries again by itself, at least every 15 seconds.';
}

function latencyWords(head: HeadState): string {
  return head.latencyMs === undefined ? 'live' : `live, ${Math.max(1, Math.round(head.latencyMs))} ms`;
}
