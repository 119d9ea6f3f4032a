/** Known addresses other than keys: watched accounts, the address book and past recipients. */
import { z } from 'zod';
import { zAddress, zAttoFil, zCallRef, zTimeMs, zTipsetRef, zUint64 } from './common.ts';

export const zAddressEntry = z.object({
  /** With the connected network's prefix. */
  address: zAddress,
  /** Empty for a past recipient without a label. */
  label: z.string().trim().max(60),
  note: z.string().max(2000),
  /** Shown under Accounts with its balance, without a key on this machine. */
  isWatched: z.boolean(),
  /** When it was first saved or approved as a recipient. */
  firstSeenAtMs: zTimeMs,
  /** When a message to it was last approved. */
  lastSentAtMs: zTimeMs.optional(),
});
export type AddressEntry = z.infer<typeof zAddressEntry>;

/** Balances of several addresses at one tipset, one call each. */
export const zAddressBalances = z.object({
  pinned: zTipsetRef,
  balances: z.array(
    z.object({
      address: zAddress,
      /** False if no such actor exists; its balance is 0. */
      exists: z.boolean(),
      /** Absent if the node did not return it. */
      balance: zAttoFil.optional(),
      /** Actor type by code; absent if unknown. */
      actorType: z.string().max(40).optional(),
      /** Nonce of its next message. */
      nonce: zUint64.optional(),
    }),
  ),
  calls: z.array(zCallRef),
});
export type AddressBalances = z.infer<typeof zAddressBalances>;
