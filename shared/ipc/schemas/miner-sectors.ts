/** Deadlines and sectors of a miner, in addition to `providers.ts`. */
import { z } from 'zod';
import { EPOCHS } from '../../domain/chain/epoch.ts';
import { zAddress, zAt, zAttoFil, zBigInteger, zCallRef, zCid, zEpoch, zPanel, zPanelError, zTimeMs, zTipsetRef } from './common.ts';
import { zSectorRow } from './providers.ts';
import { zReadId } from './state-read.ts';

const zCount = z.number().int().nonnegative();
const zDeadlineIndex = z
  .number()
  .int()
  .min(0)
  .max(EPOCHS.deadlinesPerPeriod - 1);
const zSectorNumber = z.number().int().nonnegative();
/** Days of income that one faulty day costs (`faultFeeIncomeDays`); absent if the miner's part is unknown. */
const zIncomeDays = z.number().nonnegative().optional();

export const zMinerAt = z.object({ address: zAddress, at: zAt }).strict();
export type MinerAt = z.infer<typeof zMinerAt>;

/** Progress of reading a miner's sectors. `waiting`: so many that they are only read on request. */
export const zSectorsProgress = z.object({
  /** Key of the view, from `sectorsKey`. */
  key: z.string(),
  pinned: zTipsetRef,
  state: z.enum(['waiting', 'reading', 'done', 'stopped', 'failed']),
  /** Sectors in the miner's partitions, including ended ones that are still in their partition. */
  total: zCount,
  read: zCount,
  /** Sectors per call. */
  sectorsACall: zCount,
  /** Sectors beyond the table's limit, which are not read. */
  leftOut: zCount,
  /** Changes whenever rows may change. */
  revision: zCount,
  problem: zPanelError.optional(),
});
export type SectorsProgress = z.infer<typeof zSectorsProgress>;

/** Which sectors: from the node, or from a read of the state. */
export type SectorsOf = MinerAt & { readonly readId?: string | undefined };

/** Key of a sector table: of a view in `miners.sectorsProgressed`, or of a read of the state. */
export function sectorsKey({ address, at, readId }: SectorsOf): string {
  if (readId !== undefined) return `${address} read ${readId}`;
  return at === undefined ? address : `${address} ${at}`;
}

export const zSectorsStart = zMinerAt.extend({
  /** Read even if there are many. */
  isAll: z.boolean().optional(),
});

/** A sector, from its on-chain info and its partition. */
const zSectorTableRow = zSectorRow.extend({
  isRecovering: z.boolean(),
  isUnproven: z.boolean(),
  /** Terminated or expired and not yet removed from its partition. */
  isTerminated: z.boolean(),
  /** Quality-adjusted power in bytes. */
  qualityAdjusted: zBigInteger,
  /** Quality multiplier, 1 to 10. */
  quality: z.number(),
  /** Has the full-quality flag; otherwise its verified deals determine the quality. */
  isFullByRule: z.boolean(),
  /** Absent for sectors without a daily fee. */
  dailyFee: zAttoFil.optional(),
  dataBytes: zBigInteger,
  /** Deal IDs in its on-chain info; empty since network version 22. */
  dealCount: zCount,
  /** Snap-upgraded committed capacity. */
  isUpgraded: z.boolean(),
  activationTimeMs: zTimeMs,
  /** The call with its on-chain info. */
  callId: z.number().int(),
});
export type SectorTableRow = z.infer<typeof zSectorTableRow>;

const zSectorOrder = z.object({
  by: z.enum(['number', 'state', 'place', 'data', 'quality', 'power', 'activated', 'expires', 'pledge', 'fee']),
  direction: z.enum(['ascending', 'descending']),
});
export type SectorOrder = z.infer<typeof zSectorOrder>;

const zSectorSelection = zMinerAt.extend({
  filter: z.string().max(1000),
  /** Id of a read of the state. */
  readId: zReadId.optional(),
});

/** Limit of individually selected rows. */
export const MAX_CHOSEN_SECTORS = 5000;
/** Sectors to prepare a message for. */
export const zSectorChoice = zSectorSelection.extend({
  /** Individually selected; absent for all that match the filter. */
  numbers: z.array(zCount).max(MAX_CHOSEN_SECTORS).optional(),
});
export type SectorChoice = z.infer<typeof zSectorChoice>;

export const zSectorPageQuestion = zSectorSelection.extend({
  order: zSectorOrder,
  offset: zCount,
  limit: z.number().int().min(1).max(500),
  /** A sector to find. */
  find: zSectorNumber.optional(),
});
export type SectorPageQuestion = z.infer<typeof zSectorPageQuestion>;
export const zSectorPage = z.object({
  /** Number of rows read. */
  total: zCount,
  matching: zCount,
  offset: zCount,
  rows: z.array(zSectorTableRow).max(500),
  /** Index of the sector to find, if it is among the rows. */
  foundAt: zCount.optional(),
  calls: z.array(zCallRef),
});
export type SectorPage = z.infer<typeof zSectorPage>;

/** `upTo` is exclusive. */
const zExpiryBucket = z.object({
  from: zEpoch,
  upTo: zEpoch,
  fromTimeMs: zTimeMs,
  count: zCount,
  /** With 10× quality. */
  fullCount: zCount,
  pledge: zAttoFil,
});
export type ExpiryBucket = z.infer<typeof zExpiryBucket>;

/** Sums over the matching sectors. */
export const zSectorSummary = z.object({
  pinned: zTipsetRef,
  total: zCount,
  matching: zCount,
  byState: z.object({ active: zCount, faulty: zCount, recovering: zCount, unproven: zCount, terminated: zCount }),
  pledge: zAttoFil,
  dailyFee: zAttoFil,
  qualityAdjusted: zBigInteger,
  /** Live sectors that expire within 30 days. */
  expiringSoon: zCount,
  /** Of live sectors, in consecutive ranges; the last one includes all later ones. */
  expiries: z.array(zExpiryBucket).max(120),
});
export type SectorSummary = z.infer<typeof zSectorSummary>;
export const zSectorSummaryQuestion = zSectorSelection.extend({ step: z.enum(['week', 'month']) });
export type SectorSummaryQuestion = z.infer<typeof zSectorSummaryQuestion>;

export const zSectorQuestion = zMinerAt.extend({ number: zSectorNumber });

/** A sector: on-chain info, partition and termination cost. */
export const zMinerSector = z.object({
  pinned: zTipsetRef,
  record: zPanel(
    z.object({
      number: zSectorNumber,
      sealProof: z.string(),
      sectorSizeBytes: zCount.optional(),
      sealedCid: zCid,
      dealIds: z.array(zBigInteger).max(256),
      dealCount: zCount,
      activation: zEpoch,
      activationTimeMs: zTimeMs,
      expiration: zEpoch,
      expirationTimeMs: zTimeMs,
      /** Power base epoch; absent in old state. */
      powerBaseEpoch: zEpoch.optional(),
      powerBaseTimeMs: zTimeMs.optional(),
      dealWeight: zBigInteger,
      verifiedDealWeight: zBigInteger,
      verifiedBytes: zBigInteger.optional(),
      unverifiedBytes: zBigInteger.optional(),
      qualityAdjusted: zBigInteger.optional(),
      /** Quality multiplier. */
      quality: z.number().optional(),
      /** Has the full-quality flag; otherwise its verified deals determine the quality. */
      isFullByRule: z.boolean(),
      initialPledge: zAttoFil,
      expectedDayReward: zAttoFil.optional(),
      expectedStoragePledge: zAttoFil.optional(),
      replacedDayReward: zAttoFil.optional(),
      /** Of the snap-upgraded committed capacity. */
      sectorKeyCid: zCid.optional(),
      flags: z.number().int().optional(),
      dailyFee: zAttoFil.optional(),
      /** Latest expiration of an extension: a lifetime of five years, and 1,278 days from now. */
      extensibleUntil: zEpoch.optional(),
      extensibleUntilTimeMs: zTimeMs.optional(),
    }),
  ),
  /** Undefined if it is in no partition. */
  place: z
    .object({
      deadline: zDeadlineIndex,
      partition: zCount,
      state: z.enum(['active', 'faulty', 'recovering', 'unproven', 'terminated']),
      opensEpoch: zEpoch,
      opensTimeMs: zTimeMs,
    })
    .optional(),
  /** Termination fee now (FIP-0098), and fault fee per day. */
  termination: zPanel(z.object({ fee: zAttoFil, faultFeeADay: zAttoFil, incomeDays: zIncomeDays })),
});
export type MinerSector = z.infer<typeof zMinerSector>;

export const zDeadlineQuestion = zMinerAt.extend({ index: zDeadlineIndex });

const zDeadlinePartition = z.object({
  partition: zCount,
  sectors: zCount,
  live: zCount,
  active: zCount,
  faulty: zCount,
  recovering: zCount,
  unproven: zCount,
  terminated: zCount,
  /** Proven in the current or last window. */
  isPosted: z.boolean(),
  /** Faulty sectors without a declared recovery, as run lengths; empty if too long. */
  lost: z.array(zCount).max(20_000),
  lostCount: zCount,
});
export type DeadlinePartition = z.infer<typeof zDeadlinePartition>;

/** A deadline: its next or current window. */
export const zMinerDeadline = z.object({
  pinned: zTipsetRef,
  index: zDeadlineIndex,
  isOpen: z.boolean(),
  openEpoch: zEpoch,
  openTimeMs: zTimeMs,
  closeEpoch: zEpoch,
  closeTimeMs: zTimeMs,
  challengeEpoch: zEpoch,
  /** Fault cutoff: from then on, neither faults nor recoveries can be declared for this window. */
  cutoffEpoch: zEpoch,
  cutoffTimeMs: zTimeMs,
  dailyFee: zAttoFil.optional(),
  partitionCount: zCount,
  /** At most 500 of `partitionCount`. */
  partitions: z.array(zDeadlinePartition).max(500),
  /** At stake; the power is exact if all sectors were read, else by their share. */
  stake: zPanel(
    z.object({
      isEstimate: z.boolean(),
      liveQualityAdjusted: zBigInteger,
      faultyQualityAdjusted: zBigInteger,
      /** attoFIL per day if all its live sectors stay faulty. The first missed proof costs nothing; the fee is due a proving period later. */
      faultFeeIfMissed: zAttoFil,
      /** For the faulty sectors. */
      faultFeeNow: zAttoFil,
      incomeDays: zIncomeDays,
    }),
  ),
  calls: z.array(zCallRef),
});
export type MinerDeadline = z.infer<typeof zMinerDeadline>;
