import type { ActiveConnection } from '../connections/active-connection.ts';
import { inLetter } from '../network-address.ts';
import type { WatchedMiners } from './watched-miners.ts';

/** One's own miners on a network: those that were marked, and the one of the storage-miner API. ID addresses in the network's letter. */
export async function ownAddresses(
  watched: Pick<WatchedMiners, 'list'>,
  { facts, letter }: Pick<ActiveConnection, 'facts' | 'letter'>,
): Promise<string[]> {
  const marked = await watched.list(facts.genesisCid);
  const served = facts.minerAddress === undefined ? [] : [facts.minerAddress];
  return [...new Set([...served, ...marked].map((text) => inLetter(text, letter)))];
}
