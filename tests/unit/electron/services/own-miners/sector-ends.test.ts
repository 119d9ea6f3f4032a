import { expect, it } from 'vitest';
import { readSectorEnds } from '../../../../../electron/services/own-miners/sector-ends.ts';
import type { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { bitfieldOf } from '../../../../../shared/domain/encoding/bitfield.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';

const SOON = 10_000 + 30 * 2880;
/** 3,000 sectors of a deadline, of which every third ends within 30 days. */
const MEMBERS = bitfieldOf(Array.from({ length: 3000 }, (_, index) => index));

function node(asked: string[], refuses: string | undefined = undefined): PinnedNode {
  return {
    ref: { height: 10_000 },
    read: async (method: string, params: (key: unknown) => readonly unknown[], schema: { parse(value: unknown): unknown }) => {
      asked.push(method);
      if (method === refuses) throw new SextantError('method-not-served', 'no');
      const [, second] = params([]);
      const call = { id: asked.length, method };
      if (method === 'StateMinerPartitions') return { value: [{ LiveSectors: second === 7 ? MEMBERS : bitfieldOf([]) }], call };
      return {
        value: schema.parse(Array.from({ length: 3000 }, (_, index) => ({ Expiration: SOON + (index % 3 === 0 ? -index : 1) }))),
        call,
      };
    },
  } as unknown as PinnedNode;
}

const read = (live: number, asked: string[] = [], refuses?: string) =>
  readSectorEnds(node(asked, refuses), { address: 'f01', live, deadlineCount: 48, timeMsOf: (epoch) => epoch }, (answer) => answer);

it('looks through the sectors of a large miner by deadline', async () => {
  const asked: string[] = [];
  expect(await read(3000, asked)).toEqual({ count: 1000, firstEpoch: SOON - 2997, firstTimeMs: SOON - 2997 });
  expect(asked.filter((method) => method === 'StateMinerPartitions')).toHaveLength(48);
  expect(asked.filter((method) => method === 'StateMinerSectors')).toHaveLength(1);
});

it('asks for one list of a small one, and says nothing of what it has not read', async () => {
  const asked: string[] = [];
  expect((await read(1000, asked))?.count).toBe(1000);
  expect(asked).toEqual(['StateMinerActiveSectors']);
  expect(await read(0)).toEqual({ count: 0 });
  expect(await read(100_001)).toBeUndefined();
  expect(await read(3000, [], 'StateMinerSectors')).toBeUndefined();
  expect(await read(3000, [], 'StateMinerPartitions')).toBeUndefined();
});
