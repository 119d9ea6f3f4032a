/** Entries of the address book: their schema, network and changes. */
import { z } from 'zod';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { addressProtocol, tryParseAddress } from '../../../shared/domain/addresses/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { parseMnemonic } from '../../../shared/domain/keys/mnemonic.ts';
import type { zAddressEntry } from '../../../shared/ipc/schemas/addresses.ts';
import { looksSecret } from '../../../shared/text/secret.ts';

/** Includes saved, watched and sent-to addresses. */
export const MAX_ADDRESSES = 5000;

/** Canonical, with the prefix f. */
const zCanonicalAddress = z.custom<Address>((value) => typeof value === 'string' && tryParseAddress(value) === value);

const zStoredEntry = z.object({
  address: zCanonicalAddress,
  /** Set for an address that is specific to a network. */
  genesisCid: z.string().max(200).optional(),
  label: z.string().max(60),
  note: z.string().max(2000),
  isWatched: z.boolean(),
  firstSeenAtMs: z.number(),
  /** When the label was last changed; absent in entries of earlier versions. */
  labelledAtMs: z.number().optional(),
  lastSentAtMs: z.number().optional(),
});
export type StoredEntry = z.infer<typeof zStoredEntry>;
export const zAddressDocument = z.object({ entries: z.array(zStoredEntry).max(MAX_ADDRESSES) });

/** User changes of an entry; absent fields stay. */
export type EntryChange = { readonly [K in 'label' | 'note' | 'isWatched']?: z.infer<typeof zAddressEntry>[K] | undefined };

/**
 * Whether an address is a different actor on each network. IDs are assigned in order of creation, and f2 addresses depend on the history
 * of a network, so a label must not apply to another network's actor.
 */
export function isOfOneNetwork(address: Address): boolean {
  const protocol = addressProtocol(address);
  return protocol === 0 || protocol === 2;
}

/** Whether the user saved it; otherwise it is only a recipient. */
export function isSaved({ label, note, isWatched }: StoredEntry): boolean {
  return label !== '' || note !== '' || isWatched;
}

/** The changed entry; undefined if it is no longer saved and nothing was sent to it. */
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

/** Drops the oldest unsaved recipients until the entries fit; undefined if that is not enough. */
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

/** Whether a label or note contains a private key, an export or a token, or is a recovery phrase. */
export function containsSecret(text: string): boolean {
  if (text.split(/\s+/).some(looksSecret)) return true;
  try {
    parseMnemonic(text.toLowerCase());
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
