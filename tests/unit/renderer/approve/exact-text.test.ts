import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countdownText, exactFil, exactFilShort, exactNanoFil, groupHex } from '../../../../renderer/approve/exact-text.ts';

describe('exact text of the trusted document', () => {
  it('formats amounts to the last attoFIL in groups, and dims only trailing zeros', () => {
    expect(exactFil('2500000000000000000000')).toEqual({ sign: '', whole: '2,500', significant: '', zeros: '000 000 000 000 000 000' });
    expect(exactFil('1606581020000000')).toEqual({ sign: '', whole: '0', significant: '001 606 581 02', zeros: '0 000 000' });
    expect(exactFil('12500000000000000001')).toEqual({ sign: '', whole: '12', significant: '500 000 000 000 000 001', zeros: '' });
    expect(exactFil('-1')).toEqual({ sign: '−', whole: '0', significant: '000 000 000 000 000 001', zeros: '' });
    expect(exactFil('0')).toEqual({ sign: '', whole: '0', significant: '', zeros: '000 000 000 000 000 000' });
  });

  it('keeps every digit of any amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (atto) => {
        const { whole, significant, zeros } = exactFil(atto.toString());
        const decimals = `${significant}${zeros}`;
        expect(decimals).toMatch(/^\d{3}( \d{3}){5}$/);
        expect(BigInt(whole.replaceAll(',', '') + decimals.replaceAll(' ', ''))).toBe(atto);
        expect(zeros.replaceAll(' ', '')).toMatch(/^0*$/);
      }),
    );
  });

  it('writes titles without trailing zeros and fees in nanoFIL', () => {
    expect(exactFilShort('12500000000000000000')).toBe('12.5');
    expect(exactFilShort('7000000000000000000')).toBe('7');
    expect(exactNanoFil('220000000')).toBe('0.22');
    expect(exactNanoFil('1234000000001')).toBe('1,234.000000001');
    expect(exactNanoFil('0')).toBe('0');
  });

  it('writes hex in groups of two bytes', () => {
    expect(groupHex('8a004300d9')).toBe('8a00 4300 d9');
  });

  it('counts down in minutes and seconds and never below zero', () => {
    expect(countdownText(286_000)).toBe('4:46');
    expect(countdownText(59_001)).toBe('1:00');
    expect(countdownText(-5)).toBe('0:00');
  });
});
