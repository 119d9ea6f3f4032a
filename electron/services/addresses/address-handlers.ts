/** The calls of the address book. */
import { type Address, formatAddress } from '../../../shared/domain/address.ts';
import type { SextantContract } from '../../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../../shared/ipc/derive.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { type PinnedNode, readPinned } from '../chain/pinned-node.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import type { ChainPort } from '../messages/message-follower.ts';
import { requireAddress } from '../network-address.ts';
import type { AddressBook } from './address-book.ts';
import { readBalances } from './read-balances.ts';
import { type AddressOnChain, formsOf, resolveOnChain, toResolvedAddress } from './resolve-address.ts';

const SOUGHT_AT_MOST = 1000;

export interface AddressHandlersOptions {
  readonly book: AddressBook;
  readonly connections: ActiveConnectionSource;
  readonly chain: ChainPort;
}

export function addressHandlers({ book, connections, chain }: AddressHandlersOptions): HandlersOf<SextantContract>['addresses'] {
  const letter = (): 'f' | 't' => connections.getActive()?.letter ?? 'f';
  /** f2 addresses of ids, by genesis and id; `none` where none was found, or it is being sought. */
  const soughtRobust = new Map<string, Address | 'none'>();
  const onChain = async <T>(cause: string, read: (node: PinnedNode, active: ActiveConnection) => Promise<T>): Promise<T> => {
    const active = await connections.requireActive();
    // The chain service may still hold the tipsets of the connection before this one.
    const tipsets = chain.slice.get().connectionId === active.id ? chain.tipsets : [];
    return readPinned(active.client, tipsets, cause, (node) => read(node, active));
  };

  return {
    saveAddress: async ({ address: text, ...change }) => {
      const address = requireAddress(text, 'address');
      await book.save(address, change);
      return { address: formatAddress(address, letter()) };
    },
    removeAddress: async ({ address }) => {
      await book.remove(requireAddress(address, 'address'));
      return {};
    },
    resolveAddress: async ({ text }) => {
      const address = requireAddress(text, 'text');
      const read = onChain('addresses: what is there', async (node, { letter, facts }) => {
        const key = `${facts.genesisCid} ${address}`;
        const before = soughtRobust.get(key);
        if (before !== undefined) {
          return resolveOnChain(node, address, letter, before === 'none' ? {} : { robust: before });
        }
        // The walk through all addresses is made once; a screen that follows the head asks again and again.
        if (soughtRobust.size >= SOUGHT_AT_MOST) soughtRobust.clear();
        soughtRobust.set(key, 'none');
        const found = await resolveOnChain(node, address, letter, { robust: 'seek' }).catch((error: unknown) => {
          soughtRobust.delete(key);
          throw error;
        });
        if (!found.exists) soughtRobust.delete(key);
        else if (found.robustAddress !== undefined) soughtRobust.set(key, found.robustAddress);
        return found;
      });
      return toResolvedAddress(await read.catch((error) => withoutChain(address, error)), letter(), book);
    },
    listBalances: async ({ addresses }) => {
      const parsed = [...new Set(addresses.map((address) => requireAddress(address, 'addresses')))];
      return onChain('accounts: balances', (node, { letter }) => readBalances(node, letter, parsed));
    },
  };
}

/** No node can be asked: what the address tells by itself is still worth showing. */
function withoutChain(address: AddressOnChain['address'], error: unknown): AddressOnChain {
  if (!(error instanceof SextantError)) throw error;
  return { ...formsOf(address), exists: false, problem: error.message, calls: [] };
}
