/** Entries of the journal in words: how far they have come, what is wrong, and since when one waits longer than it should. */
import type { JournalEntry, JournalTrouble } from '../../shared/ipc/schemas/journal.ts';
import type { Tone } from './tone.ts';

/** An approval that was rejected or ran out after its intent was written: nothing left this machine, and nothing is wrong. */
export function wasNeverSigned(entry: Pick<JournalEntry, 'stage' | 'signedCid'>): boolean {
  return entry.stage === 'failed' && entry.signedCid === undefined;
}

/** A damaged line of the journal may have held its signature. */
export function isPerhapsSigned(entry: Pick<JournalEntry, 'stage' | 'signedCid'>): boolean {
  return entry.stage === 'signed' && entry.signedCid === undefined;
}

/** How far a message of ours has come, in a tone and a few words. A failed execution outweighs its stage. */
export function journalWords(entry: Pick<JournalEntry, 'stage' | 'exitCode' | 'signedCid' | 'isHeld' | 'trouble'>): {
  readonly tone: Tone;
  readonly words: string;
} {
  if (entry.exitCode !== undefined && entry.exitCode !== 0) return { tone: 'danger', words: `Failed, exit ${entry.exitCode}` };
  switch (entry.stage) {
    case 'intent':
      return { tone: 'pending', words: 'Confirmed, not signed' };
    case 'signed':
      if (isPerhapsSigned(entry)) return { tone: 'warning', words: 'Perhaps signed' };
      if (entry.isHeld) return { tone: 'neutral', words: 'Signed and kept' };
      return { tone: entry.trouble === undefined ? 'pending' : 'warning', words: 'Signed, not pushed' };
    case 'pushed':
      return { tone: entry.trouble === undefined ? 'pending' : 'warning', words: 'Pushed' };
    case 'in-pool':
      return { tone: 'pending', words: 'In the pool' };
    case 'included':
      return { tone: 'info', words: 'Included' };
    case 'executed':
      return entry.trouble === 'failed-inside'
        ? { tone: 'warning', words: 'A call inside failed' }
        : { tone: 'info', words: 'Executed, not final' };
    case 'final':
      return entry.trouble === 'failed-inside' ? { tone: 'warning', words: 'A call inside failed' } : { tone: 'success', words: 'Final' };
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
  /** What it means and what is to be done. */
  readonly text: string;
}

const TROUBLES: Readonly<Record<JournalTrouble, TroubleWords>> = {
  refused: {
    title: 'A node rejected it',
    text: 'It is signed, and the node has a copy that may still be published: its nonce stays reserved. Push it again through this or another endpoint, or replace it at the same nonce, so that only one of the two can be executed. A new message would wait behind it.',
  },
  dropped: {
    title: 'It left the pool without being mined',
    text: 'It is still valid. It is pushed again from time to time, for a week after the first push; later, push it by hand.',
  },
  replaced: {
    title: 'Another message took its nonce',
    text: 'That one was signed here as well and was executed. This one never will be; it cost nothing.',
  },
  'nonce-taken-elsewhere': {
    title: 'A message signed elsewhere took its nonce',
    text: 'The same key is used by another wallet or node. This message never will be executed. If you did not send the other one, somebody else has the key: move the funds.',
  },
  'out-of-gas': {
    title: 'It ran out of gas',
    text: 'Its gas limit was lower than what it needed. Nothing was moved but the fee. Send it again with a higher gas limit.',
  },
  'failed-on-chain': { title: 'It failed when it was executed', text: 'Nothing of what it was to do has happened.' },
  'failed-inside': {
    title: 'A call inside it failed',
    text: 'The message itself succeeded, and something that it called did not: what it was meant to do may not have been done.',
  },
  'nonce-too-low': {
    title: 'A node says the nonce is too low',
    text: 'The node says that a message with this nonce was executed. Sextant looks on the chain whether it was this one or another.',
  },
};

/** What is out of the ordinary about a message, in a title and in words that say what to do. */
export function troubleWords(trouble: JournalTrouble): TroubleWords {
  return TROUBLES[trouble];
}

/** Longer than this in the pool is worth a look: ten epochs. */
const LONG_WAIT_MS = 300_000;

/** Why a message that was pushed needs somebody; undefined for one that does not. `baseFee` in attoFIL, of the head. */
export function waitTrouble(
  entry: Pick<JournalEntry, 'stage' | 'createdAtMs' | 'gasFeeCap'>,
  baseFee: bigint | undefined,
  nowMs: number,
): 'under-base-fee' | 'long' | undefined {
  if (entry.stage !== 'pushed' && entry.stage !== 'in-pool') return undefined;
  if (baseFee !== undefined && BigInt(entry.gasFeeCap) < baseFee) return 'under-base-fee';
  return nowMs - entry.createdAtMs > LONG_WAIT_MS ? 'long' : undefined;
}

/** What holds a message up that was handed to a node. */
export type HoldUp = NonNullable<ReturnType<typeof waitTrouble>> | 'nonce-gap';

const HOLD_UPS: Readonly<Record<HoldUp, string>> = {
  'under-base-fee': 'Stuck: fee cap',
  'nonce-gap': 'Stuck: nonce gap',
  long: 'Stuck: waits long',
};

/** As `journalWords`, where nothing holds the message up. */
export function stateWords(entry: Parameters<typeof journalWords>[0], holdUp: HoldUp | undefined): ReturnType<typeof journalWords> {
  return holdUp === undefined ? journalWords(entry) : { tone: 'warning', words: HOLD_UPS[holdUp] };
}

/** A message as it stands on a chain: a nonce is one key's on one network, whose letter may differ. */
function senderKey({ genesisCid, from }: Pick<JournalEntry, 'genesisCid' | 'from'>): string {
  return `${genesisCid} ${from.slice(1)}`;
}

/**
 * What holds up messages that were handed to a node, by the id of the entry. A gap is one that the journal itself knows of: an earlier
 * message that is signed here and that no node took, with no other one in its place. `head` is that of the connected node, whose
 * base fee says nothing of other networks; `baseFee` in attoFIL.
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

/** Whether a node was given it, or it is past that, so that its nonce is no gap. */
function isHandedOver({ stage }: JournalEntry): boolean {
  return stage !== 'intent' && stage !== 'signed' && stage !== 'rejected' && stage !== 'failed';
}
