/** What is kept of addresses, as plain values: where an entry holds, and how one is changed. */
import { z } from 'zod';
import type { Address } from '../../../shared/domain/address.ts';
import { addressProtocol, tryParseAddress } from '../../../shared/domain/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { parseMnemonic } from '../../../shared/domain/mnemonic.ts';
import type { zAddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import { looksSecret } from '../../../shared/text/secret.ts';

/** Seen, saved and watched ones together. */
export const ADDRESSES_AT_MOST = 5000;

/** Canonical, with the letter f. */
const zCanonicalAddress = z.custom<Address>((value) => typeof value === 'string' && tryParseAddress(value) === value);

const zStoredEntry = z.object({
  address: zCanonicalAddress,
  /** Of an address that names something on one network alone. */
  genesisCid: z.string().max(200).optional(),
  label: z.string().max(60),
  note: z.string().max(2000),
  isWatched: z.boolean(),
  firstSeenAtMs: z.number(),
  /** When the label was last written; entries of earlier versions have none. */
  labelledAtMs: z.number().optional(),
  lastSentAtMs: z.number().optional(),
});
export type StoredEntry = z.infer<typeof zStoredEntry>;
export const zAddressDocument = z.object({ entries: z.array(zStoredEntry).max(ADDRESSES_AT_MOST) });

/** What a user may change of an entry; absent fields stay. */
export type EntryChange = { readonly [K in 'label' | 'note' | 'isWatched']?: z.infer<typeof zAddressEntry>[K] | undefined };

/**
 * Whether an address means another actor on another network: ids are given in the order of creation, and f2 addresses follow from
 * a network's own history. A label of one network must not stand on the other's actor.
 */
export function isOfOneNetwork(address: Address): boolean {
  const protocol = addressProtocol(address);
  return protocol === 0 || protocol === 2;
}

/** Whether the user gave it anything, or it was only noted as a recipient. */
export function isSaved({ label, note, isWatched }: StoredEntry): boolean {
  return label !== '' || note !== '' || isWatched;
}

/** The entry with a change, or undefined where nothing is left of it: it says nothing, and nothing was ever sent to it. */
export function changeEntry(entry: StoredEntry, change: EntryChange, nowMs: number): StoredEntry | undefined {
  const next: StoredEntry = {
    ...entry,
    label: change.label ?? entry.label,
    note: change.note ?? entry.note,
    isWatched: change.isWatched ?? entry.isWatched,
    ...(change.label === undefined || change.label === entry.label ? {} : { labelledAtMs: nowMs }),
  };
  return isSaved(next) || next.lastSentAtMs !== undefined ? next : undefined;
}

/** Leaves out the oldest recipients that nobody saved, until the entries fit; undefined where even that is not enough. */
export function fitEntries(entries: readonly StoredEntry[], limit: number): readonly StoredEntry[] | undefined {
  const excess = entries.length - limit;
  if (excess <= 0) return entries;
  const dropped = new Set(
    entries
      .filter((entry) => !isSaved(entry))
      .sort((left, right) => (left.lastSentAtMs ?? 0) - (right.lastSentAtMs ?? 0))
      .slice(0, excess),
  );
  return dropped.size < excess ? undefined : entries.filter((entry) => !dropped.has(entry));
}

/** Whether a label or a note holds a private key, an export, a token, or is a recovery phrase. A sentence of many words is none. */
export function holdsSecret(text: string): boolean {
  if (text.split(/\s+/).some(looksSecret)) return true;
  try {
    parseMnemonic(text.toLowerCase());
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
