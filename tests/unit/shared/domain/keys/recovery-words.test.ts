import { describe, expect, it } from 'vitest';
import { isRecoveryWord, nearestRecoveryWord, recoveryWordsBeginning } from '../../../../../shared/domain/keys/recovery-words.ts';

describe('the list of recovery words', () => {
  it('knows its first and last word, and no other language or case', () => {
    expect(['abandon', 'zoo'].map(isRecoveryWord)).toEqual([true, true]);
    expect(['Abandon', 'abaisser', 'zo', ''].map(isRecoveryWord)).toEqual([false, false, false, false]);
  });

  it('offers the words that begin with what was typed, in their order and not more than asked for', () => {
    expect(recoveryWordsBeginning('abs', 5)).toEqual(['absent', 'absorb', 'abstract', 'absurd']);
    expect(recoveryWordsBeginning('s', 3)).toEqual(['sad', 'saddle', 'sadness']);
    expect(recoveryWordsBeginning('', 5)).toEqual([]);
    expect(recoveryWordsBeginning('qz', 5)).toEqual([]);
  });

  it('needs four letters at most to tell words apart', () => {
    expect(recoveryWordsBeginning('zone', 5)).toEqual(['zone']);
  });

  it.each([
    ['abandom', 'abandon'],
    ['wierd', 'weird'],
    ['zooo', 'zoo'],
  ])('takes %s for %s', (typed, meant) => {
    expect(nearestRecoveryWord(typed)).toBe(meant);
  });
});
