/** Addresses that are known on this machine besides its keys: watched ones, the address book, and whoever was sent to. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCallRef, zTimeMs, zTipsetRef, zUint64 } from './common.ts';

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

/** What several addresses hold at one tipset, with one call for each. */
export const zAddressBalances = z.object({
  pinned: zTipsetRef,
  balances: z.array(
    z.object({
      address: zAddress,
      /** False where no actor has it; then it holds nothing. */
      exists: z.boolean(),
      /** Absent where the node did not tell. */
      balance: zAttoFil.optional(),
      /** As the table of actor codes names it; absent where the code is not in it. */
      actorType: z.string().max(40).optional(),
      /** Of the next message that the chain takes from it. */
      nonce: zUint64.optional(),
    }),
  ),
  calls: z.array(zCallRef),
});
export type AddressBalances = z.infer<typeof zAddressBalances>;
