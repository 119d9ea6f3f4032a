import type { AddressEntry } from '../../../shared/ipc/schemas/addresses.ts';

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
