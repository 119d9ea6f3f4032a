/** Own miners: figures for the overview and its checks. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zEpoch, zPanel, zPanelError, zTimeMs, zTipsetRef } from './common.ts';

/** Whether the open deadline is proven. `partitions`: those with a proof due, that is, with a non-faulty or recovering sector. */
const zOpenDeadline = z.object({
  index: z.number().int(),
  openEpoch: zEpoch,
  closeEpoch: zEpoch,
  closeTimeMs: zTimeMs,
  /** Absent if partitions are not available. `qualityAdjusted`: power of the sectors, if the proof is late. */
  proof: z
    .object({ partitions: z.number().int(), proven: z.number().int(), sectors: z.number().int(), qualityAdjusted: zBigInteger.optional() })
    .optional(),
});

/**
 * Faulty sectors of a deadline, and the cutoff for declaring their recovery for its next window. `qualityAdjusted`: their power in bytes;
 * absent if there are too many, or if not available.
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

/** A control address of the miner. `daysLeft`: how long its balance lasts at the recently observed spending. */
const zMinerKey = z.object({
  role: z.string().max(40),
  address: zAddress,
  balance: zAttoFil.optional(),
  runway: z.object({ spentADay: zAttoFil, daysLeft: z.number(), seenDays: z.number() }).optional(),
});

/** Figures read at most every ten minutes; ending sectors and deals every hour, for a large miner every day. Refused parts are absent. */
const zMinerStanding = z.object({
  readAtMs: zTimeMs,
  sectorSize: z.number().optional(),
  keys: z.array(zMinerKey).max(40),
  pendingWorker: z.object({ address: zAddress, fromEpoch: zEpoch.optional() }).optional(),
  pendingOwner: zAddress.optional(),
  /** End of the current consensus fault. */
  consensusFault: z.object({ untilEpoch: zEpoch, untilTimeMs: zTimeMs }).optional(),
  feeDebt: zAttoFil.optional(),
  /** Available balance, computed from state for endpoints that do not return it. */
  available: zAttoFil.optional(),
  /** Sectors that expire within 30 days; absent if there are too many to read. */
  expiring: z.object({ count: z.number().int(), firstEpoch: zEpoch.optional(), firstTimeMs: zTimeMs.optional() }).optional(),
  /**
   * Deals and claims that end within 30 days; absent if there are too many sectors to read. `isPartial`: incomplete.
   * `isDealsOnly`: without claims, since DataCap is frozen.
   */
  endingDeals: z.object({ count: z.number().int(), isPartial: z.boolean(), isDealsOnly: z.boolean().optional() }).optional(),
  /** When ending sectors and deals were read. */
  endsReadAtMs: zTimeMs.optional(),
  /** Sectors by state, from the storage miner API. */
  sealing: z.record(z.string().max(100), z.number().int()).optional(),
  /** Since when these counts have not changed, as far as observed. */
  sealingSinceMs: zTimeMs.optional(),
  /** Deadlines with faulty sectors; absent if partitions are not available. */
  faulty: z.array(zFaultyDeadline).max(48).optional(),
});
export type MinerStanding = z.infer<typeof zMinerStanding>;

const zOwnMiner = z.object({
  address: zAddress,
  rawBytes: zBigInteger.optional(),
  qualityAdjusted: zBigInteger.optional(),
  networkQualityAdjusted: zBigInteger.optional(),
  /** Why its power is missing. */
  problem: zPanelError.optional(),
  sectors: z.object({ live: z.number(), active: z.number(), faulty: z.number() }).optional(),
  deadline: zOpenDeadline.optional(),
  available: zAttoFil.optional(),
  /** Absent in a pinned view and until read. */
  standing: zMinerStanding.optional(),
  /** Blocks won in the last day, in observed epochs. */
  wins: z.object({ count: z.number().int(), seenEpochs: z.number().int() }).optional(),
});
export type OwnMiner = z.infer<typeof zOwnMiner>;

export const zOwnMiners = z.object({
  pinned: zTipsetRef,
  miners: zPanel(z.array(zOwnMiner)),
  /** Reward of the epoch over all streams, which determines fault fees. Absent if it could not be read. */
  epochReward: zAttoFil.optional(),
  /** The miner's part of it; all of it before network version 29. Absent if it could not be read. */
  minerPart: zAttoFil.optional(),
});
export type OwnMiners = z.infer<typeof zOwnMiners>;

/** The last result at the head; undefined if there is none on this connection. */
export const zOwnMinersKnown = z.object({ connectionId: z.string(), readAtMs: zTimeMs.optional(), known: zOwnMiners.optional() });
export type OwnMinersKnown = z.infer<typeof zOwnMinersKnown>;
