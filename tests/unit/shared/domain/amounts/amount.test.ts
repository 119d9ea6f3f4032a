import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attoFil,
  FIL,
  FIL_DECIMALS,
  type FilUnit,
  formatFil,
  formatFilShort,
  parseFil,
} from '../../../../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import { bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { decodeBigIntBytes, encodeBigIntBytes } from '../../../../../shared/domain/encoding/cbor.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { readSharedJson, readSharedText } from '../../../../builders/shared-data.ts';

const SHORT_NAMES: Readonly<Record<FilUnit, string>> = {
  FIL: 'FIL',
  milliFIL: 'mFIL',
  microFIL: 'μFIL',
  nanoFIL: 'nFIL',
  picoFIL: 'pFIL',
  femtoFIL: 'fFIL',
  attoFIL: 'aFIL',
};
const anyUnit = fc.constantFrom(...(Object.keys(FIL_DECIMALS) as FilUnit[]));
const anyAmount = fc.oneof(fc.bigInt(-(2n ** 100n), 2n ** 100n), fc.bigInt(-10_000n, 10_000n)).map((value) => attoFil(value));

describe('published amounts', () => {
  const vectors = readSharedJson<{
    short: { fil: string; short: string }[];
    bigint: { atto: string; bytesHex: string }[];
    roundTrip: string[];
    attoFil: { atto: string; fil: string }[];
  }>('amounts.json');

  it('have Lotus’ short form, which reads back where nothing was cut', () => {
    for (const { fil, short } of vectors.short) {
      expect(formatFilShort(parseFil(fil))).toBe(short);
      expect(formatFilShort(parseFil(short))).toBe(short);
    }
    checked(vectors.short.length, 37, 'short forms of Lotus');
  });

  it('are big integers as bytes', () => {
    for (const { atto, bytesHex } of vectors.bigint) {
      expect(bytesToHex(encodeBigIntBytes(BigInt(atto)))).toBe(bytesHex);
      expect(decodeBigIntBytes(hexToBytes(bytesHex))).toBe(BigInt(atto));
    }
    checked(vectors.bigint.length, 5, 'amounts as big integers');
  });

  it('keep every digit', () => {
    for (const text of vectors.roundTrip) expect(`${formatFil(parseFil(text))} FIL`).toBe(text);
    for (const { atto, fil } of vectors.attoFil) {
      expect(formatFil(attoFil(atto))).toBe(fil);
      expect(parseFil(fil)).toBe(BigInt(atto));
      expect(parseFil(`${atto} attoFIL`)).toBe(BigInt(atto));
    }
    checked(vectors.roundTrip.length + vectors.attoFil.length, 7, 'amounts in FIL and attoFIL');
  });
});

describe('amounts that Lotus’ commands print', () => {
  const amountsIn = (file: string) => readSharedText(`cli/${file}`).match(/\d[\d.]* [a-zμ]?FIL/gu) ?? [];

  it('are read, and written again as they were', () => {
    const short = amountsIn('miner-info.modern.txt');
    for (const text of short) expect(formatFilShort(parseFil(text))).toBe(text);
    const exact = ['miner-info.v0.4.txt', 'actor-control-list.txt', 'client-list-deals.v1.txt'].flatMap(amountsIn);
    for (const text of exact) expect(`${formatFil(parseFil(text))} FIL`).toBe(text);
    checked(short.length + exact.length, 28, 'amounts in command outputs');
  });

  it('are short where an older command printed them whole', () => {
    const { samples } = readSharedJson<{ samples: { file: string; fields?: Record<string, string> }[] }>('cli/expected.json');
    const fieldsOf = (file: string) => samples.find((sample) => sample.file === file)?.fields ?? {};
    const exact = fieldsOf('miner-info.v0.4.txt');
    const short = fieldsOf('miner-info.modern.txt');
    const pairs = [
      [exact.balance, short.balance],
      [exact.preCommit, short.preCommit],
      [exact.locked, short.vesting],
      [exact.worker, short.worker],
    ] as const;
    for (const [atto = '', text] of pairs) expect(formatFilShort(attoFil(atto))).toBe(text);
    checked(pairs.length, 4, 'amounts printed whole and short');
  });
});

describe('typed amounts', () => {
  it.each([
    ['1.5', (3n * FIL) / 2n],
    ['  1.5 FIL ', (3n * FIL) / 2n],
    ['0.25FIL', FIL / 4n],
    ['20 nanoFIL', 20_000_000_000n],
    ['100 nFIL', 100_000_000_000n],
    ['5 attoFIL', 5n],
    ['7 AFIL', 7n],
    ['1000 attofil', 1000n],
    ['.5', FIL / 2n],
    ['5.', 5n * FIL],
    ['007', 7n * FIL],
    ['1.50000000000000000000000', (3n * FIL) / 2n],
    ['3 μFIL', 3n * 10n ** 12n],
    ['3 µFIL', 3n * 10n ** 12n],
    ['3 uFIL', 3n * 10n ** 12n],
    ['3 MicroFIL', 3n * 10n ** 12n],
    ['3 milliFIL', 3n * 10n ** 15n],
    ['3 PicoFil', 3n * 10n ** 6n],
    ['1.001 fFIL', 1001n],
    ['-0.5', -FIL / 2n],
    ['0', 0n],
    ['-0', 0n],
    ['1.000000000000000001', FIL + 1n],
  ])('%j', (text, atto) => {
    expect(parseFil(text)).toBe(atto);
  });

  it.each([
    ['amount-empty', ''],
    ['amount-empty', ' \n'],
    ['amount', 'FIL'],
    ['amount', '.'],
    ['amount', '-'],
    ['amount', '--1'],
    ['amount', '+1'],
    ['amount', '- 1'],
    ['amount', '1/3'],
    ['amount', '0x10'],
    ['amount', '١٢'],
    ['amount', '１２'],
    ['amount', '$5'],
    ['amount', '1 FIL FIL'],
    ['amount-comma', '1,5'],
    ['amount-comma', '1,000'],
    ['amount-comma', '1,234.5 FIL'],
    ['amount-comma', '1.234,5'],
    ['amount-separator', '1 000'],
    ['amount-separator', '1\u202f000 FIL'],
    ['amount-separator', '1_000 attoFIL'],
    ['amount-separator', "1'000"],
    ['amount-separator', '1.234.567'],
    ['amount-exponent', '1e3'],
    ['amount-exponent', '1.5E-7 FIL'],
    ['amount-minus', '−1'],
    ['amount-minus', '–1.5 FIL'],
    ['amount-unit', '1 DOGE'],
    ['amount-unit', '1 kFIL'],
    ['amount-unit', '1e'],
    ['amount-unit', '1 F'],
    ['amount-unit', `1 ${'x'.repeat(20)}`],
    ['amount', `1 ${'x'.repeat(21)}`],
    ['amount-unit-case', '1 MFIL'],
    ['amount-unit-case', '1 Mfil'],
    ['amount-unit-case', '1 PFIL'],
    ['amount-unit-case', '1 ΜFIL'],
    ['amount-precision', '1.0000000000000000001'],
    ['amount-precision', '1.5 attoFIL'],
    ['amount-precision', '0.0000000001 nFIL'],
    ['amount-long', '1'.repeat(81)],
    ['amount-long', `0.${'0'.repeat(200)}1`],
    ['amount', 'NaN'],
    ['amount', 'Infinity'],
  ])('%s: %j', (code, text) => {
    expect(codeOf(() => parseFil(text))).toBe(code);
  });

  it('cut, never round up', () => {
    expect(formatFil(1_999_999_999_999_999_999n, { maximumPlaces: 2 })).toBe('1.99');
    expect(formatFil(-1n)).toBe('-0.000000000000000001');
    expect(formatFil(FIL, { minimumPlaces: 2 })).toBe('1.00');
    expect(formatFil(1_234_567n, { unit: 'nanoFIL' })).toBe('0.001234567');
  });

  it('round in the short form as Lotus does, halves away from zero', () => {
    expect(formatFilShort(0n)).toBe('0');
    expect(formatFilShort(999n)).toBe('999 aFIL');
    expect(formatFilShort(1000n)).toBe('1 fFIL');
    expect(formatFilShort(1_234_500n)).toBe('1.235 pFIL');
    expect(formatFilShort(-1_234_500n)).toBe('-1.235 pFIL');
    expect(formatFilShort(1_234_499n)).toBe('1.234 pFIL');
    expect(formatFilShort(FIL - 1n)).toBe('1000 mFIL');
    expect(formatFilShort(10n ** 30n)).toBe('1000000000000 FIL');
  });

  it.each([
    ['1e3', ': 1000.'],
    ['-2.50E2', ': -250.'],
    ['1.5e-7 FIL', ': 0.00000015.'],
    ['12.34e1', ': 123.4.'],
    ['0e5', ': 0.'],
    ['1e24', `: 1${'0'.repeat(24)}.`],
    ['1e25', '.'],
    ['1e-25', '.'],
    ['1e999999999', '.'],
  ])('are written out in the words about the exponent of %j, where that is short', (text, end) => {
    expect(() => parseFil(text)).toThrow(new DomainError('amount-exponent', `Write the number without an exponent${end}`));
  });

  it.each(['', '1.5', '1e3', '0x10', ' 1', '1 FIL', '1'.repeat(81)])('a node cannot say %j attoFIL', (text) => {
    expect(codeOf(() => attoFil(text))).toBe('amount');
  });
});

describe('any amount', () => {
  it('survives its text in every unit, by its long and its short name', () => {
    fc.assert(
      fc.property(anyAmount, anyUnit, (amount, unit) => {
        const text = formatFil(amount, { unit });
        expect(parseFil(`${text} ${unit}`)).toBe(amount);
        expect(parseFil(`${text}${unit.toLowerCase()}`)).toBe(amount);
        expect(parseFil(`${text} ${SHORT_NAMES[unit]}`)).toBe(amount);
        expect(formatFil(parseFil(`${text} ${unit}`), { unit })).toBe(text);
        expect(attoFil(amount.toString())).toBe(amount);
      }),
      { numRuns: 1000 },
    );
  });

  it('is never further from its short form than half of the last place', () => {
    fc.assert(
      fc.property(anyAmount, (amount) => {
        const text = formatFilShort(amount);
        fc.pre(text !== '0');
        const unit = text.split(' ')[1] ?? '';
        const difference = amount - parseFil(text);
        const place = unit === 'aFIL' ? 1n : parseFil(`1 ${unit}`) / 1000n;
        expect((difference < 0n ? -difference : difference) * 2n <= place).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('with another character is refused or another amount', () => {
    // White space at the ends is left out, and a zero before the point says nothing: `0.5` and ` .5` are one amount.
    const character = fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(anyAmount, fc.nat(), character, (amount, place, other) => {
        const text = formatFil(amount);
        const at = place % text.length;
        fc.pre(text[at] !== other);
        let read: bigint | undefined;
        codeOf(() => {
          read = parseFil(text.slice(0, at) + other + text.slice(at + 1));
        });
        expect(read).not.toBe(amount);
      }),
      { numRuns: 1000 },
    );
  });

  it('arbitrary text is an amount or a DomainError', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,-+_ eFILnaμ−') }));
    fc.assert(
      fc.property(text, (typed) => void codeOf(() => parseFil(typed))),
      { numRuns: 2000 },
    );
  });
});
