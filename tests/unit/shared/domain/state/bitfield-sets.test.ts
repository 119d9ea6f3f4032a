import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitfieldMembers, bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';
import { difference, intersection, membersAt, union } from '../../../../../shared/domain/state/bitfield-sets.ts';

/** Small numbers, so that sets touch and overlap. */
const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 });

describe('sets of sectors', () => {
  it('are those of their members', () => {
    fc.assert(
      fc.property(numbers, numbers, numbers, (a, b, c) => {
        const [left, right] = [bitfieldOf(a), bitfieldOf(b)];
        expect(intersection(left, right)).toEqual(bitfieldOf(a.filter((one) => b.includes(one))));
        expect(difference(left, right)).toEqual(bitfieldOf(a.filter((one) => !b.includes(one))));
        expect(union([left, right, bitfieldOf(c)])).toEqual(bitfieldOf([...a, ...b, ...c]));
      }),
    );
  });

  it('are listed from any place on', () => {
    fc.assert(
      fc.property(numbers, fc.nat(45), fc.nat(45), (members, from, limit) => {
        const set = bitfieldOf(members);
        expect(membersAt(set, from, limit)).toEqual(bitfieldMembers(set).slice(from, from + limit));
      }),
    );
  });

  it('cost what their runs cost, not their members', () => {
    const all = { ranges: [{ start: 0n, end: 1n << 62n }], count: 1n << 62n };
    expect(difference(all, bitfieldOf([5])).count).toBe((1n << 62n) - 1n);
    expect(intersection(all, bitfieldOf([3, 4]))).toEqual(bitfieldOf([3, 4]));
    expect(membersAt(all, 1_000_000, 2)).toEqual([1_000_000, 1_000_001]);
  });
});
