import { aheadMs } from '../../../shared/domain/chain/chain-clock.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { ConnectionsState } from '../../../shared/ipc/schemas/connections.ts';
import { failureWords } from '../../../shared/rpc/failure-words.ts';
import type { HealthWords } from '../../lib/head-words.ts';

const STATES: Readonly<Record<Exclude<HeadState['status'], 'failed'>, HealthWords>> = {
  connecting: { tone: 'pending', words: 'Connecting' },
  live: { tone: 'success', words: 'Healthy' },
  polling: { tone: 'success', words: 'Healthy' },
  stale: { tone: 'warning', words: 'No new tipset' },
};

/** Health of the connected endpoint. A responding one is healthy unless its head is in the future or it serves too few methods. */
export function headStateWords(head: HeadState, nowMs: number, capabilities: ConnectionsState['capabilities'] | undefined): HealthWords {
  if (head.status === 'failed') {
    const { tone, words } = failureWords(head.problem?.code);
    return { tone, words: words.charAt(0).toUpperCase() + words.slice(1) };
  }
  if (head.status === 'stale' || head.status === 'connecting') return STATES[head.status];
  if (aheadMs(head.head?.timeMs, nowMs, capabilities) !== undefined) return { tone: 'warning', words: 'Head in the future' };
  return STATES[head.status];
}
