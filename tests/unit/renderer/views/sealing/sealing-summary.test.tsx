import { afterEach, expect, it } from 'vitest';
import { SealingSummary } from '../../../../../renderer/views/sealing/SealingSummary.tsx';
import { timeSector } from '../../../../../renderer/views/sealing/sealing-lanes.ts';
import type { SealingBoard, SealingGroup } from '../../../../../shared/ipc/schemas/sealing.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => drawn?.unmount());

async function legend(source: SealingBoard['source'], ...groups: SealingGroup[]): Promise<readonly (string | null)[]> {
  const board: SealingBoard = {
    status: 'live',
    source,
    miner: 'f01000',
    pastMs: {},
    wholeMs: [],
    leftOut: 0,
    gaps: [],
    sectors: [],
    calls: [],
  };
  const sector = { number: 5, state: 'any', isOnChain: true, isActive: false, deals: [], isUpgrade: false };
  const timed = groups.map((group) => timeSector({ ...sector, group }, {}, 0));
  drawn = await render(<SealingSummary board={board} sectors={timed} />);
  const entries = [...drawn.container.querySelectorAll('li')].map(({ textContent }) => textContent);
  await drawn.unmount();
  return entries;
}

it('has failed sectors in the bar of the pipeline, but none that are merely faulty on chain', async () => {
  expect(await legend('miner-api', 'commit', 'failed')).toEqual(['Commit 1', 'Failed 1']);
  expect(await legend('chain', 'commit', 'failed', 'proving')).toEqual(['Commit 1']);
  expect(await legend('chain', 'failed', 'proving')).toEqual([]);
});
