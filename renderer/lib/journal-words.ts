/** Texts for journal entries: stage, problem, and whether a message has been pending too long. */
import type { HoldUp } from '../../shared/attention/hold-ups.ts';
import type { JournalEntry } from '../../shared/ipc/schemas/journal.ts';
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

const HOLD_UPS: Readonly<Record<HoldUp, string>> = {
  'under-base-fee': 'Stuck: fee cap',
  'nonce-gap': 'Stuck: nonce gap',
  long: 'Stuck: long pending',
};

/** The reason a message is stuck; `journalWords` if it is not. */
export function stateWords(entry: Parameters<typeof journalWords>[0], holdUp: HoldUp | undefined): ReturnType<typeof journalWords> {
  return holdUp === undefined ? journalWords(entry) : { tone: 'warning', words: HOLD_UPS[holdUp] };
}
