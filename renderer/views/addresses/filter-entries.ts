import type { AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import type { Account } from '../../../shared/ipc/schemas/wallet.ts';

/** The entries that a filter text leaves: in label or note, or in the address, from its beginning where a letter and a kind are written. */
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

/** Labelled ones by label, then the others, the latest recipients first. */
export function sortEntries(entries: readonly AddressEntry[]): readonly AddressEntry[] {
  return [...entries].sort((left, right) => {
    if (left.label !== '' && right.label !== '') return left.label.localeCompare(right.label, 'en');
    if (left.label !== right.label) return left.label === '' ? 1 : -1;
    return (right.lastSentAtMs ?? right.firstSeenAtMs) - (left.lastSentAtMs ?? left.firstSeenAtMs);
  });
}

/** Without the keys of the vault, which stand among the accounts, where nothing but their receipts is kept of them. */
export function withoutOwnKeys(entries: readonly AddressEntry[], keys: readonly Pick<Account, 'address'>[]): readonly AddressEntry[] {
  // A key is the same under both letters.
  const own = new Set(keys.map(({ address }) => address.slice(1)));
  return entries.filter(({ address, label, note, isWatched }) => label !== '' || note !== '' || isWatched || !own.has(address.slice(1)));
}
