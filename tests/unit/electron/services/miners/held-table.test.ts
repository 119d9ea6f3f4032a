import { describe, expect, it } from 'vitest';
import {
  adoptChunk,
  adoptView,
  type HeldTable,
  MAX_SECTORS,
  type SectorsView,
} from '../../../../../electron/services/miners/held-table.ts';
import { SECTORS_A_CALL, sectorBatches } from '../../../../../electron/services/miners/sector-batches.ts';
import { SectorChunk } from '../../../../../electron/services/miners/sector-chunk.ts';
import { SectorTable } from '../../../../../electron/services/miners/sector-table.ts';
import { bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';

interface Stated {
  readonly deadline: number;
  readonly sectors: readonly number[];
  readonly version: string | undefined;
}

function viewOf(states: readonly Stated[], sectorsRoot: string | undefined): SectorsView {
  const versions: (string | undefined)[] = [];
  for (const { deadline, version } of states) versions[deadline] = version;
  return {
    ref: { height: 1, key: ['bafy2bzacea'], timeMs: 0 },
    sectorsRoot,
    deadlines: {
      versions,
      partitions: states.map(({ deadline, sectors }) => {
        const all = bitfieldOf(sectors);
        return { deadline, partition: 0, all, live: all, active: all, faulty: bitfieldOf([]), recovering: bitfieldOf([]) };
      }),
    } as unknown as SectorsView['deadlines'],
  };
}

function heldWith(states: readonly Stated[], root: string | undefined): HeldTable {
  const held = { table: new SectorTable(), chunks: new Map(), view: viewOf(states, root), total: 0, leftOut: 0 } as unknown as HeldTable;
  for (const one of adoptView(held).wanted) adoptChunk(held, new SectorChunk(one.index, Number(one.members.count)), one);
  return held;
}

const before: readonly Stated[] = [
  { deadline: 0, sectors: [1, 2], version: 'a' },
  { deadline: 1, sectors: [3], version: 'b' },
];

function readAgain(states: readonly Stated[], root: string | undefined, held = heldWith(before, 'root')): number[] {
  held.view = viewOf(states, root);
  return adoptView(held).wanted.map(({ index }) => index);
}

describe('what is read again', () => {
  it('is nothing while the records are the same block, whatever was proven', () => {
    expect(readAgain(before, 'root')).toEqual([]);
    expect(readAgain([{ deadline: 0, sectors: [1, 2], version: 'proven' }, ...before.slice(1)], 'root')).toEqual([]);
    // Another record, of a deadline that did not change: it is of another one.
    expect(readAgain(before, 'other')).toEqual([]);
  });

  it('is a deadline that changed together with the records, or that has other sectors', () => {
    const extended: readonly Stated[] = [before[0] ?? expect.fail(), { deadline: 1, sectors: [3], version: 'extended' }];
    expect(readAgain(extended, 'other')).toEqual([1]);
    expect(readAgain([{ deadline: 0, sectors: [1, 2, 9], version: 'c' }, ...before.slice(1)], 'root')).toEqual([0]);
  });

  it('is told by the sectors alone where the endpoint does not tell more', () => {
    const unknown = before.map((state) => ({ ...state, version: undefined }));
    const held = heldWith(unknown, undefined);
    expect(readAgain(unknown, undefined, held)).toEqual([]);
    expect(readAgain([{ deadline: 0, sectors: [1], version: undefined }, ...unknown.slice(1)], undefined, held)).toEqual([0]);
  });

  it('leaves out what is more than a table holds, and forgets a deadline without sectors', () => {
    const held = heldWith(before, 'root');
    held.view = viewOf(before.slice(0, 1), 'root');
    expect(adoptView(held)).toMatchObject({ wanted: [], hasChanged: true });
    expect([...held.chunks.keys()]).toEqual([0]);
    const huge = { ...viewOf(before, 'root') };
    const end = BigInt(MAX_SECTORS) + 5n;
    const all = { ranges: [{ start: 0n, end }], count: end };
    held.view = {
      ...huge,
      deadlines: { ...huge.deadlines, partitions: [{ ...(huge.deadlines.partitions[0] ?? expect.fail()), deadline: 5, all }] },
    };
    expect(adoptView(held).wanted).toEqual([]);
    expect(held.leftOut).toBe(MAX_SECTORS + 5);
  });
});

it('a call asks for sectors of several deadlines, and for a part of one that has more than a call brings', () => {
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
  const wanted = [3, SECTORS_A_CALL + 10, 2].map((count, index) => ({
    index,
    members: bitfieldOf(numbers(index * 100_000, count)),
    partitions: [],
  }));
  const batches = sectorBatches(wanted);
  expect(batches.map((batch) => batch.map(({ index, numbers: part }) => [index, part.length]))).toEqual([
    [
      [0, 3],
      [1, SECTORS_A_CALL - 3],
    ],
    [
      [1, 13],
      [2, 2],
    ],
  ]);
  expect(batches.flat().flatMap(({ numbers: part }) => part)).toHaveLength(SECTORS_A_CALL + 15);
});
