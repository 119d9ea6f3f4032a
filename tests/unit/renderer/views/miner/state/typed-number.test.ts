import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedNumber } from '../../../../../../renderer/views/miner/state/typed-number.ts';

test('a number as people write it, nothing for an empty field, none for anything else or out of range', () => {
  fc.assert(
    fc.property(fc.nat(), (value) => {
      expect(typedNumber(` ${value.toLocaleString('en')} `, { most: Number.MAX_SAFE_INTEGER })).toBe(value);
    }),
  );
  expect(typedNumber('  ', { most: 47 })).toBeUndefined();
  for (const wrong of ['48', '-1', '1.5', '1e3', 'x', '99999999999999999999']) expect(typedNumber(wrong, { most: 47 })).toBeNaN();
  expect(typedNumber('0', { least: 1, most: 47 })).toBeNaN();
  expect(typedNumber('1', { least: 1, most: 47 })).toBe(1);
});
