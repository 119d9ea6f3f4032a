import type { Connection } from '../../../shared/ipc/schemas/connections.ts';
import { useTopic } from '../../hooks/use-topic.ts';

/** The active connection; undefined if there is none. */
export function useActiveConnection(): Connection | undefined {
  return useTopic('connections.changed', (state) => state?.connections.find(({ id }) => id === state.activeId));
}
