import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attoFil, FIL, formatFil, parseFil } from '../../../../shared/domain/amount.ts';
import { bytesToHex, hexToBytes } from '../../../../shared/domain/bytes.ts';
import { decodeBigIntBytes, encodeBigIntBytes } from '../../../../shared/domain/cbor.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface AmountVectors {
  short: { fil: string; short: string }[];
  bigint: { atto: string; bytesHex: string }[];
  roundTrip: string[];
  attoFil: { atto: string; fil: string }[];
}

describe('published amounts', () => {
  const vectors = readSharedJson<AmountVectors>('amounts.json');

  it('reads Lotus’ short forms; digits beyond three places are cut there', () => {
    expect(vectors.short).toHaveLength(37);
    for (const { fil, short } of vectors.short) {
      const exact = parseFil(fil);
      const rounded = parseFil(short);
      const unit = short.split(' ')[1] ?? '';
      const step = unit === 'aFIL' ? 1n : parseFil(`1 ${unit}`) / 1000n;
      const magnitude = (value: bigint) => (value < 0n ? -value : value);
      expect(magnitude(exact - rounded) < step, `${fil} is ${short}`).toBe(true);
    }
  });

  it('writes and reads big integers as bytes', () => {
    expect(vectors.bigint).toHaveLength(5);
    for (const { atto, bytesHex } of vectors.bigint) {
      expect(bytesToHex(encodeBigIntBytes(BigInt(atto)))).toBe(bytesHex);
      expect(decodeBigIntBytes(hexToBytes(bytesHex))).toBe(BigInt(atto));
    }
  });

  it('keeps every digit', () => {
    expect([vectors.roundTrip.length, vectors.attoFil.length]).toEqual([4, 3]);
    for (const text of vectors.roundTrip) expect(`${formatFil(parseFil(text))} FIL`).toBe(text);
    for (const { atto, fil } of vectors.attoFil) {
      expect(formatFil(attoFil(atto))).toBe(fil);
      expect(parseFil(fil)).toBe(BigInt(atto));
    }
  });
});

describe('typed amounts', () => {
  it.each([
    ['1.5', (3n * FIL) / 2n],
    ['0.25 FIL', FIL / 4n],
    ['20 nanoFIL', 20_000_000_000n],
    ['1_000 attoFIL', 1000n],
    ['.5', FIL / 2n],
    ['7 aFIL', 7n],
    ['3 µFIL', 3n * 10n ** 12n],
    ['1.000000000000000001', FIL + 1n],
  ])('%s', (text, atto) => {
    expect(parseFil(text)).toBe(atto);
  });

  it.each([
    '',
    '   ',
    'FIL',
    '1,5',
    '1.2.3',
    '1e3',
    '0x10',
    '1 DOGE',
    '1.0000000000000000001',
    '1.5 attoFIL',
    'NaN',
    '--1',
    '1'.repeat(90),
  ])('refuses %j', (text) => {
    expect(() => parseFil(text)).toThrow(DomainError);
  });

  it('cuts, never rounds up', () => {
    expect(formatFil(attoFil(1_999_999_999_999_999_999n), { maximumPlaces: 2 })).toBe('1.99');
    expect(formatFil(attoFil(-1n))).toBe('-0.000000000000000001');
    expect(formatFil(FIL, { minimumPlaces: 2 })).toBe('1.00');
    expect(formatFil(1_234_567n, { decimals: 9 })).toBe('0.001234567');
  });

  it('any amount survives its text', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 100n), 2n ** 100n), (value) => {
        expect(parseFil(formatFil(attoFil(value)))).toBe(value);
      }),
    );
  });
});
