/**
 * Accounting for recipients of explicit streams: pools, shares and amounts owed (FIP-0118 2.4.4 to 2.4.6, builtin-actors
 * `actors/reward/src/streams/distribution.rs`). A period lasts from one change of the shares to the next. Immutable.
 */
import type { RewardStream, RewardStreams, StreamAccrual, StreamDistribution } from '../../../shared/domain/actors/reward-streams.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { streamAccounts, WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import { numberOf } from '../miners/miners.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { BURNT_ID } from '../state/state.ts';
import type { RewardOf29 } from './reward-view.ts';

const MAX_RECIPIENTS = 64;
const MAX_PAYABLE_ROWS = 128;
const MAX_TOMBSTONE_ROWS = 256;

/** The streams with their pools. */
export interface Ledger extends RewardStreams {
  readonly accrued: readonly StreamAccrual[];
}

export type Shares = StreamDistribution['shares'];
type Row = StreamDistribution['payable'][number];
type Rows = readonly Row[];

/** Reason for the end of a period. */
export type FoldCause = 'set-shares' | 'replace-address' | 'set-distribution' | 'remove-stream';

/** A closed period: accrued amount and rounding remainder, in attoFIL. */
export interface Fold {
  readonly id: bigint;
  readonly cause: FoldCause;
  readonly accrued: bigint;
  readonly dust: bigint;
}

export const ledgerOf = ({ streams, accrued }: RewardOf29): Ledger => ({ ...streams.value, accrued });

/** Return the state with this ledger. The streams block is only rewritten if it changed. */
export function withLedger(reward: RewardOf29, { accrued, ...streams }: Ledger): RewardOf29 {
  const old = reward.streams.value;
  const isSame = streams.streams === old.streams && streams.tombstones === old.tombstones && streams.pendingWrites === old.pendingWrites;
  return { ...reward, accrued, streams: isSame ? reward.streams : reward.streams.with(streams) };
}

const shareTotal = (shares: Shares): bigint => shares.reduce((sum, { share }) => sum + share, 0n);

/** Return what a recipient earned from a pool, in attoFIL. */
function earnedOf(shares: Shares, recipient: Address, pool: bigint): bigint {
  const total = shareTotal(shares);
  const own = shares.find((row) => row.recipient === recipient)?.share ?? 0n;
  return total === 0n ? 0n : (own * pool) / total;
}

export const poolOf = ({ accrued }: Pick<Ledger, 'accrued'>, id: bigint): bigint => accrued.find((row) => row.id === id)?.amount ?? 0n;

/** Return the total owed to recipients, in attoFIL. */
export const liabilityOf = (ledger: Ledger): bigint => streamAccounts(ledger, ledger.accrued).reduce((sum, { owed }) => sum + owed, 0n);

export const streamOf = ({ streams }: RewardStreams, id: bigint): RewardStream | undefined => streams.find((stream) => stream.id === id);

/** Return the distribution of an explicit stream; fails the call for any other. */
export function explicitOf(ledger: RewardStreams, id: bigint): StreamDistribution {
  return streamOf(ledger, id)?.distribution ?? refuse(`stream ${id} is not explicit`);
}

export function refuse(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}

/** Normalize shares: stored order, without f099, whose share is burnt. */
export function admittedShares(given: Shares): Shares {
  if (given.length > MAX_RECIPIENTS) refuse(`recipient count ${given.length} exceeds maximum ${MAX_RECIPIENTS}`);
  if (given.some(({ share }) => share === 0n)) refuse('a share is zero');
  const total = shareTotal(given);
  if (total !== WHOLE_WEIGHT) refuse(`shares sum to ${total}, expected ${WHOLE_WEIGHT}`);
  const kept = given.filter(({ recipient }) => numberOf(recipient) !== BURNT_ID);
  if (new Set(kept.map(({ recipient }) => recipient)).size !== kept.length) refuse('duplicate share recipient');
  return kept.toSorted((left, right) => numberOf(left.recipient) - numberOf(right.recipient));
}

/** Close the period and start one with new shares. */
export function setShares(ledger: Ledger, id: bigint, shares: Shares, cause: FoldCause): { readonly ledger: Ledger; readonly fold: Fold } {
  const { ledger: folded, fold } = foldPeriod(ledger, id, cause);
  const distribution = { ...explicitOf(folded, id), shares };
  const rows = rowsReserved(distribution);
  if (rows > MAX_PAYABLE_ROWS) refuse(`stream ${id} payable row reservation ${rows} exceeds maximum ${MAX_PAYABLE_ROWS}`);
  return { ledger: withDistribution(folded, id, distribution), fold };
}

/** Close the period: unclaimed amounts become payable, and the rounding remainder is burnt. */
export function foldPeriod(ledger: Ledger, id: bigint, cause: FoldCause): { readonly ledger: Ledger; readonly fold: Fold } {
  const distribution = explicitOf(ledger, id);
  const pool = poolOf(ledger, id);
  let { payable } = distribution;
  let divided = 0n;
  for (const { recipient } of distribution.shares) {
    const earned = earnedOf(distribution.shares, recipient, pool);
    divided += earned;
    payable = withAdded(payable, recipient, earned - amountOf(distribution.claimedPeriod, recipient));
  }
  const folded = withDistribution(ledger, id, { ...distribution, payable, claimedPeriod: [] });
  return { ledger: withPool(folded, id, 0n), fold: { id, cause, accrued: pool, dust: pool - divided } };
}

/** Claim a wallet's amount from a stream, also from a removed one. Undefined for an unknown wallet. */
export function claim(ledger: Ledger, id: bigint, wallet: Address | undefined): { readonly ledger: Ledger; readonly amount: bigint } {
  const distribution = streamOf(ledger, id) === undefined ? undefined : explicitOf(ledger, id);
  if (wallet === undefined) return { ledger, amount: 0n };
  if (distribution === undefined) return claimRemoved(ledger, id, wallet);
  const live = earnedOf(distribution.shares, wallet, poolOf(ledger, id)) - amountOf(distribution.claimedPeriod, wallet);
  const amount = live + amountOf(distribution.payable, wallet);
  if (amount === 0n) return { ledger, amount };
  const payable = without(distribution.payable, wallet);
  const claimedPeriod = withAdded(distribution.claimedPeriod, wallet, live);
  return { ledger: withDistribution(ledger, id, { ...distribution, payable, claimedPeriod }), amount };
}

function claimRemoved(ledger: Ledger, id: bigint, wallet: Address): { readonly ledger: Ledger; readonly amount: bigint } {
  const tombstones = ledger.tombstones
    .map((tombstone) => (tombstone.id === id ? { id, payable: without(tombstone.payable, wallet) } : tombstone))
    .filter(({ payable }) => payable.length > 0);
  const amount = amountOf(ledger.tombstones.find((tombstone) => tombstone.id === id)?.payable ?? [], wallet);
  return { ledger: amount === 0n ? ledger : { ...ledger, tombstones }, amount };
}

/** Remove a stream; its unclaimed amounts are kept under its ID. */
export function removeStream(ledger: Ledger, id: bigint): { readonly ledger: Ledger; readonly fold: Fold | undefined } {
  const stream = streamOf(ledger, id) ?? refuse(`stream ${id} not found`);
  const streams = ledger.streams.filter((other) => other !== stream);
  if (stream.distribution === undefined) return { ledger: { ...ledger, streams }, fold: undefined };
  const { ledger: folded, fold } = foldPeriod(ledger, id, 'remove-stream');
  const { payable } = explicitOf(folded, id);
  const tombstones = payable.length === 0 ? ledger.tombstones : [...ledger.tombstones, { id, payable }].sort(byId);
  const accrued = folded.accrued.filter((row) => row.id !== id);
  return { ledger: { ...folded, streams: folded.streams.filter((other) => other.id !== id), tombstones, accrued }, fold };
}

/** Add an award to the pools. */
export function accrue(ledger: Ledger, portions: ReadonlyMap<bigint, bigint>): Ledger {
  return { ...ledger, accrued: ledger.accrued.map(({ id, amount }) => ({ id, amount: attoFil(amount + (portions.get(id) ?? 0n)) })) };
}

export function withDistribution(ledger: Ledger, id: bigint, distribution: StreamDistribution): Ledger {
  return { ...ledger, streams: ledger.streams.map((stream) => (stream.id === id ? { ...stream, distribution } : stream)) };
}

function withPool(ledger: Ledger, id: bigint, amount: bigint): Ledger {
  return { ...ledger, accrued: ledger.accrued.map((row) => (row.id === id ? { id, amount: attoFil(amount) } : row)) };
}

/** Maximum rows left by a removal. */
function rowsReserved({ shares, payable }: StreamDistribution): number {
  return new Set([...shares, ...payable].map(({ recipient }) => recipient)).size;
}

/** Whether there is room for the rows of removed streams and of pending removals. */
export function hasTombstoneRoom(ledger: RewardStreams, removals: readonly bigint[]): boolean {
  const kept = ledger.tombstones.reduce((rows, { payable }) => rows + payable.length, 0);
  const reserved = removals.reduce((rows, id) => {
    const distribution = streamOf(ledger, id)?.distribution;
    return rows + Math.max(MAX_RECIPIENTS, distribution === undefined ? 0 : rowsReserved(distribution));
  }, kept);
  return reserved <= MAX_TOMBSTONE_ROWS;
}

export const byId = (left: { readonly id: bigint }, right: { readonly id: bigint }): number => Number(left.id - right.id);

const amountOf = (rows: Rows, recipient: Address): bigint => rows.find((row) => row.recipient === recipient)?.amount ?? 0n;

const without = (rows: Rows, recipient: Address): Rows => rows.filter((row) => row.recipient !== recipient);

/** Add to a recipient's row, by ID. Empty rows are removed. */
function withAdded(rows: Rows, recipient: Address, amount: bigint): Rows {
  if (amount === 0n) return rows;
  const row = { recipient, amount: attoFil(amountOf(rows, recipient) + amount) };
  return [...without(rows, recipient), row].sort((left, right) => numberOf(left.recipient) - numberOf(right.recipient));
}
