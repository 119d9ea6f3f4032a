/** A sender's nonces from three sides: the state, the node's pool, and what was signed here. Pure. */
import type { Address } from '../../../shared/domain/address.ts';
import { maximumFee } from '../../../shared/domain/gas.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { NonceView } from '../../../shared/ipc/schemas/drafts.ts';
import { firstFreeNonce, nextOwnNonce, reservedNonces } from '../../wallet/nonce-ledger.ts';
import { isSettled, occupiesNonce, type SentMessage } from '../../wallet/sent-message.ts';

const MOST_SLOTS = 50;
const MOST_GAPS = 100;

export interface NonceSources {
  /** Of the state; absent where the sender is not on chain, or nobody was asked. */
  readonly chain?: bigint | undefined;
  /** What the pool would give next. */
  readonly pool?: bigint | undefined;
  readonly sent: readonly SentMessage[];
  readonly genesisCid: string;
  readonly from: Address;
  /** The nonce of a draft that names one. */
  readonly chosen?: bigint | undefined;
  readonly calls: readonly CallRef[];
}

/** What the journal has of a sender on a network from the state's nonce on, by nonce; the last signed of each. */
export function waitingOf(
  sent: readonly SentMessage[],
  genesisCid: string,
  from: Address,
  chain: bigint | undefined,
): ReadonlyMap<bigint, SentMessage> {
  const waiting = new Map<bigint, SentMessage>();
  for (const entry of allWaiting(sent, genesisCid, from, chain)) {
    const known = waiting.get(entry.message.nonce);
    if (known === undefined || entry.intent.atMs >= known.intent.atMs) waiting.set(entry.message.nonce, entry);
  }
  return waiting;
}

/**
 * What messages that wait may still take from the sender, attoFIL. Of several with one nonce one is mined, at worst the dearest.
 *
 * @param except the nonce of the message that is looked at: it takes the place of what waits there
 */
export function reservedBy(
  sent: readonly SentMessage[],
  genesisCid: string,
  from: Address,
  chain: bigint | undefined,
  except?: bigint,
): bigint {
  const dearest = new Map<bigint, bigint>();
  for (const { message } of allWaiting(sent, genesisCid, from, chain)) {
    const cost = message.value + maximumFee(message);
    if (message.nonce !== except && cost > (dearest.get(message.nonce) ?? -1n)) dearest.set(message.nonce, cost);
  }
  return [...dearest.values()].reduce((sum, cost) => sum + cost, 0n);
}

function allWaiting(sent: readonly SentMessage[], genesisCid: string, from: Address, chain: bigint | undefined): SentMessage[] {
  return sent.filter(
    (entry) =>
      entry.intent.genesisCid === genesisCid &&
      entry.message.from === from &&
      occupiesNonce(entry) &&
      !isSettled(entry) &&
      entry.stage !== 'replaced' &&
      (chain === undefined || entry.message.nonce >= chain),
  );
}

/** Everything that is known, with what stands in each place from the state's nonce on. */
export function nonceView({ chain, pool, sent, genesisCid, from, chosen, calls }: NonceSources): NonceView {
  const ledger = nextOwnNonce(sent, genesisCid, from);
  // From where the node is, not from the highest nonce signed here: a node that once claimed a high one would leave a gap for ever.
  const isNodeAsked = chain !== undefined || pool !== undefined;
  const next = isNodeAsked ? firstFreeNonce(reservedNonces(sent, genesisCid, from), highest(chain, pool)) : (ledger ?? 0n);
  const used = chosen ?? next;
  const waiting = waitingOf(sent, genesisCid, from, chain);
  const first = chain ?? pool ?? ledger ?? 0n;
  const isTaken = (nonce: bigint) => waiting.has(nonce) || (pool !== undefined && nonce < pool);
  // What the pool counts is taken without a gap, so that looking begins behind it, however far a node says that is.
  const firstOpen = pool !== undefined && pool > first ? pool : first;
  const gaps: string[] = [];
  const end = used > next ? used : next;
  for (let nonce = firstOpen; nonce < end && gaps.length < MOST_GAPS; nonce++) {
    if (!isTaken(nonce) && nonce !== chosen) gaps.push(nonce.toString());
  }
  const isOpen = (nonce: bigint) => nonce >= firstOpen && nonce < end;
  const filledCount = [...waiting.keys()].filter(isOpen).length + (chosen !== undefined && isOpen(chosen) && !waiting.has(chosen) ? 1 : 0);
  const gapCount = end > firstOpen ? end - firstOpen - BigInt(filledCount) : 0n;
  const slots: NonceView['slots'] = [];
  for (let nonce = first; nonce <= end && slots.length < MOST_SLOTS; nonce++) {
    slots.push(slotOf(nonce, { waiting, pool, next, chosen, end }));
  }
  return {
    ...(chain === undefined ? {} : { chain: chain.toString() }),
    ...(pool === undefined ? {} : { pool: pool.toString() }),
    ...(ledger === undefined ? {} : { ledger: ledger.toString() }),
    next: next.toString(),
    gaps,
    gapCount: gapCount.toString(),
    slots,
    calls: [...calls],
  };
}

interface SlotContext {
  readonly waiting: ReadonlyMap<bigint, SentMessage>;
  readonly pool: bigint | undefined;
  readonly next: bigint;
  readonly chosen: bigint | undefined;
  readonly end: bigint;
}

function slotOf(nonce: bigint, { waiting, pool, next, chosen, end }: SlotContext): NonceView['slots'][number] {
  const own = waiting.get(nonce);
  const entry =
    own === undefined
      ? {}
      : {
          journalId: own.intent.id,
          stage: own.stage,
          sinceMs: own.intent.atMs,
          ...(own.signedCid === undefined ? {} : { cid: own.signedCid }),
        };
  if (nonce === chosen) return { nonce: nonce.toString(), holder: 'this', ...entry };
  if (own !== undefined) return { nonce: nonce.toString(), holder: 'here', ...entry };
  if (pool !== undefined && nonce < pool) return { nonce: nonce.toString(), holder: 'elsewhere' };
  const isFree = nonce >= next && nonce >= end;
  return { nonce: nonce.toString(), holder: isFree ? 'free' : 'gap' };
}

function highest(...values: readonly (bigint | undefined)[]): bigint {
  return values.reduce<bigint>((most, value) => (value !== undefined && value > most ? value : most), 0n);
}
