import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { DeadlinePane } from '../../../../../renderer/views/miner/DeadlinePane.tsx';
import { SectorPane } from '../../../../../renderer/views/miner/SectorPane.tsx';
import type { ConnectionsState } from '../../../../../shared/ipc/schemas/connections.ts';
import type { Miner } from '../../../../../shared/ipc/schemas/providers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

const PINNED = { height: 100, key: ['bafy2bzacea'], timeMs: 0 };
const MINER = {
  address: 'f01000',
  pinned: PINNED,
  isOwn: true,
  info: { error: { code: 'endpoint-timeout', message: 'no answer', retryable: true } },
} as unknown as Miner;
const CONNECTED = new ManualTopic({ activeId: 'a', revision: 1, capabilities: {} } as unknown as ConnectionsState);
const SECTORS = { progress: undefined, isBusy: false, error: undefined, start: () => undefined, stop: () => undefined };
const RECORD = {
  ...{ number: 7, sealProof: '8', sealedCid: 'bagboea4b5abcamkl', dealIds: [], dealCount: 0 },
  ...{ activation: 1, activationTimeMs: 0, expiration: 900, expirationTimeMs: 1 },
  ...{ dealWeight: '0', verifiedDealWeight: '0', isFullByRule: false, initialPledge: '1' },
};
const COMPARISON = 'Fault fee per day: 7.02 days of income';
const DAYS = [
  [7.02, true],
  [3.51, false],
  [undefined, false],
] as const;

async function textOf(node: Parameters<typeof render>[0], miners: unknown, shown: string): Promise<string> {
  const drawn = await render(node, clientWith({ miners: miners as never, connections: { changed: CONNECTED } }));
  rendered = drawn;
  await eventually(async () => {
    await act(async () => undefined);
    return drawn.container.textContent?.includes(shown);
  }, shown);
  return drawn.container.textContent ?? '';
}

test.each(DAYS)('a deadline compares what a faulty day costs with %s days of income', async (incomeDays, isSaid) => {
  const stake = {
    value: {
      isEstimate: false,
      liveQualityAdjusted: '1000',
      faultyQualityAdjusted: '0',
      faultFeeIfMissed: '5',
      faultFeeNow: '0',
      ...(incomeDays === undefined ? {} : { incomeDays }),
    },
    calls: [],
  };
  const deadline = {
    ...{ pinned: PINNED, index: 3, isOpen: false, openEpoch: 200, openTimeMs: 1, closeEpoch: 260, closeTimeMs: 2 },
    ...{ challengeEpoch: 180, cutoffEpoch: 130, cutoffTimeMs: 0, partitionCount: 0, partitions: [], stake, calls: [] },
  };
  const pane = (
    <DeadlinePane where={{ address: 'f01000' }} index={3} miner={MINER} sectors={SECTORS} go={() => undefined} onClose={() => undefined} />
  );
  const text = await textOf(pane, { getDeadline: async () => deadline }, '3.51 days of the epoch reward');
  expect(text.includes(COMPARISON)).toBe(isSaid);
});

test.each(DAYS)('a sector compares what a faulty day costs with %s days of income', async (incomeDays, isSaid) => {
  const termination = { value: { fee: '9', faultFeeADay: '5', ...(incomeDays === undefined ? {} : { incomeDays }) }, calls: [] };
  const record = { value: RECORD, calls: [] };
  const pane = <SectorPane where={{ address: 'f01000' }} number={7} go={() => undefined} onClose={() => undefined} />;
  const text = await textOf(pane, { getSector: async () => ({ pinned: PINNED, record, termination }) }, 'Termination fee');
  expect(text.includes(COMPARISON)).toBe(isSaid);
});
