/**
 * A miner read block by block from state (ChainReadObj), for endpoints that do not serve the State methods. Every block is verified by its
 * CID, from a block header of the pinned tipset down.
 */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zPanelError, zTimeMs, zTipsetKey, zTipsetRef } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zMiner } from './providers.ts';

/** Id of a read. */
export const zReadId = z.string().min(1).max(100);
/** Maximum call budget. */
export const MAX_CALLS = 200_000;
/** Number of latest reads kept until Sextant is closed. */
export const KEPT_READS = 10;
/** Call budget of a read; each call returns one block, and retries count once. */
export const zCallBudget = z.number().int().min(1).max(MAX_CALLS);

export const zMinerReadStart = z
  .object({
    address: zAddress,
    /** The tipset whose parent state is read; absent: the head. */
    tipsetKey: zTipsetKey.optional(),
    callBudget: zCallBudget,
  })
  .strict();
/** `callBudget`: additional calls. Cached blocks are not fetched again. */
export const zReadContinuation = z.object({ readId: zReadId, callBudget: zCallBudget }).strict();
export const zReadAt = z.object({ readId: zReadId }).strict();

/**
 * Progress of a read. Counts cover the whole read, including continuations. The result of `getMinerRead` changes only with `phase` and `state`.
 */
export const zStateReadProgress = z.object({
  readId: zReadId,
  /** As entered, with the network's prefix. */
  address: zAddress,
  /** Its network. */
  genesisCid: zCid,
  /** The last endpoint used. */
  connectionName: z.string(),
  /** Whether that is the embedded node. */
  isEmbedded: z.boolean(),
  pinned: zTipsetRef.optional(),
  state: z.enum(['running', 'done', 'cancelled', 'failed', 'budget-spent']),
  /** What is being read; for an ended read, the last part. */
  phase: z.string(),
  /** Progress of that part, if its size is known: sectors. */
  step: z.object({ done: z.number(), total: z.number() }).optional(),
  startedAtMs: zTimeMs,
  /** Excluding pauses before continuations. */
  elapsedMs: z.number(),
  /** Verified blocks, and those of them from the cache. */
  blocks: z.number(),
  cachedBlocks: z.number(),
  bytes: z.number(),
  calls: z.number(),
  callBudget: z.number(),
  /** Round trips: blocks requested together count once. */
  roundTrips: z.number(),
  /** Its sector table, once the partitions are known: sectors found so far, and those beyond the limit. */
  table: z.object({ revision: z.number(), leftOut: z.number() }).optional(),
  /** Why it stopped, unless done or cancelled. `block-mismatch`: the endpoint returned bytes that do not match the CID. */
  problem: zPanelError.optional(),
  /** Position of the block that could not be decoded; its CID was verified. */
  raw: zDecodedView.optional(),
});
export type StateReadProgress = z.infer<typeof zStateReadProgress>;

const zStateProof = z.object({
  pinned: zTipsetRef,
  /** The block header with the state root, and its call. */
  block: zCid,
  blockCall: zCallRef,
  stateRoot: zCid,
  networkVersion: z.number().int(),
  /** Absent if the version is derived from known upgrades. */
  networkVersionCall: zCallRef.optional(),
  /** The miner's ID address. */
  actor: zAddress,
  actorCode: zCid,
  /** The block of the miner's state, and the call for its entry in the state tree. */
  actorHead: zCid,
  actorCall: zCallRef,
});
export type StateProof = z.infer<typeof zStateProof>;

const zPowerPair = z.object({ rawBytes: zBigInteger, qualityAdjusted: zBigInteger });
const zPartitionRow = z.object({
  deadline: z.number().int(),
  partition: z.number().int(),
  /** All, including terminated ones. */
  sectors: z.number(),
  live: z.number(),
  active: z.number(),
  faulty: z.number(),
  recovering: z.number(),
  /** Unproven. */
  unproven: z.number(),
  terminated: z.number(),
  /** Proven in the current or last window. */
  isPosted: z.boolean(),
  livePower: zPowerPair,
  activePower: zPowerPair,
  faultyPower: zPowerPair,
  recoveringPower: zPowerPair,
});
export type PartitionRow = z.infer<typeof zPartitionRow>;

/** Results of a read so far; unread parts are absent. Parts shared with miners.getMiner have the same type. */
export const zMinerStateRead = z.object({
  readId: zReadId,
  address: zAddress,
  proof: zStateProof.optional(),
  /**
   * Without the minimum power, which is not part of the state. The last of its calls is for the block that has, or would have, the
   * miner's claim.
   */
  power: zPanel(
    z.object({ rawBytes: zBigInteger, qualityAdjusted: zBigInteger, networkRawBytes: zBigInteger, networkQualityAdjusted: zBigInteger }),
  ).optional(),
  /** Without the peer ID. The first of its calls is for the block with the addresses. */
  info: zMiner.shape.info.optional(),
  balance: zMiner.shape.balance.optional(),
  /** Vesting funds, at most 2,000 rows, the earliest first. */
  vesting: zPanel(
    z.object({
      total: zAttoFil,
      /** Already vested at the pinned epoch; counts as available. */
      vested: zAttoFil,
      rows: z.array(z.object({ epoch: zEpoch, timeMs: zTimeMs, amount: zAttoFil })),
    }),
  ).optional(),
  deadlines: zMiner.shape.deadlines.optional(),
  /** At most 2,000 of `total`, by deadline and partition. */
  partitions: zPanel(z.object({ total: z.number(), rows: z.array(zPartitionRow) })).optional(),
  /** Number of sectors, which `miners.listSectors` returns. */
  sectors: zMiner.shape.sectors.optional(),
  /** Sums over all sectors of its partitions, including terminated ones; only once all were read. */
  sectorSums: zPanel(
    z.object({ sectors: z.number(), initialPledge: zAttoFil, dailyFee: zAttoFil, qualityAdjusted: zBigInteger }),
  ).optional(),
});
export type MinerStateRead = z.infer<typeof zMinerStateRead>;
