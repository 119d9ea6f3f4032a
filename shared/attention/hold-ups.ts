/** Why messages that a node accepted are not in a block. */
import type { JournalEntry } from '../ipc/schemas/journal.ts';
import { RULES } from './rules.ts';

/** Why a pushed message needs attention; undefined if it does not. `baseFee` of the head, in attoFIL. */
export function waitTrouble(
  entry: Pick<JournalEntry, 'stage' | 'createdAtMs' | 'gasFeeCap'>,
  baseFee: bigint | undefined,
  nowMs: number,
): 'under-base-fee' | 'long' | undefined {
  if (entry.stage !== 'pushed' && entry.stage !== 'in-pool') return undefined;
  if (baseFee !== undefined && BigInt(entry.gasFeeCap) < baseFee) return 'under-base-fee';
  return nowMs - entry.createdAtMs > RULES.waits.thresholds.pendingMs ? 'long' : undefined;
}

/** Why a message that a node accepted is stuck. */
export type HoldUp = NonNullable<ReturnType<typeof waitTrouble>> | 'nonce-gap';

/** Key of a sender on one chain, without the network prefix: nonces are counted for each key on each network. */
function senderKey({ genesisCid, from }: Pick<JournalEntry, 'genesisCid' | 'from'>): string {
  return `${genesisCid} ${from.slice(1)}`;
}

/**
 * Find why messages that a node accepted are stuck, by entry id. A nonce gap is one the journal knows of: an earlier message was signed
 * here, no node accepted it, and no other message took its nonce. `head` is the head of the connected node, whose base fee does not apply
 * to other networks; `baseFee` in attoFIL.
 */
export function findHoldUps(
  entries: readonly JournalEntry[],
  head: { readonly baseFee: bigint; readonly genesisCid: string | undefined } | undefined,
  nowMs: number,
): ReadonlyMap<string, HoldUp> {
  const handedOver = new Set(entries.filter(isHandedOver).map((entry) => `${senderKey(entry)} ${entry.nonce}`));
  const firstGap = new Map<string, bigint>();
  for (const entry of entries) {
    const sender = senderKey(entry);
    if ((entry.stage !== 'signed' && entry.stage !== 'rejected') || handedOver.has(`${sender} ${entry.nonce}`)) continue;
    const nonce = BigInt(entry.nonce);
    const before = firstGap.get(sender);
    if (before === undefined || nonce < before) firstGap.set(sender, nonce);
  }
  const found = new Map<string, HoldUp>();
  for (const entry of entries) {
    if (entry.stage !== 'pushed' && entry.stage !== 'in-pool') continue;
    const gap = firstGap.get(senderKey(entry));
    const isOfHead = head?.genesisCid === undefined || head.genesisCid === entry.genesisCid;
    const holdUp =
      gap !== undefined && gap < BigInt(entry.nonce) ? 'nonce-gap' : waitTrouble(entry, isOfHead ? head?.baseFee : undefined, nowMs);
    if (holdUp !== undefined) found.set(entry.id, holdUp);
  }
  return found;
}

/** Whether a node accepted it, so that its nonce is not a gap. */
function isHandedOver({ stage }: JournalEntry): boolean {
  return stage !== 'intent' && stage !== 'signed' && stage !== 'rejected' && stage !== 'failed';
}
