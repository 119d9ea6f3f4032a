/** What this machine has seen of a chain, kept over restarts: series of figures by epoch. */
import { z } from 'zod';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zEpoch, zTimeMs } from './common.ts';

/** Figures of one miner, at most one an hour of epochs, except `wins`: one for each tipset with a block of the miner, with its win count. */
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

/** `base-fee`: attoFIL of every tipset seen. `balance`: of an address that acts for an own miner. */
const zSeriesName = z.union([
  z.object({ kind: z.literal('base-fee') }),
  z.object({ kind: z.literal('balance'), address: zAddress }),
  z.object({ kind: zMinerSeries, miner: zAddress }),
]);
export type SeriesName = z.infer<typeof zSeriesName>;

const zSeriesPoint = z.object({ height: zEpoch, timeMs: zTimeMs, value: zBigInteger });
export type SeriesPoint = z.infer<typeof zSeriesPoint>;

/** `points`: oldest first, at most as many as were asked for; the lowest and highest of those left out stay. */
export const zSeries = z.object({ name: zSeriesName, points: z.array(zSeriesPoint).max(2000) });
export type Series = z.infer<typeof zSeries>;

export const zSeriesRequest = z.object({
  names: z.array(zSeriesName).min(1).max(100),
  /** The oldest epoch of interest. */
  from: zEpoch.optional(),
  mostPoints: z.number().int().min(10).max(2000).optional(),
});
export type SeriesRequest = z.infer<typeof zSeriesRequest>;

/** Base fees read from the chain where none were seen. */
export const zBaseFeeFill = z.object({
  /** Points that were added. */
  added: z.number().int(),
  /** Why it ends before the span does, in words. */
  problem: z.string().optional(),
  calls: z.array(zCallRef),
});
export type BaseFeeFill = z.infer<typeof zBaseFeeFill>;

const zChange = z.object({ before: zBigInteger, now: zBigInteger });
/** What is different of one miner; a figure of which only one end is known is left out. */
const zMinerChange = z.object({
  miner: zAddress,
  /** When the figures of before were read: the last ones not after the time asked for, or the first after it. */
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
  /** `last-open`: until then Sextant was open on this network; `chosen`: as asked for; `first`: nothing older is kept. */
  since: z.enum(['last-open', 'chosen', 'first']),
  miners: z.array(zMinerChange),
  /** Epochs since then of which no tipset was seen here: wins in them are not counted. */
  unseenEpochs: z.number().int(),
});
export type Changes = z.infer<typeof zChanges>;

/** Whether what is seen outlives this run. */
export const zHistoryFile = z.object({ isSaved: z.boolean(), problem: z.string().optional() });
export type HistoryFile = z.infer<typeof zHistoryFile>;
