/** Texts for journal entries: stage, problem, and whether a message has been pending too long. */
import type { JournalEntry, JournalTrouble } from '../../shared/ipc/schemas/journal.ts';
import type { Tone } from './tone.ts';

/** Whether the approval was rejected or expired after its intent was recorded: nothing was signed, and nothing is wrong. */
export function wasNeverSigned(entry: Pick<JournalEntry, 'stage' | 'signedCid'>): boolean {
  return entry.stage === 'failed' && entry.signedCid === undefined;
}

/** Whether the signature may have been in a damaged line of the journal. */
export function isPerhapsSigned(entry: Pick<JournalEntry, 'stage' | 'signedCid'>): boolean {
  return entry.stage === 'signed' && entry.signedCid === undefined;
}

/** Tone and short text for the stage of a message. A failed execution takes precedence over the stage. */
export function journalWords(entry: Pick<JournalEntry, 'stage' | 'exitCode' | 'signedCid' | 'isHeld' | 'trouble'>): {
  readonly tone: Tone;
  readonly words: string;
} {
  if (entry.exitCode !== undefined && entry.exitCode !== 0) return { tone: 'danger', words: `Failed, exit ${entry.exitCode}` };
  switch (entry.stage) {
    case 'intent':
      return { tone: 'pending', words: 'Confirmed, not signed' };
    case 'signed':
      if (isPerhapsSigned(entry)) return { tone: 'warning', words: 'Possibly signed' };
      if (entry.isHeld) return { tone: 'neutral', words: 'Signed and held' };
      return { tone: entry.trouble === undefined ? 'pending' : 'warning', words: 'Signed, not pushed' };
    case 'pushed':
      return { tone: entry.trouble === undefined ? 'pending' : 'warning', words: 'Pushed' };
    case 'in-pool':
      return { tone: 'pending', words: 'Pending' };
    case 'included':
      return { tone: 'info', words: 'Included' };
    case 'executed':
      return entry.trouble === 'failed-inside'
        ? { tone: 'warning', words: 'Internal call failed' }
        : { tone: 'info', words: 'Executed, not final' };
    case 'final':
      return entry.trouble === 'failed-inside' ? { tone: 'warning', words: 'Internal call failed' } : { tone: 'success', words: 'Final' };
    case 'rejected':
      return { tone: 'danger', words: 'Rejected by a node' };
    case 'replaced':
      return entry.trouble === 'nonce-taken-elsewhere'
        ? { tone: 'warning', words: 'Nonce used elsewhere' }
        : { tone: 'neutral', words: 'Replaced' };
    case 'failed':
      return wasNeverSigned(entry) ? { tone: 'neutral', words: 'Never signed' } : { tone: 'danger', words: 'Failed' };
  }
}

interface TroubleWords {
  readonly title: string;
  /** What it means and what to do. */
  readonly text: string;
}

const TROUBLES: Readonly<Record<JournalTrouble, TroubleWords>> = {
  refused: {
    title: 'Rejected by a node',
    text: 'The message is signed, and the node has a copy that may still be published, so its nonce stays reserved. Push it again through this or another endpoint, or replace it at the same nonce: only one of the two can be executed. A new message would wait behind it.',
  },
  dropped: {
    title: 'Dropped from the mempool',
    text: 'The message is still valid. Sextant pushes it again for a week after the first push. After that, push it yourself.',
  },
  replaced: {
    title: 'Replaced by another message',
    text: 'A message with the same nonce, also signed on this machine, was executed. This one can never be executed and cost nothing.',
  },
  'nonce-taken-elsewhere': {
    title: 'Nonce used by a message signed elsewhere',
    text: 'Another wallet or node uses the same key. This message can never be executed. If you did not send the other one, someone else has the key: move your funds.',
  },
  'out-of-gas': {
    title: 'Out of gas',
    text: 'The gas limit was too low. Only the fee was charged; no funds were transferred. Send it again with a higher gas limit.',
  },
  'failed-on-chain': { title: 'Execution failed', text: 'The message had no effect except its gas fee.' },
  'failed-inside': {
    title: 'Internal call failed',
    text: 'The message succeeded, but a call it made failed. It may not have had the intended effect.',
  },
  'nonce-too-low': {
    title: 'Nonce too low, according to a node',
    text: 'The node reports that a message with this nonce was already executed. Sextant searches the chain to find out which one.',
  },
};

/** Title and advice for a problem with a message. */
export function troubleWords(trouble: JournalTrouble): TroubleWords {
  return TROUBLES[trouble];
}

/** Ten epochs. A message pending longer than this needs attention. */
const LONG_WAIT_MS = 300_000;

/** Why a pushed message needs attention; undefined if it does not. `baseFee` of the head, in attoFIL. */
export function waitTrouble(
  entry: Pick<JournalEntry, 'stage' | 'createdAtMs' | 'gasFeeCap'>,
  baseFee: bigint | undefined,
  nowMs: number,
): 'under-base-fee' | 'long' | undefined {
  if (entry.stage !== 'pushed' && entry.stage !== 'in-pool') return undefined;
  if (baseFee !== undefined && BigInt(entry.gasFeeCap) < baseFee) return 'under-base-fee';
  return nowMs - entry.createdAtMs > LONG_WAIT_MS ? 'long' : undefined;
}

/** Why a message that a node accepted is stuck. */
export type HoldUp = NonNullable<ReturnType<typeof waitTrouble>> | 'nonce-gap';

const HOLD_UPS: Readonly<Record<HoldUp, string>> = {
  'under-base-fee': 'Stuck: fee cap',
  'nonce-gap': 'Stuck: nonce gap',
  long: 'Stuck: long pending',
};

/** The reason a message is stuck; `journalWords` if it is not. */
export function stateWords(entry: Parameters<typeof journalWords>[0], holdUp: HoldUp | undefined): ReturnType<typeof journalWords> {
  return holdUp === undefined ? journalWords(entry) : { tone: 'warning', words: HOLD_UPS[holdUp] };
}

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
