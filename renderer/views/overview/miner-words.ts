import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { lowestRunway, type RunwayWords } from '../../lib/runway-words.ts';
import type { Tone } from '../../lib/tone.ts';

interface DeadlineWords {
  readonly tone: Extract<Tone, 'success' | 'warning' | 'pending' | 'neutral'>;
  readonly text: string;
}

/** A window has 60 epochs; a proof missing after a third of them is late. */
const LATE_AFTER_EPOCHS = 20;

/** The open deadline and whether it is proven, as far as known. @param faulty its faulty sectors */
export function deadlineWords({ index, proof }: NonNullable<OwnMiner['deadline']>, epochsOpen: number, faulty = 0): DeadlineWords {
  if (proof === undefined) return { tone: 'neutral', text: `${index}` };
  if (proof.partitions === 0) return { tone: 'neutral', text: `${index}, no sectors to prove` };
  if (proof.proven >= proof.partitions && faulty > 0) return { tone: 'warning', text: `${index}, ${faulty} faulty` };
  if (proof.proven >= proof.partitions) return { tone: 'success', text: `${index}, proven` };
  const isLate = epochsOpen > LATE_AFTER_EPOCHS;
  const text = proof.proven === 0 ? `${index}, no PoSt yet` : `${index}, ${proof.proven} of ${proof.partitions} proven`;
  return { tone: isLate ? 'warning' : 'pending', text };
}

/** How long gas lasts at the key that runs out first. */
export function gasWords(miner: OwnMiner, isPinned: boolean): RunwayWords {
  const unknown = { isLow: false, isKnown: false };
  if (isPinned) return { text: '–', why: 'Available only at the head.', ...unknown };
  return lowestRunway(miner) ?? { text: '…', why: 'Keys not read yet.', ...unknown };
}
