import type { Connection } from '../../../shared/ipc/schemas/connections.ts';
import { useTopic } from '../../hooks/use-topic.ts';

/** What is known of the connection in use; undefined where none is. */
export function useActiveConnection(): Connection | undefined {
  return useTopic('connections.changed', (state) => state?.connections.find(({ id }) => id === state.activeId));
}
