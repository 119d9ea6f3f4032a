/** Local history of a chain, saved across restarts: series by epoch. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zEpoch, zTimeMs } from './common.ts';

/** Series of a miner, at most one point per hour; `wins` has one per tipset with a block of the miner, with its win count. */
const zMinerSeries = z.enum([
  'raw-power',
  'quality-adjusted-power',
  'live-sectors',
  'active-sectors',
  'faulty-sectors',
  'available',
  'wins',
]);
export type MinerSeries = z.infer<typeof zMinerSeries>;

/** `base-fee`: attoFIL of every observed tipset. `balance`: of a control address of an own miner. */
const zSeriesName = z.union([
  z.object({ kind: z.literal('base-fee') }),
  z.object({ kind: z.literal('balance'), address: zAddress }),
  z.object({ kind: zMinerSeries, miner: zAddress }),
]);
export type SeriesName = z.infer<typeof zSeriesName>;

const zSeriesPoint = z.object({ height: zEpoch, timeMs: zTimeMs, value: zBigInteger });
export type SeriesPoint = z.infer<typeof zSeriesPoint>;

/** `points`: oldest first, at most the requested number; downsampling keeps minimum and maximum. */
export const zSeries = z.object({ name: zSeriesName, points: z.array(zSeriesPoint).max(2000) });
export type Series = z.infer<typeof zSeries>;

export const zSeriesRequest = z.object({
  names: z.array(zSeriesName).min(1).max(100),
  /** First epoch. */
  from: zEpoch.optional(),
  mostPoints: z.number().int().min(10).max(2000).optional(),
});
export type SeriesRequest = z.infer<typeof zSeriesRequest>;

/** Base fees read from the chain for unobserved epochs. */
export const zBaseFeeFill = z.object({
  /** Added points. */
  added: z.number().int(),
  /** Why it stopped early. */
  problem: z.string().optional(),
  calls: z.array(zCallRef),
});
export type BaseFeeFill = z.infer<typeof zBaseFeeFill>;

const zChange = z.object({ before: zBigInteger, now: zBigInteger });
/** Changes of a miner; a figure known at only one end is omitted. */
const zMinerChange = z.object({
  miner: zAddress,
  /** Time of the earlier figures: the last ones up to the requested time, or the first after it. */
  beforeHeight: zEpoch.optional(),
  beforeTimeMs: zTimeMs.optional(),
  qualityAdjusted: zChange.optional(),
  live: zChange.optional(),
  faulty: zChange.optional(),
  available: z.object({ before: zAttoFil, now: zAttoFil }).optional(),
  wins: z.number().int(),
});
export type MinerChange = z.infer<typeof zMinerChange>;
export const zChanges = z.object({
  sinceMs: zTimeMs,
  /** `last-open`: when Sextant was last open on this network; `chosen`: as requested; `first`: oldest history. */
  since: z.enum(['last-open', 'chosen', 'first']),
  miners: z.array(zMinerChange),
  /** Unobserved epochs since then, whose wins are not counted. */
  unseenEpochs: z.number().int(),
});
export type Changes = z.infer<typeof zChanges>;

/** Whether history is saved across restarts. */
export const zHistoryFile = z.object({ isSaved: z.boolean(), problem: z.string().optional() });
export type HistoryFile = z.infer<typeof zHistoryFile>;
