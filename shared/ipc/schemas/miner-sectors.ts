/** Deadlines and sectors of a miner, as the screen of one miner shows them behind the figures of `providers.ts`. */
import { z } from 'zod';
import { EPOCHS } from '../../domain/epoch.ts';
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
/** Days of income that one faulty day costs (`faultFeeIncomeDays`); absent where the miner's part is not known. */
const zIncomeDays = z.number().nonnegative().optional();

export const zMinerAt = z.object({ address: zAddress, at: zAt }).strict();
export type MinerAt = z.infer<typeof zMinerAt>;

/** How far reading the sectors of a miner is. `waiting`: they are so many that they are read only when that is asked for. */
export const zSectorsProgress = z.object({
  /** Address and epoch of the view, as `sectorsKey` writes them. */
  key: z.string(),
  pinned: zTipsetRef,
  state: z.enum(['waiting', 'reading', 'done', 'stopped', 'failed']),
  /** In the partitions of the miner, with those that ended and are still in their record. */
  total: zCount,
  read: zCount,
  /** Sectors of one call. */
  sectorsACall: zCount,
  /** Further ones are not read: a table has a limit. */
  leftOut: zCount,
  /** Another one whenever rows may be others. */
  revision: zCount,
  problem: zPanelError.optional(),
});
export type SectorsProgress = z.infer<typeof zSectorsProgress>;

/** Whose sectors: as the node answers, or as a read of the state has them. */
export type SectorsOf = MinerAt & { readonly readId?: string | undefined };

/** Names a table of sectors: what `miners.sectorsProgressed` has of a view, or that of a read of the state. */
export function sectorsKey({ address, at, readId }: SectorsOf): string {
  if (readId !== undefined) return `${address} read ${readId}`;
  return at === undefined ? address : `${address} ${at}`;
}

export const zSectorsStart = zMinerAt.extend({
  /** Also where they are many. */
  isAll: z.boolean().optional(),
});

/** A sector as its record and its partition have it. */
const zSectorTableRow = zSectorRow.extend({
  isRecovering: z.boolean(),
  isUnproven: z.boolean(),
  /** Ended before or at its time and not yet taken out of its partition. */
  isTerminated: z.boolean(),
  /** Bytes that it counts for. */
  qualityAdjusted: zBigInteger,
  /** The same in times its size, 1 to 10. */
  quality: z.number(),
  /** By its full-power flag, whatever it holds; if not, its verified deals decide. */
  isFullByRule: z.boolean(),
  /** Absent for sectors that pay none. */
  dailyFee: zAttoFil.optional(),
  dataBytes: zBigInteger,
  /** Deals that its record names: nodes since network version 22 name none. */
  dealCount: zCount,
  /** Data was put into committed capacity. */
  isUpgraded: z.boolean(),
  activationTimeMs: zTimeMs,
  /** The call that brought its record. */
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
  /** Of a read of the state, whose sectors are meant. */
  readId: zReadId.optional(),
});

/** Rows that can be chosen one by one. */
export const MAX_CHOSEN_SECTORS = 5000;
/** The sectors that a message is prepared for. */
export const zSectorChoice = zSectorSelection.extend({
  /** Chosen one by one; absent for all that pass the filter. */
  numbers: z.array(zCount).max(MAX_CHOSEN_SECTORS).optional(),
});
export type SectorChoice = z.infer<typeof zSectorChoice>;

export const zSectorPageQuestion = zSectorSelection.extend({
  order: zSectorOrder,
  offset: zCount,
  limit: z.number().int().min(1).max(500),
  /** A sector whose place is told. */
  find: zSectorNumber.optional(),
});
export type SectorPageQuestion = z.infer<typeof zSectorPageQuestion>;
export const zSectorPage = z.object({
  /** Rows that were read. */
  total: zCount,
  matching: zCount,
  offset: zCount,
  rows: z.array(zSectorTableRow).max(500),
  /** Index of the sector that was to be found, where it is among them. */
  foundAt: zCount.optional(),
  calls: z.array(zCallRef),
});
export type SectorPage = z.infer<typeof zSectorPage>;

/** `upTo` is the first epoch behind it. */
const zExpiryBucket = z.object({
  from: zEpoch,
  upTo: zEpoch,
  fromTimeMs: zTimeMs,
  count: zCount,
  /** Of quality 10×. */
  fullCount: zCount,
  pledge: zAttoFil,
});
export type ExpiryBucket = z.infer<typeof zExpiryBucket>;

/** Sums over the sectors that pass a filter. */
export const zSectorSummary = z.object({
  pinned: zTipsetRef,
  total: zCount,
  matching: zCount,
  byState: z.object({ active: zCount, faulty: zCount, recovering: zCount, unproven: zCount, terminated: zCount }),
  pledge: zAttoFil,
  dailyFee: zAttoFil,
  qualityAdjusted: zBigInteger,
  /** Live ones whose commitment ends within 30 days. */
  expiringSoon: zCount,
  /** Of live ones; ends follow each other, the last one has all that is later. */
  expiries: z.array(zExpiryBucket).max(120),
});
export type SectorSummary = z.infer<typeof zSectorSummary>;
export const zSectorSummaryQuestion = zSectorSelection.extend({ step: z.enum(['week', 'month']) });
export type SectorSummaryQuestion = z.infer<typeof zSectorSummaryQuestion>;

export const zSectorQuestion = zMinerAt.extend({ number: zSectorNumber });

/** One sector: every field of its record, where it stands and what it would cost to end it. */
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
      /** From when its power counts as now; absent in old state. */
      powerBaseEpoch: zEpoch.optional(),
      powerBaseTimeMs: zTimeMs.optional(),
      dealWeight: zBigInteger,
      verifiedDealWeight: zBigInteger,
      verifiedBytes: zBigInteger.optional(),
      unverifiedBytes: zBigInteger.optional(),
      qualityAdjusted: zBigInteger.optional(),
      /** What it counts for in times its size. */
      quality: z.number().optional(),
      /** By its full-power flag, whatever it holds; if not, its verified deals decide. */
      isFullByRule: z.boolean(),
      initialPledge: zAttoFil,
      expectedDayReward: zAttoFil.optional(),
      expectedStoragePledge: zAttoFil.optional(),
      replacedDayReward: zAttoFil.optional(),
      /** Of the committed capacity that data was put into. */
      sectorKeyCid: zCid.optional(),
      flags: z.number().int().optional(),
      dailyFee: zAttoFil.optional(),
      /** The latest end that an extension can give it: a life of five years, and 1278 days from now. */
      extensibleUntil: zEpoch.optional(),
      extensibleUntilTimeMs: zTimeMs.optional(),
    }),
  ),
  /** Undefined where it is in no partition. */
  place: z
    .object({
      deadline: zDeadlineIndex,
      partition: zCount,
      state: z.enum(['active', 'faulty', 'recovering', 'unproven', 'terminated']),
      opensEpoch: zEpoch,
      opensTimeMs: zTimeMs,
    })
    .optional(),
  /** What ending it now would cost (FIP-0098), and what a day as faulty does. */
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
  /** Its proof was seen in the window that is open, or that was open last. */
  isPosted: z.boolean(),
  /** Faulty ones that nobody said will be proven again, as run lengths; empty where that would be too long. */
  lost: z.array(zCount).max(20_000),
  lostCount: zCount,
});
export type DeadlinePartition = z.infer<typeof zDeadlinePartition>;

/** One deadline of the map: its next window, or the one that is open. */
export const zMinerDeadline = z.object({
  pinned: zTipsetRef,
  index: zDeadlineIndex,
  isOpen: z.boolean(),
  openEpoch: zEpoch,
  openTimeMs: zTimeMs,
  closeEpoch: zEpoch,
  closeTimeMs: zTimeMs,
  challengeEpoch: zEpoch,
  /** From then on neither faults nor recoveries can be declared for this window. */
  cutoffEpoch: zEpoch,
  cutoffTimeMs: zTimeMs,
  dailyFee: zAttoFil.optional(),
  partitionCount: zCount,
  /** At most 500 of `partitionCount`. */
  partitions: z.array(zDeadlinePartition).max(500),
  /** What is at stake; the power of its sectors is exact where all of them were read, and by their share of all where not. */
  stake: zPanel(
    z.object({
      isEstimate: z.boolean(),
      liveQualityAdjusted: zBigInteger,
      faultyQualityAdjusted: zBigInteger,
      /** Attofil a day if all of its live sectors stay faulty. The first missed proof costs nothing; the fee is due a proving period later. */
      faultFeeIfMissed: zAttoFil,
      /** For those that are faulty now. */
      faultFeeNow: zAttoFil,
      incomeDays: zIncomeDays,
    }),
  ),
  calls: z.array(zCallRef),
});
export type MinerDeadline = z.infer<typeof zMinerDeadline>;
