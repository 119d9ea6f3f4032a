import { describe, expect, it } from 'vitest';
import { deadlinePartitions } from '../../../../../shared/domain/actors/miner-collections.ts';
import { type MinerDeadline, minerDeadline, minerDeadlines } from '../../../../../shared/domain/actors/miner-deadline.ts';
import type { MinerPartition } from '../../../../../shared/domain/actors/miner-partition.ts';
import { NO_POWER } from '../../../../../shared/domain/actors/miner-power.ts';
import { attoFil } from '../../../../../shared/domain/amounts/amount.ts';
import { type Bitfield, bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';
import { cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { Amt } from '../../../../../shared/domain/ipld/amt.ts';
import { encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import type { StateMiner } from '../../../../../shared/domain/state/miner.ts';
import { readDeadlines, readPartitions } from '../../../../../shared/domain/state/miner-partitions.ts';
import { MemoryBlocks } from '../../../../builders/memory-blocks.ts';

const blocks = new MemoryBlocks();
const nothing = bitfieldOf([]);
const block = cidOfDagCbor(Uint8Array.of(0x80));

function partition(sectors: Bitfield): MinerPartition<'v16'> {
  return {
    sectors,
    unproven: nothing,
    faults: nothing,
    recoveries: nothing,
    terminated: nothing,
    expirationsEpochs: block,
    earlyTerminated: block,
    livePower: NO_POWER,
    unprovenPower: NO_POWER,
    faultyPower: NO_POWER,
    recoveringPower: NO_POWER,
  };
}

const emptyDeadline: MinerDeadline<'v16'> = {
  partitions: block,
  expirationsEpochs: block,
  partitionsPosted: nothing,
  earlyTerminations: nothing,
  liveSectors: 0,
  totalSectors: 0,
  faultyPower: NO_POWER,
  optimisticPostSubmissions: block,
  sectorsSnapshot: block,
  partitionsSnapshot: block,
  optimisticPostSubmissionsSnapshot: block,
  livePower: NO_POWER,
  dailyFee: attoFil(0n),
};

/** What is read of so many deadlines that all have these partitions. */
function read(partitions: readonly MinerPartition<'v16'>[], deadlineCount = 1) {
  const amt = Amt.from(deadlinePartitions.v16, partitions.entries());
  const deadline = { partitions: amt.flush(blocks.put), partitionsPosted: bitfieldOf([1]) } as MinerDeadline;
  return blocks.run(readPartitions({ layout: 'v16' } as StateMiner, Array(deadlineCount).fill(deadline)));
}

describe('the partitions of a deadline', () => {
  it('are read where each has sectors of its own', () => {
    const found = read(Array.from({ length: 20 }, (_, index) => partition(bitfieldOf([index]))));
    expect(found.map(({ live }) => live)).toEqual(Array.from({ length: 20 }, (_, index) => bitfieldOf([index])));
    expect(found.filter(({ isPosted }) => isPosted).map((one) => one.partition)).toEqual([1]);
  });

  it('are refused where one block stands for many of them', () => {
    const alike = Array.from({ length: 16 }, (_, index) => partition(bitfieldOf([index % 8])));
    expect(() => read(alike)).toThrow('deadline 0 has the same sectors in several partitions');
  });

  it('are refused where all deadlines together have more runs of sectors than fit into memory', () => {
    const ranges = Array.from({ length: 60_000 }, (_, index) => ({ start: BigInt(2 * index), end: BigInt(2 * index + 1) }));
    const scattered = [partition({ ranges, count: BigInt(ranges.length) })];
    expect(read(scattered, 33)).toHaveLength(33);
    expect(() => read(scattered, 34)).toThrow('more than 2000000 runs of sector numbers');
  });

  it('are refused where a block names more of them as proven than there can be, and all places name this block', () => {
    const ranges = Array.from({ length: 3001 }, (_, index) => ({ start: BigInt(2 * index), end: BigInt(2 * index + 1) }));
    const many = { ranges, count: BigInt(ranges.length) };
    const few = { ranges: ranges.slice(1), count: 3000n };
    const readAll = (sets: Partial<MinerDeadline<'v16'>>) => {
      const deadline = blocks.put(encodeBlock(minerDeadline.v16, { ...emptyDeadline, ...sets }));
      const deadlines = blocks.put(encodeBlock(minerDeadlines, { due: Array(48).fill(deadline) }));
      return blocks.run(readDeadlines({ layout: 'v16', state: { deadlines } } as StateMiner));
    };
    expect(readAll({ partitionsPosted: few, earlyTerminations: few })).toHaveLength(48);
    expect(() => readAll({ partitionsPosted: many })).toThrow('deadline 0 has 3001 partitions; the maximum is 3000');
    expect(() => readAll({ earlyTerminations: many })).toThrow('deadline 0 has 3001 partitions; the maximum is 3000');
  });

  it('are refused where there are more than a miner can have', () => {
    const many = Array.from({ length: 3001 }, (_, index) => partition(bitfieldOf([index])));
    expect(() => read(many)).toThrow('deadline 0 has 3001 partitions');
    expect(read(many.slice(1))).toHaveLength(3000);
  });
});
