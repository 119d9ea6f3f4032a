import type { AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';

/** Entries whose label, note or address contains the text. A text such as `f1…` matches the start of an address. */
export function filterEntries(entries: readonly AddressEntry[], text: string): readonly AddressEntry[] {
  const wanted = text.trim().toLowerCase();
  const isAddress = /^[ft]\d/.test(wanted);
  return entries.filter(
    ({ label, note, address }) =>
      label.toLowerCase().includes(wanted) ||
      note.toLowerCase().includes(wanted) ||
      (isAddress ? address.slice(1).startsWith(wanted.slice(1)) : address.includes(wanted)),
  );
}

/** Labelled entries by label, then the others by last use. */
export function sortEntries(entries: readonly AddressEntry[]): readonly AddressEntry[] {
  return [...entries].sort((left, right) => {
    if (left.label !== '' && right.label !== '') return left.label.localeCompare(right.label, 'en');
    if (left.label !== right.label) return left.label === '' ? 1 : -1;
    return (right.lastSentAtMs ?? right.firstSeenAtMs) - (left.lastSentAtMs ?? left.firstSeenAtMs);
  });
}

/** Leaves out own keys, unless they have a label, a note or are watched. */
export function withoutOwnKeys(entries: readonly AddressEntry[], keys: readonly Pick<Account, 'address'>[]): readonly AddressEntry[] {
  // The same key has both prefixes, f and t.
  const own = new Set(keys.map(({ address }) => address.slice(1)));
  return entries.filter(({ address, label, note, isWatched }) => label !== '' || note !== '' || isWatched || !own.has(address.slice(1)));
}
