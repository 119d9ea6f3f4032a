/**
 * Derives senders, delays, fee caps and premiums from the messages of a mempool. Pure.
 *
 * A block includes the messages of a sender in nonce order, without gaps, and none with a fee cap below the base fee: a message that cannot be
 * included delays all later ones (Lotus chain/messagepool/selection.go).
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { maximumFee } from '../../../shared/domain/messages/gas.ts';
import type { Pool, PoolBucket, PoolHold, PoolSender } from '../../../shared/ipc/schemas/mempool.ts';
import type { PoolEntry } from './pool-entry.ts';

export interface PoolContext {
  /** attoFIL per unit of gas. */
  readonly baseFee: bigint;
  /** The next nonces on chain, as far as they were read. */
  readonly nonces: ReadonlyMap<Address, bigint>;
  readonly isOwn: (address: Address) => boolean;
}

export interface PoolView {
  /** Own senders first, then by number of messages. */
  readonly senders: readonly PoolSender[];
  readonly holds: ReadonlyMap<string, PoolHold>;
}

/** Return the senders with their nonces, and what delays each message. */
export function viewPool(entries: Iterable<PoolEntry>, context: PoolContext): PoolView {
  const bySender = new Map<Address, PoolEntry[]>();
  for (const entry of entries) {
    const own = bySender.get(entry.from);
    if (own === undefined) bySender.set(entry.from, [entry]);
    else own.push(entry);
  }
  const holds = new Map<string, PoolHold>();
  const senders = [...bySender].map(([address, own]) => senderOf(address, own, context, holds));
  senders.sort(
    (left, right) => Number(right.isOwn) - Number(left.isOwn) || right.count - left.count || compare(left.address, right.address),
  );
  return { senders, holds };
}

function senderOf(address: Address, entries: PoolEntry[], context: PoolContext, holds: Map<string, PoolHold>): PoolSender {
  entries.sort((left, right) => Number(left.message.nonce - right.message.nonce));
  const chainNonce = context.nonces.get(address);
  const first = entries[0];
  if (first === undefined) throw new Error('a sender has a message');
  let expected = chainNonce ?? first.message.nonce;
  let gapNonce: bigint | undefined;
  let hold: PoolHold | undefined;
  let heldCount = 0;
  for (const { cid, message } of entries) {
    if (message.nonce > expected && gapNonce === undefined) gapNonce = expected;
    const own: PoolHold | undefined =
      gapNonce !== undefined ? 'gap' : hold !== undefined ? 'behind' : message.gasFeeCap < context.baseFee ? 'fee-cap' : undefined;
    if (own !== undefined) {
      holds.set(cid, own);
      hold ??= own;
      heldCount += 1;
    }
    if (message.nonce >= expected) expected = message.nonce + 1n;
  }
  const sum = (of: (entry: PoolEntry) => bigint): string => entries.reduce((total, entry) => total + of(entry), 0n).toString();
  return {
    address: first.fromText,
    isOwn: context.isOwn(address),
    count: entries.length,
    firstNonce: first.message.nonce.toString(),
    lastNonce: (entries.at(-1) ?? first).message.nonce.toString(),
    ...defined({ chainNonce: chainNonce?.toString(), gapNonce: gapNonce?.toString() }),
    gasLimit: sum(({ message }) => message.gasLimit),
    value: sum(({ message }) => message.value),
    maximumFee: sum(({ message }) => maximumFee(message)),
    lowestFeeCap: entries
      .reduce((minimum, { message }) => (message.gasFeeCap < minimum ? message.gasFeeCap : minimum), first.message.gasFeeCap)
      .toString(),
    heldCount,
    ...defined({ hold }),
    oldestSeenAtMs: Math.min(...entries.map(({ seenAtMs }) => seenAtMs)),
  };
}

/** Return the number of messages, their total gas limit, and how many cannot be included. */
export function sumsOf(
  entries: readonly PoolEntry[],
  holds: PoolView['holds'],
  baseFee: bigint,
): Pick<Pool, 'messageCount' | 'gasLimitTotal' | 'gasLimitReady' | 'belowBaseFeeCount' | 'behindGapCount'> {
  const gas = (of: readonly PoolEntry[]): string => of.reduce((sum, { message }) => sum + message.gasLimit, 0n).toString();
  return {
    messageCount: entries.length,
    gasLimitTotal: gas(entries),
    gasLimitReady: gas(entries.filter(({ cid }) => !holds.has(cid))),
    belowBaseFeeCount: entries.filter(({ message }) => message.gasFeeCap < baseFee).length,
    behindGapCount: entries.filter(({ cid }) => holds.get(cid) === 'gap').length,
  };
}

/** Lower ends of bins per decade: 1, 2 and 5 times it. */
const STEPS = [1n, 2n, 5n] as const;
const MAX_BUCKETS = 100;

/** Return the number of messages per bin, from the lowest to the highest bin in use. */
export function bucketsOf(entries: Iterable<PoolEntry>, offer: (entry: PoolEntry) => bigint): PoolBucket[] {
  const found = new Map<bigint, { count: number; gasLimit: bigint }>();
  for (const entry of entries) {
    const from = lowerEnd(offer(entry));
    const bucket = found.get(from) ?? { count: 0, gasLimit: 0n };
    bucket.count += 1;
    bucket.gasLimit += entry.message.gasLimit;
    found.set(from, bucket);
  }
  const ends = [...found.keys()].sort((left, right) => (left < right ? -1 : left > right ? 1 : 0));
  const [lowest] = ends;
  const highest = ends.at(-1);
  if (lowest === undefined || highest === undefined) return [];
  const buckets: PoolBucket[] = [];
  for (let from = lowest; from <= highest && buckets.length < MAX_BUCKETS; from = nextEnd(from)) {
    const { count, gasLimit } = found.get(from) ?? { count: 0, gasLimit: 0n };
    buckets.push({ from: from.toString(), count, gasLimit: gasLimit.toString() });
  }
  return buckets;
}

function lowerEnd(value: bigint): bigint {
  if (value <= 0n) return 0n;
  const decade = 10n ** BigInt(value.toString().length - 1);
  return decade * (value >= 5n * decade ? 5n : value >= 2n * decade ? 2n : 1n);
}

function nextEnd(from: bigint): bigint {
  if (from === 0n) return 1n;
  const decade = 10n ** BigInt(from.toString().length - 1);
  return decade * (STEPS.find((step) => step * decade > from) ?? 10n);
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
