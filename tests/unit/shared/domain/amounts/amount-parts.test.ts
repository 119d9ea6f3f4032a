import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountParts, placesForDigits } from '../../../../../shared/domain/amounts/amount-parts.ts';

const FIL = 10n ** 18n;

describe('the parts of an amount', () => {
  it('dims the zeros that carry nothing', () => {
    expect(amountParts(100n * FIL, { unit: 'FIL', places: 4 })).toMatchObject({ digits: '100', zeros: '.0000' });
    expect(amountParts(46_901_590_500_000_000_000_000n, { unit: 'FIL', places: 4 })).toMatchObject({ digits: '46,901.5905', zeros: '' });
    expect(amountParts(FIL / 2n, { unit: 'FIL', places: 4 })).toMatchObject({ digits: '0.5', zeros: '000' });
  });

  it('never shows more than is there', () => {
    expect(amountParts(1_999_999_999_999_999_999n, { unit: 'FIL', places: 2 })).toMatchObject({ digits: '1.99' });
    expect(amountParts(1n, { unit: 'FIL', places: 4 })).toMatchObject({ sign: '<', digits: '0.0001' });
    expect(amountParts(-1n, { unit: 'FIL', places: 4 }).sign).toBe('>−');
    expect(amountParts(0n, { unit: 'FIL', places: 4 })).toMatchObject({ sign: '', digits: '0', zeros: '.0000' });
  });

  it('signs changes and keeps the exact value', () => {
    expect(amountParts(-2500n * FIL, { unit: 'FIL', places: 2 })).toMatchObject({ sign: '−', digits: '2,500', zeros: '.00' });
    expect(amountParts(FIL, { unit: 'FIL', isSigned: true }).sign).toBe('+');
    expect(amountParts(20_592_036n, { unit: 'nanoFIL', places: 4 })).toMatchObject({ digits: '0.0205', exact: '20,592,036 attoFIL' });
  });

  it('loses nothing when no places are asked for', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), (amount) => {
        const { sign, digits, zeros } = amountParts(amount, { unit: 'FIL' });
        const [whole = '', fraction = ''] = `${digits}${zeros}`.replaceAll(',', '').split('.');
        const size = BigInt(whole + fraction.padEnd(18, '0'));
        expect(sign === '−' ? -size : size).toBe(amount);
      }),
    );
  });

  it('finds the places that say something of a small fee', () => {
    expect(placesForDigits(20_592_036n, 'nanoFIL')).toBe(4);
    expect(placesForDigits(55_944n, 'nanoFIL')).toBe(7);
    expect(placesForDigits(100n, 'nanoFIL')).toBe(9);
    expect(placesForDigits(0n, 'attoFIL')).toBe(0);
  });
});
