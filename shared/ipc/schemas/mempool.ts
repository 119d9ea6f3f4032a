/** The pool of one endpoint: messages that wait to be taken into a block, by sender and as a list. */
import { z } from 'zod';
import { zMessageRow } from './chain.ts';
import { zAddress, zAttoFil, zBigInteger, zCallRef, zEpoch, zPanelError, zTimeMs, zUint64 } from './common.ts';

const zCount = z.number().int().nonnegative();

/**
 * Why no block can take it now. `gap`: a message before it is missing; `fee-cap`: the base fee is above its cap; `behind`: a message of
 * the same sender that waits for another reason stands before it.
 */
const zPoolHold = z.enum(['gap', 'fee-cap', 'behind']);
export type PoolHold = z.infer<typeof zPoolHold>;

/** Told to whoever watches: a new revision when messages came or went, or more is known of them. */
export const zMempoolState = z.object({
  /** `live`: told by the node as it happens; `polling`: asked for with every head. */
  status: z.enum(['idle', 'loading', 'live', 'polling', 'failed']),
  revision: zCount,
  messageCount: zCount,
  updatedAtMs: zTimeMs.optional(),
  problem: zPanelError.optional(),
});
export type MempoolState = z.infer<typeof zMempoolState>;

/** `cid`: of the signed form, by which the node knows it. */
const zPoolRow = zMessageRow.omit({ receipt: true }).extend({
  /** First seen by this run of Sextant; the node does not tell when it came. */
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
  /** The next one of the state; absent where it was not asked. */
  chainNonce: zUint64.optional(),
  /** The first nonce that nobody has sent. */
  gapNonce: zUint64.optional(),
  gasLimit: zBigInteger,
  value: zAttoFil,
  /** The most that all of them can cost. */
  maximumFee: zAttoFil,
  lowestFeeCap: zAttoFil,
  heldCount: zCount,
  hold: zPoolHold.optional(),
  oldestSeenAtMs: zTimeMs,
});
export type PoolSender = z.infer<typeof zPoolSender>;

/** How many messages, with how much gas, offer at least `from` and less than the next one. */
const zPoolBucket = z.object({ from: zAttoFil, count: zCount, gasLimit: zBigInteger });
export type PoolBucket = z.infer<typeof zPoolBucket>;

export const zPool = z.object({
  updatedAtMs: zTimeMs,
  height: zEpoch,
  baseFee: zAttoFil,
  messageCount: zCount,
  /** Of which could not be read: the node sent something else than a signed message. */
  unreadableCount: zCount,
  ownCount: zCount,
  gasLimitTotal: zBigInteger,
  /** Of those that a block could take now. */
  gasLimitReady: zBigInteger,
  belowBaseFeeCount: zCount,
  behindGapCount: zCount,
  senderCount: zCount,
  /** Own ones first, then those with the most messages; at most 500 of `senderCount`. */
  senders: z.array(zPoolSender).max(500),
  feeCaps: z.array(zPoolBucket).max(100),
  premiums: z.array(zPoolBucket).max(100),
  calls: z.array(zCallRef),
});
export type Pool = z.infer<typeof zPool>;

export const zPoolValues = z.array(z.object({ value: z.string(), count: zCount })).max(50);
