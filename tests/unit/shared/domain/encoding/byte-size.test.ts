import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBytes, formatBytesShort, parseBytes } from '../../../../../shared/domain/encoding/byte-size.ts';
import { checked } from '../../../../builders/checked.ts';
import { codeOf } from '../../../../builders/code-of.ts';
import { readSharedJson, readSharedText } from '../../../../builders/shared-data.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;

it('sizes have the published form of Lotus', () => {
  const { size } = readSharedJson<{ size: { bytes: string; text: string }[] }>('amounts.json');
  for (const { bytes, text } of size) {
    expect(formatBytesShort(BigInt(bytes))).toBe(text);
    if (!text.includes('e+')) expect(formatBytes(bytes)).toBe(text);
  }
  checked(size.length, 5, 'published sizes');
});

it('sizes that Lotus’ commands print are read, and written again as they were', () => {
  const files = [
    'miner-info.modern.txt',
    'miner-info.v0.4.txt',
    'client-list-deals.v1.txt',
    'client-list-deals.v0.4.txt',
    'sectors-list.table-modern.txt',
  ];
  const texts = files.flatMap((file) => readSharedText(`cli/${file}`).match(/\d[\d.]* ?[KMGTP]iB/g) ?? []);
  // Rounded to four digits, this is no whole number of bytes.
  const exact = texts.filter((text) => text !== '24.02 PiB');
  expect(codeOf(() => parseBytes('24.02 PiB'))).toBe('size-precision');
  for (const text of exact) {
    const written = formatBytesShort(parseBytes(text));
    expect(text.includes(' ') ? written : written.replace(' ', '')).toBe(text);
  }
  checked(exact.length, 29, 'sizes in command outputs');
});

describe('sizes as Sextant writes them', () => {
  it.each([
    [34_359_738_368, '32 GiB'],
    [2n ** 60n * 3n + 2n ** 59n, '3.5 EiB'],
    [1023, '1023 B'],
    [2n ** 40n - 1n, '1023.99 GiB'],
    [-1536, '-1.5 KiB'],
    ['0', '0 B'],
  ])('%s is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('are cut at a place that the caller names', () => {
    expect(formatBytes(1_999_999, { maximumPlaces: 0 })).toBe('1 MiB');
    expect(formatBytes(1_999_999, { maximumPlaces: 4 })).toBe('1.9073 MiB');
    expect(formatBytes((46n * 1024n ** 4n) / 10n)).toBe('4.59 TiB');
    expect(formatBytes((9n * 1024n ** 4n) / 2n)).toBe('4.5 TiB');
    expect(formatBytes((9n * 1024n ** 4n) / 2n, { isFixed: true })).toBe('4.50 TiB');
  });
});

describe('sizes as Lotus writes them', () => {
  // Go's %.4g of the double: 1000.5 and 512.25 are halves and go to the even digit, 2^60 − 1 is 2^60 as a double.
  it.each([
    [0n, '0 B'],
    [1n, '1 B'],
    [1_024_512n, '1000 KiB'],
    [1_025_536n, '1002 KiB'],
    [524_544n, '512.2 KiB'],
    [1_048_575n, '1024 KiB'],
    [2n ** 60n - 1n, '1 EiB'],
    [2n ** 70n * 9999n, '9999 ZiB'],
    [2n ** 70n * 10_000n, '1e+04 ZiB'],
    [2n ** 70n * 123_456n, '1.235e+05 ZiB'],
  ])('%s is %s', (bytes, text) => {
    expect(formatBytesShort(bytes)).toBe(text);
  });
});

describe('typed sizes', () => {
  it.each([
    ['34359738368', 34_359_738_368n],
    ['32GiB', 2n ** 35n],
    ['64 GiB', 2n ** 36n],
    [' 64 gib ', 2n ** 36n],
    ['1.5 KIB', 1536n],
    ['0.5 TiB', 2n ** 39n],
    ['127 B', 127n],
    ['0', 0n],
  ])('%j', (text, bytes) => {
    expect(parseBytes(text)).toBe(bytes);
  });

  it.each([
    ['size-empty', ' '],
    ['size', '-1'],
    ['size', '1,5 GiB'],
    ['size', '.5 GiB'],
    ['size', '5. GiB'],
    ['size', '1e9'],
    ['size', '0x20'],
    ['size', 'GiB'],
    ['size', '32 GiB/s'],
    ['size', '1'.repeat(31)],
    ['size-unit', '32 GiBi'],
    ['size-unit', '5 sectors'],
    ['size', `5 ${'x'.repeat(21)}`],
    ['size-unit-ambiguous', '32 GB'],
    ['size-unit-ambiguous', '32g'],
    ['size-unit-ambiguous', '2 kb'],
    ['size-precision', '0.3 KiB'],
    ['size-precision', '1.5 B'],
    ['size-precision', '1.5'],
  ])('%s: %j', (code, text) => {
    expect(codeOf(() => parseBytes(text))).toBe(code);
  });

  it('any whole number of a unit survives both forms', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 1023n), fc.constantFrom(...UNITS), (count, unit) => {
        const bytes = parseBytes(`${count} ${unit}`);
        expect(parseBytes(formatBytes(bytes))).toBe(bytes);
        expect(parseBytes(formatBytesShort(bytes))).toBe(bytes);
        expect(parseBytes(bytes.toString())).toBe(bytes);
      }),
    );
  });

  it('arbitrary text is a size or a DomainError', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.,- KMGTiB') }));
    fc.assert(
      fc.property(text, (typed) => void codeOf(() => parseBytes(typed))),
      { numRuns: 1000 },
    );
  });
});
