import { describe, expect, it } from 'vitest';
import { labelSkeleton } from '../../../../shared/text/label-skeleton.ts';

describe('labels that a reader takes for the same', () => {
  it.each([
    ['Cyrillic', 'Main key', 'M\u0430in k\u0435y'],
    ['Cyrillic capitals', 'PHANTOM', '\u0420\u041d\u0410N\u0422\u041e\u041c'],
    ['Greek', 'Vault', '\u03bd\u03b1ult'],
    ['Greek capitals', 'KINETIC', '\u039a\u0399\u039d\u0395\u03a4IC'],
    ['full width', 'Exchange', '\uff25\uff58change'],
    ['mathematical letters', 'Main', '\u{1d40c}\u{1d41a}\u{1d422}\u{1d427}'],
    ['zero-width characters', 'Main key', 'Main\u200b \u2060key\ufeff'],
    ['bidi controls', 'Main key', '\u202eMain key\u2069'],
    ['combining marks', 'Main key', 'Ma\u0301in\u0323 key'],
    ['a variation selector', 'Main key', 'Main key\ufe0f'],
    ['whitespace', 'Main key', ' Main\u00a0\u2003key '],
    ['a blank that is not whitespace', 'Main key', 'Main\u2800key'],
    ['case', 'Main key', 'MAIN KEY'],
    ['I, l, 1 and |', 'Wallet 1', 'WaIIet |'],
    ['0 and O', 'Cold 10', 'C0ld 1O'],
    ['rn and m', 'Farm', 'Fa\u0433n\u200d'.replace('\u0433n', 'rrn')],
    ['dashes', 'Owner-1', 'Owner\u20131'],
    ['Armenian', 'hono', '\u0570\u0585\u0578\u0585'],
  ])('differ by %s alone', (_what, one, other) => {
    expect(other).not.toBe(one);
    expect(labelSkeleton(other)).toBe(labelSkeleton(one));
  });

  it.each([
    ['Main key', 'Main keys'],
    ['Owner', 'Worker'],
    ['Exchange', 'Exchange 2'],
    ['\u0421\u043a\u043b\u0430\u0434', '\u0421\u043a\u043b\u0430\u0434 2'],
    ['\u51b7\u94b1\u5305', '\u70ed\u94b1\u5305'],
  ])('are told apart: %s and %s', (one, other) => {
    expect(labelSkeleton(one)).not.toBe(labelSkeleton(other));
  });

  it('has nothing left of a label that cannot be seen', () => {
    expect(labelSkeleton(' \u200b\u2060\u3164\u2800\u202e')).toBe('');
  });
});
