import type { JournalEntry } from '../../shared/ipc/schemas/journal.ts';
import type { Tone } from './tone.ts';

/** An approval that was rejected or ran out after its intent was written: nothing left this machine, and nothing is wrong. */
export function wasNeverSigned(entry: Pick<JournalEntry, 'stage' | 'signedCid'>): boolean {
  return entry.stage === 'failed' && entry.signedCid === undefined;
}

/** How far a message of ours has come, in a tone and a few words. A failed execution outweighs its stage. */
export function journalWords(entry: JournalEntry): { readonly tone: Tone; readonly words: string } {
  if (entry.exitCode !== undefined && entry.exitCode !== 0) return { tone: 'danger', words: `Failed, exit ${entry.exitCode}` };
  switch (entry.stage) {
    case 'intent':
      return { tone: 'pending', words: 'Confirmed, not signed' };
    case 'signed':
      return { tone: 'pending', words: 'Signed, not pushed' };
    case 'pushed':
      return { tone: 'pending', words: 'Pushed' };
    case 'in-pool':
      return { tone: 'pending', words: 'In mempool' };
    case 'included':
      return { tone: 'info', words: 'Included' };
    case 'executed':
      return { tone: 'info', words: 'Executed, not final' };
    case 'final':
      return { tone: 'success', words: 'Final' };
    case 'rejected':
      return { tone: 'danger', words: 'Refused by the node' };
    case 'replaced':
      return { tone: 'neutral', words: 'Replaced' };
    case 'failed':
      return wasNeverSigned(entry) ? { tone: 'neutral', words: 'Never signed' } : { tone: 'danger', words: 'Failed' };
  }
}
