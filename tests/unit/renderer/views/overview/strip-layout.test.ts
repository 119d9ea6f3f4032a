import { describe, expect, it } from 'vitest';
import { layOutStrip } from '../../../../../renderer/views/overview/strip-layout.ts';
import type { HeadState } from '../../../../../shared/ipc/schemas/chain.ts';

function headState(change: Partial<HeadState> = {}): HeadState {
  const strip = Array.from({ length: 60 }, (_, index) => {
    const height = 1000 + index;
    const isNullRound = height === 1050;
    return {
      height,
      timeMs: height * 30_000,
      isNullRound,
      key: isNullRound ? [] : [`cid${height}`],
      blocks: isNullRound
        ? []
        : Array.from({ length: height === 1055 ? 12 : 2 }, (_, block) => ({ cid: `${height}-${block}`, miner: `f0${block}`, winCount: 1 })),
    };
  });
  return { connectionId: 'a', connectionName: 'node', status: 'live', strip, reorgs: [], calls: {}, ...change };
}

describe('the layout of the strip', () => {
  it('shows as many of the newest epochs as the width holds, head at the right', () => {
    const wide = layOutStrip(headState(), 1208, new Set());
    expect(wide.columns).toHaveLength(40);
    expect(wide.columns.at(-1)).toMatchObject({ isHead: true, entry: { height: 1059 } });
    const narrow = layOutStrip(headState(), 300, new Set());
    expect(narrow.columns.map(({ entry }) => entry.height)).toEqual([1050, 1051, 1052, 1053, 1054, 1055, 1056, 1057, 1058, 1059]);
    expect(narrow.columns[0]).toMatchObject({ leftPx: 0, blocks: [], entry: { isNullRound: true } });
  });

  it('marks own blocks and counts what does not fit', () => {
    const { columns } = layOutStrip(headState(), 1208, new Set(['f01']));
    const tall = columns.find(({ entry }) => entry.height === 1055);
    expect(tall?.blocks).toHaveLength(9);
    expect(tall?.hiddenCount).toBe(3);
    expect(tall?.blocks.filter((block) => block.isOwn)).toHaveLength(1);
  });

  it('draws the edge of finality only where it lies on the strip', () => {
    expect(layOutStrip(headState(), 1208, new Set()).finalEdgePx).toBeUndefined();
    expect(layOutStrip(headState({ finalized: { height: 10, by: 'EC depth' } }), 1208, new Set()).finalEdgePx).toBeUndefined();
    const { finalEdgePx, columns } = layOutStrip(headState({ finalized: { height: 1056, by: 'node' } }), 1208, new Set());
    const next = columns.find(({ entry }) => entry.height === 1057);
    expect(finalEdgePx).toBeCloseTo(next?.leftPx ?? Number.NaN, -1);
  });

  it('puts the words of a reorg at its right where there is no room at its left', () => {
    const one = { seenAtMs: 1, depth: 1, reverted: [{ height: 1024, key: ['k'], blockCount: 1 }], applied: [] };
    const { reorgs, reorgWords } = layOutStrip(headState({ reorgs: [one] }), 1208, new Set());
    expect(reorgWords).toEqual({ xPx: (reorgs[0]?.centrePx ?? 0) + 18, anchor: 'start', markCount: 1 });
  });

  it('leaves the words of a reorg to its mark where both sides are too narrow', () => {
    const strip = headState().strip;
    const middle = strip.at(-9)?.height ?? 0;
    const one = { seenAtMs: 1, depth: 1, reverted: [{ height: middle, key: ['k'], blockCount: 1 }], applied: [] };
    const narrow = layOutStrip(headState({ reorgs: [one] }), 500, new Set());
    expect(narrow.reorgs).toHaveLength(1);
    expect(narrow.reorgWords).toBeUndefined();
  });

  it('hangs each reorg that it can show under its first reverted epoch, the newest first', () => {
    const gone = (height: number, seenAtMs: number) => ({
      seenAtMs,
      depth: 1,
      reverted: [{ height, key: ['x'], blockCount: 2 }],
      applied: [{ height, key: ['y'], blockCount: 3 }],
    });
    const { reorgs, reorgWords, columns } = layOutStrip(headState({ reorgs: [gone(1040, 1), gone(1045, 2), gone(5, 3)] }), 1208, new Set());
    const placeOf = (height: number) => columns.find(({ entry }) => entry.height === height)?.centrePx;
    expect(reorgs.map(({ centrePx }) => centrePx)).toEqual([placeOf(1045), placeOf(1040)]);
    expect(reorgs[0]?.isUnderHead).toBe(false);
    // Five columns apart the words stand left of both marks.
    expect(reorgWords).toEqual({ xPx: (placeOf(1040) ?? 0) - 18, anchor: 'end', markCount: 2 });
  });

  it('survives a strip that is empty', () => {
    expect(layOutStrip(headState({ strip: [] }), 1208, new Set())).toEqual({
      columns: [],
      finalEdgePx: undefined,
      reorgs: [],
      reorgWords: undefined,
    });
  });
});
