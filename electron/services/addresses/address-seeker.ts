/** Every form of an address, the f2 address of an id among them, which only a walk through all addresses tells: made once for each. */
import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { Address } from '../../../shared/domain/address.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import type { PinnedNode } from '../pinned/pinned-node.ts';
import { type AddressOnChain, resolveOnChain } from './resolve-address.ts';

const MAX_SOUGHT = 1000;

export class AddressSeeker {
  /** f2 addresses of ids, by genesis and id; `none` where none was found, or it is being sought. */
  readonly #sought = new LruMap<string, Address | 'none'>({ maxEntries: MAX_SOUGHT });

  /** As `resolveOnChain`. */
  async resolve(
    node: PinnedNode,
    address: Address,
    connection: Pick<ActiveConnection, 'letter' | 'facts' | 'versions'>,
  ): Promise<AddressOnChain> {
    const sought = this.#sought;
    const key = `${connection.facts.genesisCid} ${address}`;
    const before = sought.get(key);
    if (before !== undefined) {
      return resolveOnChain(node, address, connection, before === 'none' ? {} : { robust: before });
    }
    // A screen that follows the head asks again and again.
    sought.set(key, 'none');
    const found = await resolveOnChain(node, address, connection, { robust: 'seek' }).catch((error: unknown) => {
      sought.delete(key);
      throw error;
    });
    if (!found.exists) sought.delete(key);
    else if (found.robustAddress !== undefined) sought.set(key, found.robustAddress);
    return found;
  }
}
