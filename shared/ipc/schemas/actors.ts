/** Actors: addresses, balance and code, state by type, and messages. */
import { z } from 'zod';
import { zMessageRow } from './chain.ts';
import { zAddress, zAt, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zTimeMs, zTipsetKey, zTipsetRef } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zProposalList, zResolvedAddress } from './drafts.ts';

/** `node`: decoded by the node; `blocks`: decoded here from blocks verified by their CIDs. */
const zActorSource = z.enum(['node', 'blocks']);

export const zActorQuestion = z.object({ address: z.string().min(3).max(120), at: zAt }).strict();

/** The bytecode of a contract. */
const zContractCode = z.object({
  bytecode: zCid,
  /** keccak-256. */
  hashHex: z.string().regex(/^[0-9a-f]{64}$/),
  /** Absent if the block with the code could not be read. */
  sizeBytes: z.number().int().optional(),
  /** Number of created contracts plus one. */
  nonce: zBigInteger,
  isDestroyed: z.boolean(),
});
export type ContractCode = z.infer<typeof zContractCode>;

const zActorState = z.object({
  /** `raw`: the block by position, because its field names are unknown. */
  source: z.enum(['node', 'blocks', 'raw']),
  /** Reason for `raw`. */
  problem: z.string().optional(),
  /** No value if actors of this type have no state. */
  view: zDecodedView,
  contract: zContractCode.optional(),
});
export type ActorState = z.infer<typeof zActorState>;

export const zActor = z.object({
  pinned: zTipsetRef,
  identity: zResolvedAddress,
  /** The actor in the state tree; absent if it does not exist or could not be read. */
  entry: z
    .object({
      source: zActorSource,
      code: zCid,
      /** By its code, if known. */
      actorsVersion: z.number().int().optional(),
      /** Name in the network's manifest, if this release does not know the type. */
      actorName: z.string().max(40).optional(),
      head: zCid,
    })
    .optional(),
  state: zPanel(zActorState).optional(),
});
export type Actor = z.infer<typeof zActor>;

const zMultisigSigner = z.object({
  /** ID address, as in the multisig's state. */
  address: zAddress,
  /** Its key address, or the robust address of another actor. */
  robustAddress: zAddress.optional(),
  actorType: z.string().max(40).optional(),
  label: z.string().max(60).optional(),
  isOwn: z.boolean(),
  balance: zAttoFil.optional(),
});
export type MultisigSigner = z.infer<typeof zMultisigSigner>;

export const zMultisig = z.object({
  pinned: zTipsetRef,
  source: zActorSource,
  threshold: z.number().int(),
  /** At most 64 of `signerCount`. */
  signers: z.array(zMultisigSigner).max(64),
  signerCount: z.number().int(),
  balance: zAttoFil,
  available: zAttoFil,
  /** Absent if nothing was ever locked. */
  vesting: z
    .object({
      initial: zAttoFil,
      locked: zAttoFil,
      startEpoch: zEpoch,
      startTimeMs: zTimeMs,
      endEpoch: zEpoch,
      endTimeMs: zTimeMs,
    })
    .optional(),
  proposals: zPanel(zProposalList.pick({ proposals: true, omittedCount: true })),
  calls: z.array(zCallRef),
});
export type Multisig = z.infer<typeof zMultisig>;

/** Its balances in other actors. */
export const zHoldings = z.object({
  pinned: zTipsetRef,
  market: zPanel(z.object({ escrow: zAttoFil, locked: zAttoFil })),
  /** Remaining DataCap in bytes; absent for none. */
  client: zPanel(z.object({ bytes: zBigInteger.optional() })),
  /** DataCap it may still grant, in bytes; absent if it is not a verifier. */
  verifier: zPanel(z.object({ bytes: zBigInteger.optional() })),
});
export type Holdings = z.infer<typeof zHoldings>;

/** Searches this many tipsets backwards from `from`, or from the head. */
export const zMessageSearch = z
  .object({
    /** All forms of one address. */
    addresses: z.array(zAddress).min(1).max(4),
    from: zTipsetKey.optional(),
    tipsets: z.number().int().min(1).max(20),
  })
  .strict();
export const zFoundMessages = z.object({
  rows: z.array(zMessageRow.extend({ height: zEpoch, timeMs: zTimeMs })),
  tipsets: z.number().int(),
  lowest: zEpoch,
  /** Where to continue; absent at genesis. */
  next: zTipsetKey.optional(),
  calls: z.array(zCallRef),
});
export type FoundMessages = z.infer<typeof zFoundMessages>;
export type FoundMessage = FoundMessages['rows'][number];
