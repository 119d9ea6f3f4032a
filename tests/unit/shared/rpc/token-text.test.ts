import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTokenText, tokenDoubt } from '../../../../shared/rpc/token-text.ts';

const HEADER = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9';
const PAYLOAD = 'eyJBbGxvdyI6WyJyZWFkIl19';
const WHOLE = `${HEADER}.${PAYLOAD}.p1_LbHg-2E5oyCN0zXyzA`;

test('a whole token, and one of another kind, raise no doubt', () => {
  for (const token of [WHOLE, ` ${WHOLE} `, 'opaque-token', '', 'eyJ']) expect(tokenDoubt(token)).toBeUndefined();
});

test.each([
  [HEADER, /incomplete/],
  [`${HEADER}.`, /incomplete/],
  [`${HEADER}.${PAYLOAD}`, /incomplete/],
  [`${HEADER}.${PAYLOAD}.`, /incomplete/],
  [`${HEADER}.${PAYLOAD.slice(0, -5)}.abc`, /damaged/],
  [`${HEADER}.W10.abc`, /damaged/],
  [`${HEADER}.a$.abc`, /damaged/],
  [`${HEADER}.${PAYLOAD}.a$`, /damaged/],
  [`${WHOLE}.${PAYLOAD}`, /more than three parts/],
])('%s raises one, and none of it is in the words', (token, words) => {
  expect(isTokenText(token)).toBe(true);
  expect(tokenDoubt(token)).toMatch(words);
  expect(tokenDoubt(token)).not.toContain(HEADER.slice(0, 8));
});

test('every token with an object in it is whole, whatever the object holds', () => {
  const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  fc.assert(
    fc.property(fc.dictionary(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string()), (claims) => {
      expect(tokenDoubt(`${HEADER}.${encode(claims)}.abc`)).toBeUndefined();
    }),
  );
});
