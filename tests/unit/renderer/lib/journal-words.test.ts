import { describe, expect, it, test } from 'vitest';
import { journalWords, stateWords } from '../../../../renderer/lib/journal-words.ts';
import { journalEntry } from '../../../builders/journal-entry.ts';

describe('a message in words', () => {
  it.each([
    [journalEntry(['signed'], { isHeld: true }), 'Signed and held', 'neutral'],
    [journalEntry(['signed']), 'Signed, not pushed', 'pending'],
    [journalEntry(['signed'], { trouble: 'refused' }), 'Signed, not pushed', 'warning'],
    [journalEntry(['signed', 'executed'], { exitCode: 0 }), 'Executed, not final', 'info'],
    [journalEntry(['signed', 'executed'], { exitCode: 7, trouble: 'out-of-gas' }), 'Failed, exit 7', 'danger'],
    [journalEntry(['signed', 'final'], { exitCode: 16 }), 'Failed, exit 16', 'danger'],
    [journalEntry(['signed', 'final'], { exitCode: 0, trouble: 'failed-inside' }), 'Internal call failed', 'warning'],
    [journalEntry(['signed', 'replaced'], { trouble: 'replaced' }), 'Replaced', 'neutral'],
    [journalEntry(['signed', 'replaced'], { trouble: 'nonce-taken-elsewhere' }), 'Nonce used elsewhere', 'warning'],
    [journalEntry(['intent', 'failed']), 'Never signed', 'neutral'],
    [{ stage: 'signed', isHeld: false }, 'Possibly signed', 'warning'],
    [journalEntry(['signed', 'failed']), 'Failed', 'danger'],
  ] as const)('%#: %s', (entry, words, tone) => expect(journalWords(entry)).toEqual({ words, tone }));
});

test('a hold-up takes the place of the stage', () => {
  const pooled = journalEntry(['signed', 'in-pool']);
  expect(stateWords(pooled, 'nonce-gap')).toEqual({ tone: 'warning', words: 'Stuck: nonce gap' });
  expect(stateWords(pooled, undefined)).toEqual(journalWords(pooled));
});
