/** How one's own miners do: what the overview shows of them, and what needs somebody is found by. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zEpoch, zPanel, zPanelError, zTimeMs, zTipsetRef } from './common.ts';

/** Whether the open deadline is proven. `partitions` are those that a proof is due for: with a sector that is not faulty, or recovers. */
const zOpenDeadline = z.object({
  index: z.number().int(),
  openEpoch: zEpoch,
  closeEpoch: zEpoch,
  closeTimeMs: zTimeMs,
  /** Absent where the endpoint does not tell the partitions. `qualityAdjusted`: what the sectors count for, once the proof is late. */
  proof: z
    .object({ partitions: z.number().int(), proven: z.number().int(), sectors: z.number().int(), qualityAdjusted: zBigInteger.optional() })
    .optional(),
});

/**
 * Sectors of one deadline that are faulty, and until when their recovery can be declared for its next window. `qualityAdjusted`: what
 * they count for, bytes; absent where they are too many to ask for, or not told.
 */
const zFaultyDeadline = z.object({
  index: z.number().int(),
  live: z.number().int(),
  faulty: z.number().int(),
  recovering: z.number().int(),
  qualityAdjusted: zBigInteger.optional(),
  cutoffEpoch: zEpoch,
  cutoffTimeMs: zTimeMs,
});

/** Somebody who acts for the miner. `daysLeft`: how long the balance lasts at what it lost a day lately, as far as that was seen here. */
const zMinerKey = z.object({
  role: z.string().max(40),
  address: zAddress,
  balance: zAttoFil.optional(),
  runway: z.object({ spentADay: zAttoFil, daysLeft: z.number(), seenDays: z.number() }).optional(),
});

/** What is asked for every ten minutes at most; of sectors and deals that end, every hour, of a large miner every day. Parts that an endpoint refuses are absent. */
const zMinerStanding = z.object({
  readAtMs: zTimeMs,
  sectorSize: z.number().optional(),
  keys: z.array(zMinerKey).max(40),
  pendingWorker: z.object({ address: zAddress, fromEpoch: zEpoch.optional() }).optional(),
  pendingOwner: zAddress.optional(),
  /** The last epoch of a consensus fault, while it lasts. */
  consensusFault: z.object({ untilEpoch: zEpoch, untilTimeMs: zTimeMs }).optional(),
  feeDebt: zAttoFil.optional(),
  /** What is neither pledged, vesting, deposited nor owed, from the state: for endpoints that do not compute it. */
  available: zAttoFil.optional(),
  /** Sectors whose commitment ends within 30 days; absent where there are too many to look through. */
  expiring: z.object({ count: z.number().int(), firstEpoch: zEpoch.optional(), firstTimeMs: zTimeMs.optional() }).optional(),
  /**
   * Deals and claims that end within 30 days; absent where there are too many sectors to look through. `isPartial`: not all were told.
   * `isDealsOnly`: without claims, which are history since DataCap is frozen.
   */
  endingDeals: z.object({ count: z.number().int(), isPartial: z.boolean(), isDealsOnly: z.boolean().optional() }).optional(),
  /** When sectors and deals that end were looked through. */
  endsReadAtMs: zTimeMs.optional(),
  /** Sectors by state, from the storage-miner API. */
  sealing: z.record(z.string().max(100), z.number().int()).optional(),
  /** Since when these counts are the same, as far as they were seen. */
  sealingSinceMs: zTimeMs.optional(),
  /** Deadlines with faulty sectors; absent where the endpoint does not tell the partitions. */
  faulty: z.array(zFaultyDeadline).max(48).optional(),
});
export type MinerStanding = z.infer<typeof zMinerStanding>;

const zOwnMiner = z.object({
  address: zAddress,
  rawBytes: zBigInteger.optional(),
  qualityAdjusted: zBigInteger.optional(),
  networkQualityAdjusted: zBigInteger.optional(),
  /** Why its power is not there. */
  problem: zPanelError.optional(),
  sectors: z.object({ live: z.number(), active: z.number(), faulty: z.number() }).optional(),
  deadline: zOpenDeadline.optional(),
  available: zAttoFil.optional(),
  /** Absent in a pinned view, and until it was read. */
  standing: zMinerStanding.optional(),
  /** Blocks won in the last day, of the epochs that were seen here. */
  wins: z.object({ count: z.number().int(), seenEpochs: z.number().int() }).optional(),
});
export type OwnMiner = z.infer<typeof zOwnMiner>;

export const zOwnMiners = z.object({
  pinned: zTipsetRef,
  miners: zPanel(z.array(zOwnMiner)),
  /** The reward of the epoch, all streams together: faults are priced by it. Absent where it could not be read. */
  epochReward: zAttoFil.optional(),
  /** The miner's part of it, which is what miners earn: all of it before network version 29. Absent where its split could not be read. */
  minerPart: zAttoFil.optional(),
});
export type OwnMiners = z.infer<typeof zOwnMiners>;

/** The last answer that was read at the head; undefined parts: none yet on this connection. */
export const zOwnMinersKnown = z.object({ connectionId: z.string(), readAtMs: zTimeMs.optional(), known: zOwnMiners.optional() });
export type OwnMinersKnown = z.infer<typeof zOwnMinersKnown>;
