import type { HeadState } from '../../shared/ipc/schemas/chain.ts';
import type { Tone } from '../lib/tone.ts';

/** The health of the connected endpoint, in a tone and a few words. */
export function endpointHealth(head: HeadState | undefined): { readonly tone: Tone; readonly words: string } {
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
      return { tone: 'danger', words: 'does not answer' };
  }
}

function latencyWords(head: HeadState | undefined): string {
  return head?.latencyMs === undefined ? 'live' : `live, ${Math.max(1, Math.round(head.latencyMs))} ms`;
}
