import type { ConnectionsState } from '../../shared/ipc/schemas/connections.ts';
import type { JournalEntry } from '../../shared/ipc/schemas/journal.ts';

/** Note on messages sent on a practice chain that has since been replaced. */
export const GONE_NETWORK = 'on a practice network that was reset';

/**
 * Whether a message was sent through the embedded node on a chain that this node no longer has, so that it cannot be found again. No other
 * endpoint can have the embedded node's name. False while the chain is being opened.
 */
export function isOnGoneNetwork(
  { connectionName, genesisCid }: Pick<JournalEntry, 'connectionName' | 'genesisCid'>,
  state: Pick<ConnectionsState, 'connections' | 'embedded'> | undefined,
): boolean {
  const present = state?.embedded?.genesisCid;
  if (state === undefined || present === undefined || genesisCid === present) return false;
  return state.connections.some(({ kind, name }) => kind === 'embedded' && name === connectionName);
}
