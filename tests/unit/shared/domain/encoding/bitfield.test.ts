import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../../../shared/domain/domain-error.ts';
import {
  type Bitfield,
  bitfieldMembers,
  bitfieldOf,
  decodeRlePlus,
  decodeRunLengths,
  encodeRlePlus,
  encodeRunLengths,
  isInBitfield,
} from '../../../../../shared/domain/encoding/bitfield.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../../../../../shared/domain/encoding/bytes.ts';
import { checked } from '../../../../builders/checked.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';

type SetName = 'all' | 'faulty' | 'recovering' | 'terminated';
interface RecordedPartition {
  rlePlus: Record<SetName, string>;
  lotus: Record<'AllSectors' | 'FaultySectors' | 'RecoveringSectors' | 'LiveSectors' | 'ActiveSectors', (number | bigint)[]>;
  counts: Record<SetName | 'live' | 'active', number>;
  firstSectors: number[];
  faultySectors: number[];
}

const refusal: unknown = expect.objectContaining({ code: 'bitfield' });

describe('partitions of mainnet miners', () => {
  const partitions = readSharedJson<{ partitions?: RecordedPartition[] }[]>('miners/mainnet-2020.json.gz').flatMap(
    (miner) => miner.partitions ?? [],
  );

  it('bytes and run lengths stand for the same sets, and each is written again as it was', () => {
    let sets = 0;
    for (const { rlePlus, lotus } of partitions) {
      for (const [bytes, runs] of [
        [rlePlus.all, lotus.AllSectors],
        [rlePlus.faulty, lotus.FaultySectors],
        [rlePlus.recovering, lotus.RecoveringSectors],
        [rlePlus.terminated, undefined],
      ] as const) {
        const onChain = decodeRlePlus(base64ToBytes(bytes));
        expect(bytesToBase64(encodeRlePlus(onChain))).toBe(bytes);
        expect(bitfieldOf(bitfieldMembers(onChain))).toEqual(onChain);
        if (runs !== undefined) {
          expect(onChain).toEqual(decodeRunLengths(runs));
          expect(encodeRunLengths(onChain)).toEqual(runs);
        }
        sets += 1;
      }
    }
    checked(partitions.length, 83, 'partitions of mainnet');
    checked(sets, 332, 'bitfields as on chain');
  });

  it('have the counts and the members that were read from the state', () => {
    let members = 0n;
    for (const { rlePlus, lotus, counts, firstSectors, faultySectors } of partitions) {
      const all = decodeRlePlus(base64ToBytes(rlePlus.all));
      const faulty = decodeRlePlus(base64ToBytes(rlePlus.faulty));
      expect(all.count).toBe(BigInt(counts.all));
      expect(faulty.count).toBe(BigInt(counts.faulty));
      expect(decodeRlePlus(base64ToBytes(rlePlus.recovering)).count).toBe(BigInt(counts.recovering));
      expect(decodeRlePlus(base64ToBytes(rlePlus.terminated)).count).toBe(BigInt(counts.terminated));
      expect(decodeRunLengths(lotus.LiveSectors).count).toBe(BigInt(counts.live));
      expect(decodeRunLengths(lotus.ActiveSectors).count).toBe(BigInt(counts.active));
      expect(bitfieldMembers(all, firstSectors.length)).toEqual(firstSectors);
      expect(bitfieldMembers(faulty, faultySectors.length)).toEqual(faultySectors);
      members += all.count;
    }
    checked(Number(members), 165_370, 'sectors in partitions');
  });
});

describe('partitions of the genesis miners', () => {
  it('are read and written as the node writes them', () => {
    const { miners } = readSharedJson<{
      miners: Record<
        string,
        {
          sectorCount: number;
          StateMinerDeadlines: { PostSubmissions: number[] }[];
          StateMinerPartitions: Record<string, (number | bigint)[]>[][];
        }
      >;
    }>('miners/genesis-mainnet.json.gz');
    let sets = 0;
    for (const miner of Object.values(miners)) {
      let sectors = 0n;
      const partitions = miner.StateMinerPartitions.flat();
      for (const runs of [
        ...miner.StateMinerDeadlines.map(({ PostSubmissions }) => PostSubmissions),
        ...partitions.flatMap((sets) => Object.values(sets)),
      ]) {
        const set = decodeRunLengths(runs);
        expect(encodeRunLengths(set)).toEqual(runs);
        expect(decodeRlePlus(encodeRlePlus(set))).toEqual(set);
        sets += 1;
      }
      for (const { AllSectors } of partitions) sectors += decodeRunLengths(AllSectors ?? []).count;
      expect(sectors).toBe(BigInt(miner.sectorCount));
    }
    checked(sets, 159, 'bitfields of genesis miners');
  });
});

describe('forms worked out by hand from the rules of RLE+', () => {
  it.each([
    [[0, 1, 2, 8, 9], '742c05', [0, 3, 5, 2]],
    [[100], '802c', [100, 1]],
    [Array.from({ length: 300 }, (_, index) => index + 5), 'b06015', [5, 300]],
    [[], '', [0]],
  ])('%j', (members, hex, runs) => {
    expect(bytesToHex(encodeRlePlus(bitfieldOf(members)))).toBe(hex);
    expect(encodeRunLengths(bitfieldOf(members))).toEqual(runs);
    expect(bitfieldMembers(decodeRlePlus(hexToBytes(hex)))).toEqual(members);
    expect(bitfieldMembers(decodeRunLengths(runs))).toEqual(members);
  });

  it('reads runs that are longer than needed and writes them short', () => {
    // 00 version 0, 1 ones first, 01 a short run, 1000 of length 1; the shortest form is 00, 1, 1
    const set = decodeRlePlus(hexToBytes('34'));
    expect(bitfieldMembers(set)).toEqual([0]);
    expect(bytesToHex(encodeRlePlus(set))).toBe('0c');
  });
});

describe('hostile sets', () => {
  it('has its members and no others', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(numbers, (members) => {
        const set = bitfieldOf(members);
        const found = Array.from({ length: 64 }, (_, number) => number).filter((number) => isInBitfield(set, number));
        expect(found).toEqual(bitfieldMembers(set));
      }),
    );
  });

  it('counts a run of nearly 2^63 without listing it', () => {
    const set = decodeRunLengths([1n, 2n ** 63n - 2n]);
    expect(set.count).toBe(2n ** 63n - 2n);
    expect(isInBitfield(set, 2n ** 62n)).toBe(true);
    expect(isInBitfield(set, 0)).toBe(false);
    expect(bitfieldMembers(set, 3)).toEqual([1, 2, 3]);
  });

  it.each([[[1, 0, 1]], [[-1]], [[1.5]], [[2n ** 64n, 1n]], [[0n, 2n ** 64n]], [[1, 1, -1]]])('refuses the run lengths %s', (runs) => {
    expect(() => decodeRunLengths(runs)).toThrow(refusal);
  });

  it.each([[[-1]], [[1.5]], [[2n ** 64n]], [[2n ** 64n - 1n]]])('refuses the members %s', (members) => {
    expect(() => bitfieldOf(members)).toThrow(refusal);
  });

  it.each([
    ['another version', '01'],
    ['a zero byte at the end', '742c0500'],
    ['a varint without an end', '80ffffffffffffffffffff'],
    ['a varint that ends in a zero byte', '041020'],
    ['an empty run before others', '1040'],
    ['more than 32 KiB', 'ff'.repeat(32_769)],
  ])('refuses bytes with %s', (_name, hex) => {
    expect(() => decodeRlePlus(hexToBytes(hex))).toThrow(refusal);
  });

  it('refuses to write more than 32 KiB', () => {
    const members = Array.from({ length: 40_000 }, (_, index) => index * 1000);
    expect(() => encodeRlePlus(bitfieldOf(members))).toThrow(refusal);
  });

  it('lists no member that would not be exact', () => {
    const set = decodeRunLengths([2n ** 53n - 1n, 2]);
    expect(bitfieldMembers(set, 1)).toEqual([Number.MAX_SAFE_INTEGER]);
    expect(() => bitfieldMembers(set)).toThrow(refusal);
  });

  it('keeps the length of long runs exact', () => {
    expect(encodeRunLengths(bitfieldOf([2n ** 60n]))).toEqual([2n ** 60n, 1]);
  });
});

describe('round trips', () => {
  const members = fc.uniqueArray(fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1)), { maxLength: 200 }).map((list) => list.sort((a, b) => a - b));
  const run = fc.oneof(fc.bigInt(1n, 20n), fc.bigInt(1n, 2n ** 32n), fc.bigInt(2n ** 52n, 2n ** 58n));
  const set: fc.Arbitrary<Bitfield> = fc
    .tuple(fc.bigInt(0n, 2n ** 62n), fc.array(fc.tuple(run, run), { maxLength: 20 }), fc.option(fc.bigInt(2n ** 62n, 2n ** 63n - 1n)))
    .map(([first, pairs, last]) => decodeRunLengths([first, ...pairs.flat(), ...(last === null ? [] : [last])]));

  it('any set of numbers survives both forms', () => {
    fc.assert(
      fc.property(members, (list) => {
        expect(bitfieldMembers(decodeRlePlus(encodeRlePlus(bitfieldOf(list))))).toEqual(list);
        expect(bitfieldMembers(decodeRunLengths(encodeRunLengths(bitfieldOf(list))))).toEqual(list);
      }),
    );
  });

  it('any pattern of runs survives both forms, also with lengths near 2^63', () => {
    fc.assert(
      fc.property(set, (sample) => {
        const bytes = encodeRlePlus(sample);
        expect(decodeRlePlus(bytes)).toEqual(sample);
        expect(encodeRlePlus(decodeRlePlus(bytes))).toEqual(bytes);
        expect(decodeRunLengths(encodeRunLengths(sample))).toEqual(sample);
      }),
      { numRuns: 1000 },
    );
  });

  it('arbitrary bytes are refused, or a set that is written in as many bytes at most and read again as the same', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          const sample = decodeRlePlus(bytes);
          expect(encodeRlePlus(sample).length).toBeLessThanOrEqual(bytes.length);
          expect(decodeRlePlus(encodeRlePlus(sample))).toEqual(sample);
          read += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(DomainError);
        }
      }),
      { numRuns: 2000 },
    );
    expect(read).toBeGreaterThan(20);
  });
});
