/** A sender's nonces from three sources: the chain, the node's mempool and the journal. Pure. */
import type { Address } from '../../../../shared/domain/addresses/address.ts';
import { maximumFee } from '../../../../shared/domain/messages/gas.ts';
import type { CallRef } from '../../../../shared/ipc/schemas/common.ts';
import type { NonceView } from '../../../../shared/ipc/schemas/drafts.ts';
import { firstFreeNonce, nextOwnNonce, reservedNonces } from '../../../wallet/nonce-ledger.ts';
import { isSettled, occupiesNonce, type SentMessage } from '../../../wallet/sent-message.ts';

const MAX_SLOTS = 50;
const MAX_GAPS = 100;

export interface NonceSources {
  /** Next nonce on chain; absent if the sender is not on chain or no node was asked. */
  readonly chain?: bigint | undefined;
  /** Next nonce of the mempool. */
  readonly pool?: bigint | undefined;
  readonly sent: readonly SentMessage[];
  readonly genesisCid: string;
  readonly from: Address;
  /** The nonce typed in a draft. */
  readonly chosen?: bigint | undefined;
  readonly calls: readonly CallRef[];
}

/** Return the pending journal entries of a sender by nonce, from the chain's nonce on; the last signed one of each. */
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
 * Return what pending messages may still cost the sender, in attoFIL. Of several with the same nonce only one is mined; the most expensive
 * one counts.
 *
 * @param except the nonce of a new message, which replaces what is pending there
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

/** Combine the sources into the next nonce, the gaps, and the holder of each nonce from the chain's nonce on. */
export function nonceView({ chain, pool, sent, genesisCid, from, chosen, calls }: NonceSources): NonceView {
  const ledger = nextOwnNonce(sent, genesisCid, from);
  // Start at the node's nonce, not at the highest one signed here: a node that once reported a high one would leave a permanent gap.
  const isNodeAsked = chain !== undefined || pool !== undefined;
  const next = isNodeAsked ? firstFreeNonce(reservedNonces(sent, genesisCid, from), highest(chain, pool)) : (ledger ?? 0n);
  const used = chosen ?? next;
  const waiting = waitingOf(sent, genesisCid, from, chain);
  const first = chain ?? pool ?? ledger ?? 0n;
  const isTaken = (nonce: bigint) => waiting.has(nonce) || (pool !== undefined && nonce < pool);
  // Below the mempool's next nonce there are no gaps, so the search starts there, however high the node reports it.
  const firstOpen = pool !== undefined && pool > first ? pool : first;
  const gaps: string[] = [];
  const end = used > next ? used : next;
  for (let nonce = firstOpen; nonce < end && gaps.length < MAX_GAPS; nonce++) {
    if (!isTaken(nonce) && nonce !== chosen) gaps.push(nonce.toString());
  }
  const isOpen = (nonce: bigint) => nonce >= firstOpen && nonce < end;
  const filledCount = [...waiting.keys()].filter(isOpen).length + (chosen !== undefined && isOpen(chosen) && !waiting.has(chosen) ? 1 : 0);
  const gapCount = end > firstOpen ? end - firstOpen - BigInt(filledCount) : 0n;
  const slots: NonceView['slots'] = [];
  for (let nonce = first; nonce <= end && slots.length < MAX_SLOTS; nonce++) {
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
  return values.reduce<bigint>((maximum, value) => (value !== undefined && value > maximum ? value : maximum), 0n);
}
