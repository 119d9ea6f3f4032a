import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { LastBlockText } from '../../../../../renderer/views/miner/LastBlockText.tsx';
import type { LastBlock } from '../../../../../shared/ipc/schemas/block-reward.ts';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

const CONNECTED = new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState);
const CID = 'bafy2bzacedo7hjsumaajt6sbor42qycvjyk6goqe4oi4o4ddsjxkdeqrqf42c';
const PARTS = { minted: '17710200000000000001', miner: '16500217833169741171', explicit: '1209982166830258829', burned: '1' };

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

async function textOf(answer: LastBlock, wanted: string): Promise<string> {
  const getLastBlock = async () => answer;
  const drawn = await render(
    <LastBlockText address="f01000" />,
    clientWith({ miners: { getLastBlock }, connections: { changed: CONNECTED } }),
  );
  rendered = drawn;
  await eventually(async () => {
    await act(async () => undefined);
    return drawn.container.textContent?.includes(wanted);
  }, wanted);
  return drawn.container.textContent ?? '';
}

function blockWith(reward: NonNullable<LastBlock['block']>['reward']): LastBlock {
  return { sinceEpoch: 6_566_600, block: { cid: CID, height: 6_566_640, timeMs: 0, winCount: 3, reward } };
}

test('a block of network version 29 is shown by its parts, with their source', async () => {
  const text = await textOf(blockWith({ value: { ...PARTS, way: 'node', isExact: true }, calls: [] }), '6,566,640');
  expect(text).toContain('16.5002');
  expect(text).toContain('miner’s part of 17.7102');
  expect(text).toContain('recipients 1.2099');
  expect(text).toContain('reported by the node');
  expect(rendered?.container.querySelector('a')?.getAttribute('href')).toBe(`/tipsets/block/${CID}`);
});

test('where the miner keeps all of it there are no parts to tell', async () => {
  const value = { ...PARTS, miner: PARTS.minted, explicit: '0', burned: '0', way: 'node' as const, isExact: true };
  const text = await textOf(blockWith({ value, calls: [] }), '17.7102');
  expect(text).toContain('block reward; reported by the node');
  expect(text).not.toContain('recipients');
});

test('before version 29 the whole block reward is the miner’s', async () => {
  const value = { ...PARTS, miner: PARTS.minted, explicit: '0', burned: '0', way: 'whole' as const, isExact: true };
  const text = await textOf(blockWith({ value, calls: [] }), '17.7102');
  expect(text).not.toContain('miner’s part');
});

test('a block without a readable reward says why, and no block says since when', async () => {
  const error = { code: 'not-found', message: 'no streams', retryable: true };
  expect(await textOf(blockWith({ error }), 'no streams')).toContain('reward unknown');
  await rendered?.unmount();
  expect(await textOf({ sinceEpoch: 6_566_600 }, 'none')).toBe('none since epoch 6,566,600');
});
