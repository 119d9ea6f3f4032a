/**
 * A miner read from the blocks of the state (ChainReadObj), on endpoints that do not serve what tells the same in one call. Every block
 * hashes to its CID, from a block of the pinned tipset down.
 */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zPanelError, zTimeMs, zTipsetKey, zTipsetRef } from './common.ts';
import { zDecodedView } from './decoded.ts';
import { zMiner } from './providers.ts';

/** Names a read. */
export const zReadId = z.string().min(1).max(100);
/** The most calls that a read can be allowed at a time. */
export const MOST_CALLS = 200_000;
/** So many reads are kept, the latest, until Sextant is closed. */
export const KEPT_READS = 10;
/** Calls that a read may make before it stops; each brings one block. One that is sent again because the connection failed is one call. */
export const zCallBudget = z.number().int().min(1).max(MOST_CALLS);

export const zMinerReadStart = z
  .object({
    address: zAddress,
    /** The tipset whose parent state is read; absent: the present head. */
    tipsetKey: zTipsetKey.optional(),
    callBudget: zCallBudget,
  })
  .strict();
/** `callBudget`: so many calls more. What was fetched before is not fetched again as long as it is kept. */
export const zReadContinuation = z.object({ readId: zReadId, callBudget: zCallBudget }).strict();
export const zReadAt = z.object({ readId: zReadId }).strict();

/**
 * How far a read is. Counts are of the whole read, over all its continuations. What `getMinerRead` answers changes with `phase` and `state`, and not between.
 */
export const zStateReadProgress = z.object({
  readId: zReadId,
  /** As it was typed, in the network's letter. */
  address: zAddress,
  /** The network that it is of. */
  genesisCid: zCid,
  /** Who was asked last. */
  connectionName: z.string(),
  /** Whether that is Sextant's own node. */
  isEmbedded: z.boolean(),
  pinned: zTipsetRef.optional(),
  state: z.enum(['running', 'done', 'cancelled', 'failed', 'budget-spent']),
  /** What is being read, in plain words; of a read that ended, what it ended at. */
  phase: z.string(),
  /** How far that is, where it is known how much there is: sectors. */
  step: z.object({ done: z.number(), total: z.number() }).optional(),
  startedAtMs: zTimeMs,
  /** Without the time between an end and a continuation. */
  elapsedMs: z.number(),
  /** Blocks that were read, every one of them hashed and compared; of these from the cache. */
  blocks: z.number(),
  cachedBlocks: z.number(),
  bytes: z.number(),
  calls: z.number(),
  callBudget: z.number(),
  /** How often blocks were waited for: all that are asked for together count once. */
  roundTrips: z.number(),
  /** The table of its sectors, once the partitions are known: what was found so far, and what it has no room for. */
  table: z.object({ revision: z.number(), leftOut: z.number() }).optional(),
  /** Why it ended, unless it is done or was cancelled. `block-mismatch`: the endpoint gave bytes that are not the block asked for. */
  problem: zPanelError.optional(),
  /** The block that could not be read, by position; its CID was verified. */
  raw: zDecodedView.optional(),
});
export type StateReadProgress = z.infer<typeof zStateReadProgress>;

const zStateProof = z.object({
  pinned: zTipsetRef,
  /** The block of the tipset whose bytes name the state root, and the call that brought it. */
  block: zCid,
  blockCall: zCallRef,
  stateRoot: zCid,
  networkVersion: z.number().int(),
  /** Absent where the version is by what is known of the network. */
  networkVersionCall: zCallRef.optional(),
  /** The miner as the state knows it. */
  actor: zAddress,
  actorCode: zCid,
  /** The block that is the miner's state, and the call that brought what the state tree says of the miner. */
  actorHead: zCid,
  actorCall: zCallRef,
});
export type StateProof = z.infer<typeof zStateProof>;

const zPowerPair = z.object({ rawBytes: zBigInteger, qualityAdjusted: zBigInteger });
const zPartitionRow = z.object({
  deadline: z.number().int(),
  partition: z.number().int(),
  /** All, with those that were terminated. */
  sectors: z.number(),
  live: z.number(),
  active: z.number(),
  faulty: z.number(),
  recovering: z.number(),
  /** Waiting for their first proof. */
  unproven: z.number(),
  terminated: z.number(),
  /** Its proof was seen in the window that is open, or that was open last. */
  isPosted: z.boolean(),
  livePower: zPowerPair,
  activePower: zPowerPair,
  faultyPower: zPowerPair,
  recoveringPower: zPowerPair,
});
export type PartitionRow = z.infer<typeof zPartitionRow>;

/** What a read has found so far; parts that were not read yet are absent. Those that miners.getMiner has too have the same shape. */
export const zMinerStateRead = z.object({
  readId: zReadId,
  address: zAddress,
  proof: zStateProof.optional(),
  /**
   * Without whether that is enough to win blocks: each network has its own threshold, which is no part of the state. The last of its
   * calls brought the block that has, or would have, the miner's claim.
   */
  power: zPanel(
    z.object({ rawBytes: zBigInteger, qualityAdjusted: zBigInteger, networkRawBytes: zBigInteger, networkQualityAdjusted: zBigInteger }),
  ).optional(),
  /** Without the peer id. The first of its calls brought the block that names the roles. */
  info: zMiner.shape.info.optional(),
  balance: zMiner.shape.balance.optional(),
  /** What is locked as vesting, at most 2000 rows, the earliest first. */
  vesting: zPanel(
    z.object({
      total: zAttoFil,
      /** Of that free at the pinned epoch already; it counts as available. */
      vested: zAttoFil,
      rows: z.array(z.object({ epoch: zEpoch, timeMs: zTimeMs, amount: zAttoFil })),
    }),
  ).optional(),
  deadlines: zMiner.shape.deadlines.optional(),
  /** At most 2000 rows of `total`, by deadline and partition. */
  partitions: zPanel(z.object({ total: z.number(), rows: z.array(zPartitionRow) })).optional(),
  /** How many there are; they are listed by `miners.listSectors`. */
  sectors: zMiner.shape.sectors.optional(),
  /** Sums over all sectors of its partitions, also terminated ones; only once all of them were read. */
  sectorSums: zPanel(
    z.object({ sectors: z.number(), initialPledge: zAttoFil, dailyFee: zAttoFil, qualityAdjusted: zBigInteger }),
  ).optional(),
});
export type MinerStateRead = z.infer<typeof zMinerStateRead>;
