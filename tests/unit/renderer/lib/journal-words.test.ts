import { describe, expect, it } from 'vitest';
import { journalWords, waitTrouble } from '../../../../renderer/lib/journal-words.ts';
import { journalEntry } from '../../../builders/journal-entry.ts';

describe('a message in words', () => {
  it.each([
    [journalEntry(['signed'], { isHeld: true }), 'Signed and kept', 'neutral'],
    [journalEntry(['signed']), 'Signed, not pushed', 'pending'],
    [journalEntry(['signed'], { trouble: 'refused' }), 'Signed, not pushed', 'warning'],
    [journalEntry(['signed', 'executed'], { exitCode: 0 }), 'Executed, not final', 'info'],
    [journalEntry(['signed', 'executed'], { exitCode: 7, trouble: 'out-of-gas' }), 'Failed, exit 7', 'danger'],
    [journalEntry(['signed', 'final'], { exitCode: 16 }), 'Failed, exit 16', 'danger'],
    [journalEntry(['signed', 'final'], { exitCode: 0, trouble: 'failed-inside' }), 'A call inside failed', 'warning'],
    [journalEntry(['signed', 'replaced'], { trouble: 'replaced' }), 'Replaced', 'neutral'],
    [journalEntry(['signed', 'replaced'], { trouble: 'nonce-taken-elsewhere' }), 'Nonce used elsewhere', 'warning'],
    [journalEntry(['intent', 'failed']), 'Never signed', 'neutral'],
    [journalEntry(['signed', 'failed']), 'Failed', 'danger'],
  ] as const)('%#: %s', (entry, words, tone) => expect(journalWords(entry)).toEqual({ words, tone }));
});

describe('a message that waits', () => {
  const entry = journalEntry(['signed', 'in-pool'], { gasFeeCap: '100', createdAtMs: 0 });
  it('needs somebody while its fee cap is below the base fee', () => expect(waitTrouble(entry, 101n, 0)).toBe('under-base-fee'));
  it('does not where they are equal', () => expect(waitTrouble(entry, 100n, 0)).toBeUndefined());
  it('does after ten epochs', () => expect(waitTrouble(entry, 100n, 300_001)).toBe('long'));
  it('does not once it is in a block', () => expect(waitTrouble({ ...entry, stage: 'included' }, 101n, 900_000)).toBeUndefined());
});
