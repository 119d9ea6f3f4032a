/** Addresses that are known on this machine besides its keys: watched ones, the address book, and whoever was sent to. */
import { z } from 'zod';
import { zAddress, zTimeMs } from './common.ts';

export const zAddressEntry = z.object({
  /** In the connected network's letter. */
  address: zAddress,
  /** Empty for one that was only seen. */
  label: z.string().trim().max(60),
  note: z.string().max(2000),
  /** Shown among the accounts, with its balance, though its key is elsewhere. */
  isWatched: z.boolean(),
  /** When it was first saved, or approved as a recipient. */
  firstSeenAtMs: zTimeMs,
  /** When a message to it was last approved. */
  lastSentAtMs: zTimeMs.optional(),
});
export type AddressEntry = z.infer<typeof zAddressEntry>;
