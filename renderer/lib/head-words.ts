import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../shared/ipc/schemas/connections.ts';
import { failureWords } from '../../shared/rpc/failure-words.ts';
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

/** Note that Sextant retries automatically; empty for failures it does not retry. */
export function retryWords(code: string | undefined): string {
  return code === 'internal' || code === 'not-connected' ? '' : 'Sextant retries at least every 15 seconds.';
}

function latencyWords(head: HeadState): string {
  return head.latencyMs === undefined ? 'live' : `live, ${Math.max(1, Math.round(head.latencyMs))} ms`;
}
