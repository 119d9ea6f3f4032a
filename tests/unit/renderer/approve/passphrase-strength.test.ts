import { describe, expect, it } from 'vitest';
import { assessPassphrase } from '../../../../renderer/approve/passphrase-strength.ts';

describe('strength of a passphrase', () => {
  it('gives reasons for a weak passphrase', () => {
    expect(assessPassphrase('').score).toBe(0);
    const short = assessPassphrase('abcd12');
    expect(short.level).toBe('weak');
    expect(short.reasons.join(' ')).toContain('at least');
    expect(assessPassphrase('password12345').reasons.length).toBeGreaterThanOrEqual(2);
    expect(assessPassphrase('aaaaaaaaaaaaaaaa').reasons.join(' ')).toContain('different');
  });

  it('accepts four unrelated words', () => {
    const words = assessPassphrase('gravel pontoon umbrella thirst');
    expect(words.level).toBe('strong');
    expect(words.reasons).toEqual([]);
  });
});
