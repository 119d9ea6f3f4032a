import fc from 'fast-check';
import { varint } from 'multiformats';
import { expect, it } from 'vitest';
import { encodeVarint, readVarint } from '../../../../../shared/domain/encoding/varint.ts';

const LIMIT = 2n ** 63n;

it.each([
  [0, [0x00]],
  [127, [0x7f]],
  [128, [0x80, 0x01]],
  [0xb220, [0xa0, 0xe4, 0x02]],
  [2 ** 53 - 1, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
  [2n ** 53n, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]],
  [LIMIT - 1n, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f]],
])('%s both ways', (value, bytes) => {
  expect(encodeVarint(value)).toEqual(bytes);
  expect(readVarint(Uint8Array.from([9, ...bytes, 9]), 1)).toEqual({ value, end: bytes.length + 1 });
});

it('refuses what is cut off, longer than needed, or beyond 63 bits', () => {
  for (const malformed of [[], [0x80], [0x80, 0x00], [0xff, 0x80, 0x00]]) {
    expect(readVarint(Uint8Array.from(malformed), 0), `${malformed}`).toBe('malformed');
  }
  expect(readVarint(Uint8Array.from([...new Array<number>(9).fill(0x80), 0x01]), 0)).toBe('too-large');
});

it('any number survives, as a bigint or a number, and is written as multiformats writes it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.bigInt(0n, LIMIT - 1n), fc.bigInt(0n, 2n ** 54n)), (value) => {
      const bytes = Uint8Array.from(encodeVarint(value));
      const read = readVarint(bytes, 0);
      expect(read).toEqual({ value: value < 2n ** 53n ? Number(value) : value, end: bytes.length });
      if (value < 2n ** 53n) {
        expect(encodeVarint(Number(value))).toEqual([...bytes]);
        expect(varint.encodeTo(Number(value), new Uint8Array(bytes.length))).toEqual(bytes);
      }
    }),
    { numRuns: 2000 },
  );
});

it('bytes that nobody wrote are refused, or written again as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0x00, 0x01, 0x7f, 0x80, 0xff), { maxLength: 11 }), (bytes) => {
      const read = readVarint(Uint8Array.from(bytes), 0);
      if (typeof read !== 'string') expect(encodeVarint(read.value)).toEqual(bytes.slice(0, read.end));
    }),
    { numRuns: 2000 },
  );
});
