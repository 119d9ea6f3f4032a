import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import type { Tone } from '../../lib/tone.ts';

interface DeadlineWords {
  readonly tone: Extract<Tone, 'success' | 'warning' | 'pending' | 'neutral'>;
  readonly text: string;
}

/** The window has 60 epochs; a proof that is not there after a third of them is late. */
const LATE_AFTER_EPOCHS = 20;

/** Which deadline is open, and whether it is proven, as far as the endpoint tells. @param faulty sectors of it that are faulty */
export function deadlineWords({ index, proof }: NonNullable<OwnMiner['deadline']>, epochsOpen: number, faulty = 0): DeadlineWords {
  if (proof === undefined) return { tone: 'neutral', text: `${index}` };
  if (proof.partitions === 0) return { tone: 'neutral', text: `${index}, nothing to prove` };
  if (proof.proven >= proof.partitions && faulty > 0) return { tone: 'warning', text: `${index}, ${faulty} faulty` };
  if (proof.proven >= proof.partitions) return { tone: 'success', text: `${index}, proven` };
  const isLate = epochsOpen > LATE_AFTER_EPOCHS;
  const text = proof.proven === 0 ? `${index}, no PoSt yet` : `${index}, ${proof.proven} of ${proof.partitions} proven`;
  return { tone: isLate ? 'warning' : 'pending', text };
}

export interface GasWords {
  readonly text: string;
  /** Whose balance it is, and from what it was computed or why it is not known. */
  readonly why: string;
  readonly isLow: boolean;
  readonly isKnown: boolean;
}

const LOW_DAYS = 7;

/** How long the key that runs dry first can pay for proofs. */
export function gasWords({ standing }: OwnMiner, isPinned: boolean): GasWords {
  if (isPinned) return { text: '–', why: 'Known of now only: follow the head.', isLow: false, isKnown: false };
  const senders = (standing?.keys ?? []).filter(({ role }) => role === 'Worker' || role.startsWith('Control'));
  if (senders.length === 0) return { text: '…', why: 'The keys were not read yet.', isLow: false, isKnown: false };
  const empty = senders.find(({ balance }) => balance === '0');
  if (empty !== undefined) return { text: 'empty', why: `${empty.address} (${empty.role}) has no funds.`, isLow: true, isKnown: true };
  const [first] = senders
    .filter(({ runway }) => runway !== undefined)
    .sort((left, right) => (left.runway?.daysLeft ?? 0) - (right.runway?.daysLeft ?? 0));
  if (first?.runway === undefined) {
    const why = 'Known once its keys were watched for a quarter of a day, and spent something.';
    return { text: 'not yet', why, isLow: false, isKnown: false };
  }
  const { daysLeft, seenDays } = first.runway;
  const text = daysLeft > 999 ? '>999 d' : daysLeft < 1 ? '<1 d' : `${Math.floor(daysLeft)} d`;
  return { text, why: `${first.address} (${first.role}), at what it lost in ${seenDays} days.`, isLow: daysLeft < LOW_DAYS, isKnown: true };
}
