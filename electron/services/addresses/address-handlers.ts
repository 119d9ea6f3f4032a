/** The calls of the address book. */
import { formatAddress } from '../../../shared/domain/addresses/address.ts';
import type { SextantContract } from '../../../shared/ipc/contract.ts';
import type { HandlersOf } from '../../../shared/ipc/derive.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { requireAddress } from '../network-address.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { type PinnedNode, readPinned } from '../pinned/pinned-node.ts';
import type { AddressBook } from './address-book.ts';
import { AddressResolver } from './address-resolver.ts';
import type { OwnBalances } from './own-balances.ts';
import type { OwnIds } from './own-ids.ts';
import { readBalances } from './read-balances.ts';
import { type AddressOnChain, formsOf, toResolvedAddress } from './resolve-address.ts';

export interface AddressHandlersOptions {
  readonly book: AddressBook;
  readonly connections: ActiveConnectionSource;
  readonly chain: { readonly tipsets: readonly ChainTipset[]; readonly slice: { get(): Pick<HeadState, 'connectionId'> } };
  readonly ownIds: Pick<OwnIds, 'follow'>;
  readonly ownBalances: Pick<OwnBalances, 'note'>;
}

export function addressHandlers({
  book,
  connections,
  chain,
  ownIds,
  ownBalances,
}: AddressHandlersOptions): HandlersOf<SextantContract>['addresses'] {
  const letter = (): 'f' | 't' => connections.getActive()?.letter ?? 'f';
  const resolver = new AddressResolver();
  const onChain = async <T>(cause: string, read: (node: PinnedNode, active: ActiveConnection) => Promise<T>): Promise<T> => {
    const active = await connections.requireActive();
    // The chain service may still have the tipsets of the previous connection.
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
      const read = onChain('addresses: what is there', (node, active) => resolver.resolve(node, address, active));
      return toResolvedAddress(await read.catch((error) => withoutChain(address, error)), letter(), book);
    },
    listBalances: async ({ addresses }) => {
      const parsed = [...new Set(addresses.map((address) => requireAddress(address, 'addresses')))];
      const answer = await onChain('accounts: balances', async (node, active) => {
        const read = await readBalances(node, active, parsed);
        ownBalances.note(active.facts.genesisCid, read.balances);
        return read;
      });
      await ownIds.follow(answer.balances);
      return answer;
    },
  };
}

/** Without a node, the result has only the forms derived from the address. */
function withoutChain(address: AddressOnChain['address'], error: unknown): AddressOnChain {
  if (!(error instanceof SextantError)) throw error;
  return { ...formsOf(address), exists: false, problem: error.message, calls: [] };
}
