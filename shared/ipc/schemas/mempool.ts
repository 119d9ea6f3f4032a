/** The mempool of an endpoint: pending messages, by sender and as a list. */
import { z } from 'zod';
import { zMessageRow } from './chain.ts';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zEpoch, zPanelError, zTimeMs, zUint64 } from './common.ts';

const zCount = z.number().int().nonnegative();

/**
 * Why it cannot be included now. `gap`: an earlier nonce is missing; `fee-cap`: the base fee is above its fee cap; `behind`: an earlier
 * message of the sender is pending for another reason.
 */
const zPoolHold = z.enum(['gap', 'fee-cap', 'behind']);
export type PoolHold = z.infer<typeof zPoolHold>;

/** Update with a new revision when messages were added or removed, or details changed. */
export const zMempoolState = z.object({
  /** `live`: subscription; `polling`: at every head. */
  status: z.enum(['idle', 'loading', 'live', 'polling', 'failed']),
  revision: zCount,
  messageCount: zCount,
  updatedAtMs: zTimeMs.optional(),
  problem: zPanelError.optional(),
});
export type MempoolState = z.infer<typeof zMempoolState>;

/** `cid`: of the signed message. */
const zPoolRow = zMessageRow.omit({ receipt: true }).extend({
  /** First seen by this run of Sextant; nodes do not report the arrival. */
  seenAtMs: zTimeMs,
  isOwn: z.boolean(),
  hold: zPoolHold.optional(),
});
export type PoolRow = z.infer<typeof zPoolRow>;

const zPoolOrder = z.object({
  by: z.enum(['from', 'to', 'nonce', 'method', 'value', 'gas', 'cap', 'premium', 'seen']),
  direction: z.enum(['ascending', 'descending']),
});
export type PoolOrder = z.infer<typeof zPoolOrder>;

export const zPoolPageQuestion = z
  .object({ filter: z.string().max(1000), order: zPoolOrder, offset: zCount, limit: z.number().int().min(1).max(500) })
  .strict();
export const zPoolPage = z.object({
  total: zCount,
  matching: zCount,
  offset: zCount,
  rows: z.array(zPoolRow).max(500),
  calls: z.array(zCallRef),
});
export type PoolPage = z.infer<typeof zPoolPage>;

const zPoolSender = z.object({
  address: zAddress,
  isOwn: z.boolean(),
  count: zCount,
  firstNonce: zUint64,
  lastNonce: zUint64,
  /** Next nonce on chain; absent if not read. */
  chainNonce: zUint64.optional(),
  /** The first missing nonce. */
  gapNonce: zUint64.optional(),
  gasLimit: zBigInteger,
  value: zAttoFil,
  /** Maximum cost of all of them. */
  maximumFee: zAttoFil,
  lowestFeeCap: zAttoFil,
  heldCount: zCount,
  hold: zPoolHold.optional(),
  oldestSeenAtMs: zTimeMs,
});
export type PoolSender = z.infer<typeof zPoolSender>;

/** Messages and gas with at least `from` and less than the next entry. */
const zPoolBucket = z.object({ from: zAttoFil, count: zCount, gasLimit: zBigInteger });
export type PoolBucket = z.infer<typeof zPoolBucket>;

export const zPool = z.object({
  updatedAtMs: zTimeMs,
  height: zEpoch,
  baseFee: zAttoFil,
  messageCount: zCount,
  /** Unreadable entries: not signed messages. */
  unreadableCount: zCount,
  ownCount: zCount,
  gasLimitTotal: zBigInteger,
  /** Messages that can be included now. */
  gasLimitReady: zBigInteger,
  belowBaseFeeCount: zCount,
  behindGapCount: zCount,
  senderCount: zCount,
  /** Own senders first, then by number of messages; at most 500 of `senderCount`. */
  senders: z.array(zPoolSender).max(500),
  feeCaps: z.array(zPoolBucket).max(100),
  premiums: z.array(zPoolBucket).max(100),
  calls: z.array(zCallRef),
});
export type Pool = z.infer<typeof zPool>;

export const zPoolValues = z.array(z.object({ value: z.string(), count: zCount })).max(50);
