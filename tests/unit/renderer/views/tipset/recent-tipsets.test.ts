import { expect, test } from 'vitest';
import { tipsetRows } from '../../../../../renderer/views/tipset/RecentTipsets.tsx';
import type { HeadState } from '../../../../../shared/ipc/schemas/chain.ts';

const block = (cid: string) => ({ cid, miner: 'f01000', winCount: 1 });
const at = (height: number, ...cids: string[]): HeadState['strip'][number] => ({
  height,
  timeMs: height * 1000,
  isNullRound: cids.length === 0,
  key: cids,
  blocks: cids.map(block),
});

test('newest first, null rounds and final ones told, what was reverted below what took its place', () => {
  const rows = tipsetRows({
    strip: [at(1, 'a'), at(2), at(3, 'c', 'd')],
    reorgs: [
      {
        seenAtMs: 0,
        depth: 1,
        reverted: [{ height: 3, key: ['c'], blockCount: 1 }],
        applied: [{ height: 3, key: ['c', 'd'], blockCount: 2 }],
      },
      // Long gone.
      { seenAtMs: 0, depth: 1, reverted: [{ height: 0, key: ['z'], blockCount: 4 }], applied: [] },
    ],
    finalized: { height: 1, by: 'node' },
  });
  expect(rows.map(({ entry, state, blockCount }) => [entry.height, entry.key.join(), state, blockCount])).toEqual([
    [3, 'c,d', 'not final', 2],
    [3, 'c', 'reverted', 1],
    [2, '', 'null round', 0],
    [1, 'a', 'final', 1],
  ]);
});

test('what was reverted and came back is on the chain, once', () => {
  const rows = tipsetRows({
    strip: [at(3, 'c')],
    reorgs: [{ seenAtMs: 0, depth: 1, reverted: [{ height: 3, key: ['c'], blockCount: 1 }], applied: [] }],
  });
  expect(rows.map(({ state }) => state)).toEqual(['not final']);
});
