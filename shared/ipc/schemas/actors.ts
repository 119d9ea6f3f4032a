/** Any actor of the chain: its addresses, what the chain says of it, its state by type, and messages it took part in. */
import { z } from 'zod';
import { zMessageRow } from './chain.ts';
import { zAddress, zAt, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zTimeMs, zTipsetKey, zTipsetRef } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zProposalList, zResolvedAddress } from './drafts.ts';

/** `node`: in the words of the node; `blocks`: read here from blocks that hash to their CIDs. */
const zActorSource = z.enum(['node', 'blocks']);

export const zActorQuestion = z.object({ address: z.string().min(3).max(120), at: zAt }).strict();

/** The code of a contract. */
const zContractCode = z.object({
  bytecode: zCid,
  /** keccak-256. */
  hashHex: z.string().regex(/^[0-9a-f]{64}$/),
  /** Absent where the block of the code was not to be had. */
  sizeBytes: z.number().int().optional(),
  /** How many contracts it made, and one. */
  nonce: zBigInteger,
  isDestroyed: z.boolean(),
});
export type ContractCode = z.infer<typeof zContractCode>;

const zActorState = z.object({
  /** `raw`: the block by position, because the names of its fields are not known. */
  source: z.enum(['node', 'blocks', 'raw']),
  /** Of `raw`: why. */
  problem: z.string().optional(),
  /** Without a value where actors of this type keep none. */
  view: zDecodedView,
  contract: zContractCode.optional(),
});
export type ActorState = z.infer<typeof zActorState>;

export const zActor = z.object({
  pinned: zTipsetRef,
  identity: zResolvedAddress,
  /** What the state tree says of it; absent where it has no such actor, or nobody could tell. */
  entry: z
    .object({
      source: zActorSource,
      code: zCid,
      /** Of its code, where it is one of the known ones. */
      actorsVersion: z.number().int().optional(),
      /** As the network's manifest names it, where this release does not know the type. */
      actorName: z.string().max(40).optional(),
      head: zCid,
    })
    .optional(),
  state: zPanel(zActorState).optional(),
});
export type Actor = z.infer<typeof zActor>;

const zMultisigSigner = z.object({
  /** As the multisig keeps it: an id. */
  address: zAddress,
  /** Its key address, or the first address of another actor. */
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
  /** Absent where nothing was ever locked. */
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

/** What other actors keep for it. */
export const zHoldings = z.object({
  pinned: zTipsetRef,
  market: zPanel(z.object({ escrow: zAttoFil, locked: zAttoFil })),
  /** Bytes of verified data that it may still store; absent for none. */
  client: zPanel(z.object({ bytes: zBigInteger.optional() })),
  /** Bytes that it may still give to clients; absent for no verifier. */
  verifier: zPanel(z.object({ bytes: zBigInteger.optional() })),
});
export type Holdings = z.infer<typeof zHoldings>;

/** Looks through so many tipsets, backwards from `from` or, without it, from the head. */
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
  /** Where to go on; absent at genesis. */
  next: zTipsetKey.optional(),
  calls: z.array(zCallRef),
});
export type FoundMessages = z.infer<typeof zFoundMessages>;
export type FoundMessage = FoundMessages['rows'][number];
