import { base32 } from '@scure/base';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase32, encodeBase32 } from '../../../../../shared/domain/encoding/base32.ts';

it('agrees with another implementation on any bytes, and reads them back behind a head', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), fc.integer({ min: 0, max: 11 }), (bytes, headLength) => {
      const text = encodeBase32(bytes);
      expect(text).toBe(base32.encode(bytes).replace(/=+$/, '').toLowerCase());
      const decoded = decodeBase32(`1${text}`, 1, headLength);
      expect(decoded?.subarray(headLength)).toEqual(bytes);
      expect(decoded?.subarray(0, headLength)).toEqual(new Uint8Array(headLength));
    }),
  );
});

it('reads exactly the texts that it writes', () => {
  const text = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz234567'), maxLength: 20 });
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ maxLength: 12 })), (typed) => {
      const bytes = decodeBase32(typed);
      if (bytes !== undefined) expect(encodeBase32(bytes)).toBe(typed);
      else expect(typed).not.toMatch(/^(?:[a-z2-7]{8})*$/);
    }),
    { numRuns: 1000 },
  );
  for (const wrong of ['a', 'aaa', 'aaaaaa', 'ab', 'AA', 'aa======', 'a1', 'aa\n', 'a€'])
    expect(decodeBase32(wrong), wrong).toBeUndefined();
});
