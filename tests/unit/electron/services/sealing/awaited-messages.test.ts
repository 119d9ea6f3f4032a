import { expect, it } from 'vitest';
import { PinnedNode } from '../../../../../electron/services/pinned/pinned-node.ts';
import { AwaitedMessages } from '../../../../../electron/services/sealing/awaited-messages.ts';
import { cidOfDagCbor } from '../../../../../shared/domain/encoding/cid.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';

const REF = { height: 100, key: [cidOfDagCbor(new Uint8Array([1]))], timeMs: 0 };

it('looks for every message in turn where there are more than one round looks up', async () => {
  const awaited = Array.from({ length: 15 }, (_, index) => ({
    purpose: 'commit' as const,
    cid: cidOfDagCbor(new Uint8Array([2, index])),
    sinceEpoch: 90,
  }));
  const { active, asked } = scriptedConnection({ StateSearchMsg: null });
  const messages = new AwaitedMessages();
  const look = () => messages.lookUpAll(new PinnedNode(active.client, REF, 'test'), 'v1', undefined, awaited);
  const searched = () => asked.filter(({ method }) => method === 'StateSearchMsg').length;
  const first = await look();
  expect(searched()).toBe(6);
  expect([...first.values()].filter(({ status }) => status === 'waiting')).toHaveLength(6);
  await look();
  const third = await look();
  expect(searched()).toBe(18);
  expect([...third.keys()]).toEqual(awaited.map(({ cid }) => cid));
  expect([...third.values()].every(({ status }) => status === 'waiting')).toBe(true);
});
