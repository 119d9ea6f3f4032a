/** The chain: head, tipsets, blocks, messages. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zTimeMs, zTipsetKey, zTipsetRef, zUint64 } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zFees } from './message-inside.ts';

/** One column of the tipset strip. A null round has no key and no blocks. */
const zStripEntry = z.object({
  height: zEpoch,
  timeMs: zTimeMs,
  isNullRound: z.boolean(),
  key: z.array(zCid),
  blocks: z.array(z.object({ cid: zCid, miner: zAddress, winCount: z.number() })),
  baseFee: zAttoFil.optional(),
});
export type StripEntry = z.infer<typeof zStripEntry>;

/** An observed reorg: reverted and applied tipsets. */
const zReorg = z.object({
  seenAtMs: zTimeMs,
  depth: z.number().int(),
  reverted: z.array(z.object({ height: zEpoch, key: zTipsetKey, blockCount: z.number() })),
  applied: z.array(z.object({ height: zEpoch, key: zTipsetKey, blockCount: z.number() })),
});
export type Reorg = z.infer<typeof zReorg>;

const zHeadStatus = z.enum(['connecting', 'live', 'polling', 'stale', 'failed']);

/** State of the chain service for the top bar and the tipset strip. */
export const zHeadState = z.object({
  connectionId: z.string(),
  connectionName: z.string(),
  status: zHeadStatus,
  /** Why the connection is not live. */
  problem: z.object({ code: z.string(), message: z.string(), callId: z.number().optional() }).optional(),
  networkName: z.string().optional(),
  genesisCid: zCid.optional(),
  genesisTimeMs: zTimeMs.optional(),
  blockDelaySeconds: z.number().optional(),
  latencyMs: z.number().optional(),
  software: z.string().optional(),
  head: zTipsetRef.extend({ parents: z.array(zCid), blockCount: z.number(), baseFee: zAttoFil }).optional(),
  /** When the head was received. */
  headReceivedAtMs: zTimeMs.optional(),
  /** `node`: reported by the node; `EC depth`: 900 epochs below the head. */
  finalized: z
    .object({
      height: zEpoch,
      by: z.enum(['node', 'EC depth']),
      /** From ChainGetTipSetFinalityStatus; absent if v2 is not served. */
      status: z
        .object({
          /** Height of the tag `safe`. */
          safeHeight: zEpoch.optional(),
          ecHeight: zEpoch.optional(),
          /** Depth of EC finality below the head; absent if it is not reached. */
          ecThresholdDepth: z.number().int().nonnegative().optional(),
          f3Height: zEpoch.optional(),
        })
        .optional(),
    })
    .optional(),
  /** Oldest first, at most 60 epochs, null rounds included. */
  strip: z.array(zStripEntry),
  reorgs: z.array(zReorg),
  /** Calls behind head, strip and finality. */
  calls: z.object({ head: zCallRef.optional(), strip: zCallRef.optional(), finalized: zCallRef.optional() }),
});
export type HeadState = z.infer<typeof zHeadState>;

/** Network figures for the overview, at one tipset. */
export const zOverview = z.object({
  pinned: zTipsetRef,
  power: zPanel(z.object({ rawBytes: zBigInteger, qualityAdjusted: zBigInteger })),
  /** Block reward per win and the miner's part of it, without tips. */
  reward: zPanel(z.object({ perWin: zAttoFil, miner: zAttoFil })),
  /** Base fee per tipset, oldest first, from the strip's tipsets. */
  baseFees: z.array(z.object({ height: zEpoch, timeMs: zTimeMs, baseFee: zAttoFil })),
  mempool: zPanel(z.object({ messageCount: z.number(), gasLimitTotal: zBigInteger })),
  /** For a pinned view: its tipset, and the strip that ends there. */
  past: z.object({ blockCount: z.number(), baseFee: zAttoFil, strip: z.array(zStripEntry), calls: z.array(zCallRef) }).optional(),
});
export type Overview = z.infer<typeof zOverview>;

export const zBlock = z.object({
  cid: zCid,
  miner: zAddress,
  height: zEpoch,
  timeMs: zTimeMs,
  winCount: z.number(),
  parentWeight: zBigInteger,
  parentBaseFee: zAttoFil,
  parents: z.array(zCid),
  parentStateRoot: zCid,
  parentMessageReceipts: zCid,
  messages: zCid,
  ticket: z.string(),
  /** Whether the re-encoded header hashes to this CID. */
  isCidVerified: z.boolean(),
  messageCount: z.number().optional(),
});
export type Block = z.infer<typeof zBlock>;

export const zMessageRow = z.object({
  cid: zCid,
  from: zAddress,
  to: zAddress,
  nonce: zUint64,
  value: zAttoFil,
  method: zUint64,
  methodName: z.string().optional(),
  gasLimit: zUint64,
  gasFeeCap: zAttoFil,
  gasPremium: zAttoFil,
  /** Absent until executed by the child tipset. */
  receipt: z.object({ exitCode: z.number(), gasUsed: zUint64 }).optional(),
});
export type MessageRow = z.infer<typeof zMessageRow>;

export const zTipset = z.object({
  ref: zTipsetRef,
  parents: z.array(zCid),
  parentWeight: zBigInteger,
  baseFee: zAttoFil,
  blocks: z.array(zBlock),
  /** Number of unique messages in the tipset. */
  messages: zPanel(z.array(zMessageRow)),
  /** Nearest existing neighbours, across null rounds. */
  previousHeight: zEpoch.optional(),
  nextHeight: zEpoch.optional(),
  isCanonical: z.boolean().optional(),
  /** For a reverted tipset: the chain's tipset at its height, or before it in a null round. */
  instead: zTipsetRef.optional(),
  calls: z.array(zCallRef),
});
export type Tipset = z.infer<typeof zTipset>;

/** Actor types by address; unknown ones are omitted. */
export const zReceiverTypes = z.object({ types: z.record(z.string(), z.string().max(40)), calls: z.array(zCallRef) });
export type ReceiverTypes = z.infer<typeof zReceiverTypes>;

export const zMessage = z.object({
  /** The requested CID. */
  cid: zCid,
  /** Computed here. */
  unsignedCid: zCid,
  /** Whether the re-encoded message hashes to the requested CID. */
  isCidVerified: z.boolean(),
  from: zAddress,
  to: zAddress,
  nonce: zUint64,
  value: zAttoFil,
  method: zUint64,
  methodName: z.string().optional(),
  toActor: z.string().optional(),
  gasLimit: zUint64,
  gasFeeCap: zAttoFil,
  gasPremium: zAttoFil,
  paramsHex: z.string(),
  params: zDecodedView,
  sizeBytes: z.number(),
  /**
   * `in-aggregate`: covered by the block's aggregate BLS signature. `none`: an implicit message, which is not signed.
   */
  signature: z.object({
    kind: z.enum(['secp256k1', 'bls', 'delegated', 'none']),
    check: z.enum(['valid', 'invalid', 'in-aggregate', 'unknown']),
  }),
  stage: z.enum(['in-pool', 'included', 'executed', 'final', 'not-found']),
  inclusion: z.object({ tipset: zTipsetRef, blockCids: z.array(zCid) }).optional(),
  execution: z
    .object({
      tipset: zTipsetRef,
      exitCode: z.number(),
      exitName: z.string(),
      exitMeaning: z.string(),
      /** What to do about it. */
      exitFix: z.string(),
      gasUsed: zUint64,
      returnHex: z.string(),
      returned: zDecodedView,
      /** Events root of the receipt, if there are events. */
      eventsRoot: zCid.optional(),
      /** Base fee of the including tipset. */
      baseFee: zAttoFil,
      /** Computed here from the receipt and the base fee. */
      fees: zFees,
    })
    .optional(),
  replacedBy: zCid.optional(),
  calls: z.object({ message: z.array(zCallRef), receipt: z.array(zCallRef), fees: z.array(zCallRef) }),
});
export type Message = z.infer<typeof zMessage>;

/** A search result. `note`: how it was found, or a remark. */
const zNote = z.string().max(400).optional();
const zLabel = z.string().max(60).optional();
const zSearchHit = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tipset'), height: zEpoch, note: zNote }),
  /** `block`: the requested block of it. */
  z.object({ kind: z.literal('tipset-key'), key: zTipsetKey, height: zEpoch, block: zCid.optional(), note: zNote }),
  z.object({ kind: z.literal('message'), cid: zCid, note: zNote }),
  z.object({ kind: z.literal('miner'), address: zAddress, label: zLabel, note: zNote }),
  z.object({
    kind: z.literal('actor'),
    address: zAddress,
    idAddress: zAddress.optional(),
    type: z.string().optional(),
    balance: zAttoFil.optional(),
    nonce: z.number().optional(),
    label: zLabel,
    note: zNote,
  }),
  z.object({ kind: z.literal('deal'), dealId: z.number() }),
  z.object({ kind: z.literal('sector'), miner: zAddress, sector: z.number(), note: zNote }),
  z.object({ kind: z.literal('claim'), provider: zAddress, claimId: z.number(), note: zNote }),
  z.object({ kind: z.literal('allocation'), client: zAddress, allocationId: z.number(), note: zNote }),
  /** Deals and claims with this piece, label or proposal. */
  z.object({ kind: z.literal('deals-of'), what: z.enum(['piece', 'label', 'proposal']), cid: zCid, note: zNote }),
  /** Any other block of the node's blockstore, from the call `callId`. */
  z.object({ kind: z.literal('object'), cid: zCid, what: z.string().max(200), callId: z.number() }),
  z.object({ kind: z.literal('method'), method: z.string() }),
  z.object({ kind: z.literal('actor-method'), method: z.string(), actors: z.string().max(400), number: zUint64 }),
  /** Without a target: only a note. */
  z.object({ kind: z.literal('exit-code'), code: z.number(), name: z.string(), meaning: z.string(), fix: z.string() }),
]);
export type SearchHit = z.infer<typeof zSearchHit>;
export const zSearchResult = z.object({
  hits: z.array(zSearchHit),
  /** Why nothing more was found. */ problem: z.string().optional(),
});
export type SearchResult = z.infer<typeof zSearchResult>;
