import type { AddressEntry } from '../../shared/ipc/schemas/addresses.ts';
import type { Account } from '../../shared/ipc/schemas/wallet.ts';
import { useTopic } from './use-topic.ts';

/** Labels by address, made once for each state of a list and shared by every address on the screen. */
const indexes = new WeakMap<object, ReadonlyMap<string, string>>();

/** The label of a key of this machine, also beside the ID that the connected node gives it, or of the address book; undefined for every other address. */
export function useAddressLabel(address: string): string | undefined {
  const ofKey = useTopic('wallet.changed', (wallet) => labelIn(wallet?.accounts, address));
  const ofBook = useTopic('addresses.changed', (entries) => labelIn(entries, address));
  return ofKey ?? ofBook;
}

function labelIn(
  list: readonly (Pick<AddressEntry, 'address' | 'label'> & Pick<Account, 'idAddress'>)[] | undefined,
  address: string,
): string | undefined {
  if (list === undefined) return undefined;
  let index = indexes.get(list);
  if (index === undefined) {
    index = new Map(
      list
        .filter(({ label }) => label !== '')
        .flatMap(({ address, idAddress, label }) => [address, idAddress ?? address].map((form) => [keyOf(form), label] as const)),
    );
    indexes.set(list, index);
  }
  return index.get(keyOf(address));
}

/** Keys are the same on every network, whatever the letter; ids and f2 addresses are not. */
function keyOf(address: string): string {
  return /^[ft][134]/.test(address) ? address.slice(1) : address;
}
