import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFromBytes, parseAddress } from '../../../../../shared/domain/addresses/address.ts';
import { addressFromEthAddress } from '../../../../../shared/domain/addresses/eth-address.ts';
import { isLookAlike } from '../../../../../shared/domain/addresses/look-alike.ts';
import { concatBytes } from '../../../../../shared/domain/encoding/bytes.ts';

const payload = fc.uint8Array({ minLength: 20, maxLength: 20 });
const f1 = (bytes: Uint8Array) => addressFromBytes(concatBytes(Uint8Array.of(1), bytes));

describe('look-alikes', () => {
  it('have the beginning and the end of the other one', () => {
    const known = addressFromEthAddress('0xd388ab098ed3e84c0d808776440b48f685198498');
    expect(isLookAlike(addressFromEthAddress('0xd388111111111111111111111111111111118498'), known)).toBe(true);
    expect(isLookAlike(addressFromEthAddress('0xd388111111111111111111111111111111111111'), known)).toBe(false);
    expect(isLookAlike(addressFromEthAddress('0x1111111111111111111111111111111111118498'), known)).toBe(false);
    expect(isLookAlike(known, known)).toBe(false);
  });

  it('are of one kind, and no ids', () => {
    expect(isLookAlike(parseAddress('f01234567'), parseAddress('f01239567'))).toBe(false);
    expect(isLookAlike(parseAddress('f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba'), parseAddress('f01234'))).toBe(false);
  });

  it('are not found among random addresses, and are the same from both sides', () => {
    fc.assert(
      fc.property(payload, payload, (one, other) => {
        expect(isLookAlike(f1(one), f1(other))).toBe(isLookAlike(f1(other), f1(one)));
        if (one[0] !== other[0] && one[1] !== other[1]) expect(isLookAlike(f1(one), f1(other))).toBe(false);
      }),
    );
  });
});
