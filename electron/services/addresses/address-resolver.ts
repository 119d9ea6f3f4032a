/** Resolves all forms of an address, and caches the f2 address of an ID, which is slow to look up. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { type AddressOnChain, resolveOnChain } from './resolve-address.ts';

const MAX_ENTRIES = 1000;

export class AddressResolver {
  /** f2 addresses by genesis and ID; `none` if not found or being looked up. */
  readonly #found = new LruMap<string, Address | 'none'>({ maxEntries: MAX_ENTRIES });

  /** As `resolveOnChain`. */
  async resolve(
    node: PinnedNode,
    address: Address,
    connection: Pick<ActiveConnection, 'letter' | 'facts' | 'versions'>,
  ): Promise<AddressOnChain> {
    const known = this.#found;
    const key = `${connection.facts.genesisCid} ${address}`;
    const before = known.get(key);
    if (before !== undefined) {
      return resolveOnChain(node, address, connection, before === 'none' ? {} : { robust: before });
    }
    // A screen that follows the head resolves at every head.
    known.set(key, 'none');
    const found = await resolveOnChain(node, address, connection, { robust: 'find' }).catch((error: unknown) => {
      known.delete(key);
      throw error;
    });
    if (!found.exists) known.delete(key);
    else if (found.robustAddress !== undefined) known.set(key, found.robustAddress);
    return found;
  }
}
