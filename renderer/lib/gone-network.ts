import type { ConnectionsState } from '../../shared/ipc/schemas/connections.ts';
import type { JournalEntry } from '../../shared/ipc/schemas/journal.ts';

/** What is said of a message that was sent on a practice chain that another one has taken the place of. */
export const GONE_NETWORK = 'on a practice network that is gone';

/**
 * Whether a message was sent over Sextant's own node, on a chain that this node has no more: nobody can find it again. Its name cannot be
 * that of another endpoint. While its chain is being opened nothing is known.
 */
export function isOnGoneNetwork(
  { connectionName, genesisCid }: Pick<JournalEntry, 'connectionName' | 'genesisCid'>,
  state: Pick<ConnectionsState, 'connections' | 'embedded'> | undefined,
): boolean {
  const present = state?.embedded?.genesisCid;
  if (state === undefined || present === undefined || genesisCid === present) return false;
  return state.connections.some(({ kind, name }) => kind === 'embedded' && name === connectionName);
}
