import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitfieldMembers,
  decodeRlePlus,
  decodeRunLengths,
  encodeRlePlus,
  encodeRunLengths,
  isInBitfield,
} from '../../../../shared/domain/bitfield.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../../../../shared/domain/bytes.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';

interface RecordedPartition {
  rlePlus: Record<'all' | 'faulty' | 'recovering' | 'terminated', string>;
  lotus: Record<'AllSectors' | 'FaultySectors' | 'RecoveringSectors' | 'LiveSectors' | 'ActiveSectors', (number | bigint)[]>;
}

describe('partitions of mainnet miners', () => {
  const partitions = readSharedJson<{ partitions?: RecordedPartition[] }[]>('miners/mainnet-2020.json.gz').flatMap(
    (miner) => miner.partitions ?? [],
  );

  it('bytes and run lengths stand for the same sets', () => {
    expect(partitions).toHaveLength(83);
    let members = 0n;
    for (const { rlePlus, lotus } of partitions) {
      for (const [bytes, runs] of [
        [rlePlus.all, lotus.AllSectors],
        [rlePlus.faulty, lotus.FaultySectors],
        [rlePlus.recovering, lotus.RecoveringSectors],
      ] as const) {
        const onChain = decodeRlePlus(base64ToBytes(bytes));
        expect(onChain).toEqual(decodeRunLengths(runs));
        const numbers = bitfieldMembers(onChain);
        expect(bytesToBase64(encodeRlePlus(numbers))).toBe(bytes);
        expect(encodeRunLengths(numbers)).toEqual(runs);
        members += onChain.count;
      }
    }
    expect(members).toBeGreaterThan(10_000n);
  });
});

describe('vectors of the protocol reference', () => {
  it.each([
    [[0, 1, 2, 8, 9], '742c05', [0, 3, 5, 2]],
    [[100], '802c', [100, 1]],
    [Array.from({ length: 300 }, (_, index) => index + 5), 'b06015', [5, 300]],
    [[], '', [0]],
  ])('%j', (members, hex, runs) => {
    expect(bytesToHex(encodeRlePlus(members))).toBe(hex);
    expect(encodeRunLengths(members)).toEqual(runs);
    expect(bitfieldMembers(decodeRlePlus(hexToBytes(hex)))).toEqual(members);
    expect(bitfieldMembers(decodeRunLengths(runs))).toEqual(members);
  });
});

describe('hostile sets', () => {
  it('counts a run of nearly 2^63 without listing it', () => {
    const set = decodeRunLengths([1n, 2n ** 63n - 2n]);
    expect(set.count).toBe(2n ** 63n - 2n);
    expect(isInBitfield(set, 2n ** 62n)).toBe(true);
    expect(isInBitfield(set, 0)).toBe(false);
    expect(bitfieldMembers(set, 3)).toEqual([1, 2, 3]);
  });

  it.each([[[1, 0, 1]], [[-1]], [[1.5]], [[2n ** 64n, 1n]], [[1, 1, -1]]])('refuses the run lengths %s', (runs) => {
    expect(() => decodeRunLengths(runs)).toThrow(DomainError);
  });

  it.each([
    ['another version', '01'],
    ['a zero byte at the end', '742c0500'],
    ['a varint without an end', '80ffffffffffffffffffff'],
    ['an empty run before others', '1040'],
  ])('refuses bytes with %s', (_name, hex) => {
    expect(() => decodeRlePlus(hexToBytes(hex))).toThrow(DomainError);
  });

  it('keeps the length of long runs exact', () => {
    expect(encodeRunLengths([2n ** 60n])).toEqual([2n ** 60n, 1]);
  });
});

describe('round trips', () => {
  const members = fc.uniqueArray(fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1)), { maxLength: 200 }).map((list) => list.sort((a, b) => a - b));

  it('any set survives both forms', () => {
    fc.assert(
      fc.property(members, (list) => {
        expect(bitfieldMembers(decodeRlePlus(encodeRlePlus(list)))).toEqual(list);
        expect(bitfieldMembers(decodeRunLengths(encodeRunLengths(list)))).toEqual(list);
      }),
    );
  });

  it('arbitrary bytes are a set or a DomainError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          decodeRlePlus(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
    );
  });
});
