import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { readMinerRoute } from '../../../../../renderer/views/miner/miner-route.ts';
import { NodeAnswers } from '../../../../../renderer/views/miner/NodeAnswers.tsx';
import type { PanelError } from '../../../../../shared/ipc/schemas/common.ts';
import type { OwnMinersKnown } from '../../../../../shared/ipc/schemas/own-miners.ts';
import type { Miner } from '../../../../../shared/ipc/schemas/providers.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

function failure(code: string, method: string): { error: PanelError } {
  return { error: { code, message: `why ${method}`, retryable: false, details: { method } } };
}

const MINER: Miner = {
  address: 'f01000',
  pinned: { height: 1, key: ['bafy2bzacea'], timeMs: 0 },
  isOwn: false,
  power: failure('endpoint-timeout', 'StateMinerPower'),
  info: failure('endpoint-timeout', 'StateMinerInfo'),
  balance: failure('method-not-served', 'StateReadState'),
  deadlines: failure('method-not-served', 'StateMinerPartitions'),
  sectors: { value: { live: 3, active: 3, faulty: 0 }, calls: [] },
  market: failure('method-not-served', 'StateMarketBalance'),
};

test('what is known of now stays out of an epoch in the past: how long keys can pay, what faults cost', async () => {
  const role = { role: 'Worker', address: 'f0100', balance: '5000000000000000000' };
  const runway = { spentADay: '1000000000000000000', daysLeft: 5, seenDays: 3 };
  const own = { address: 'f01000', standing: { keys: [{ role: 'Worker', address: 'f0100', runway }] } };
  const changed = new ManualTopic({ known: { miners: { value: [own], calls: [] }, epochReward: '1' } } as unknown as OwnMinersKnown);
  const miner: Miner = {
    ...MINER,
    isOwn: true,
    info: { value: { sectorSize: 2048, roles: [role], hasPendingWorkerChange: false }, calls: [] },
  };
  for (const at of [undefined, 1]) {
    rendered = await render(
      <NodeAnswers
        miner={miner}
        at={at}
        shown={readMinerRoute('')}
        go={() => undefined}
        sectors={{ progress: undefined, isBusy: false, error: undefined, start: () => undefined, stop: () => undefined }}
        onRetry={() => undefined}
        onReadFromState={() => undefined}
      />,
      clientWith({ ownMiners: { changed } }),
    );
    expect(rendered.container.textContent?.includes('Gas lasts')).toBe(at === undefined);
    expect(rendered.container.textContent?.includes('5 d')).toBe(at === undefined);
    await rendered.unmount();
  }
  rendered = undefined;
});

test.each([
  ['50000000000000000000', false, 1],
  ['25000000000000000000', true, 0],
])('the fee of a faulty deadline is compared with the income by a miner’s part of %s attoFIL', async (minerPart, isCompared, priced) => {
  // Where the power of its own sectors was read, a fee follows from it, else from the average of the miner; the power of the network is
  // that of the page, as in the pane of a deadline.
  const own = {
    ...{ address: 'f01000', rawBytes: '9000', qualityAdjusted: '9000', networkQualityAdjusted: '18000' },
    standing: { sectorSize: 1000, keys: [], faulty: [{ index: priced, faulty: 3, qualityAdjusted: '9000' }] },
  };
  const known = { miners: { value: [own], calls: [] }, epochReward: '50000000000000000000', minerPart };
  const deadline = { live: 3, faulty: 3, recovering: 0, partitions: 1, duePartitions: 0, provenPartitions: 0 };
  const times = { openEpoch: 100, closeEpoch: 160, openTimeMs: 0, closeTimeMs: 1, cutoffTimeMs: 0 };
  const deadlines = [0, 1].map((index) => ({ index, ...deadline, ...times }));
  const power = {
    rawBytes: '1000',
    qualityAdjusted: '1000',
    networkRawBytes: '9000',
    networkQualityAdjusted: '9000',
    hasMinimumPower: true,
  };
  const miner = {
    ...MINER,
    isOwn: true,
    power: { value: power, calls: [] },
    deadlines: { value: { deadlines, currentIndex: 0 }, calls: [] },
  } as unknown as Miner;
  rendered = await render(
    <NodeAnswers
      miner={miner}
      at={undefined}
      shown={readMinerRoute('')}
      go={() => undefined}
      sectors={{ progress: undefined, isBusy: false, error: undefined, start: () => undefined, stop: () => undefined }}
      onRetry={() => undefined}
      onReadFromState={() => undefined}
    />,
    clientWith({ ownMiners: { changed: new ManualTopic({ known } as unknown as OwnMinersKnown) } }),
  );
  const titles = [...rendered.container.querySelectorAll('span[title]')].map((span) => span.getAttribute('title') ?? '');
  const rule = titles.filter((title) => title.includes('3.51 days of the epoch reward'));
  expect(rule.length).toBeGreaterThan(0);
  for (const title of rule) expect(title.includes('7.02 days of income')).toBe(isCompared);
  expect(rule[0]).toContain(priced === 1 ? 'by the quality of these sectors' : 'at the average quality');
  // The reward of 10,108 epochs, of which the sectors have all the power, or a third.
  expect(rendered.container.textContent).toMatch(priced === 1 ? /(?<!About )505,400\.00FIL a day/ : /About 168,466\.66FIL a day/);
});

test('a panel whose method is not served names it and offers to read from the state; another failure does not', async () => {
  const onReadFromState = vi.fn();
  rendered = await render(
    <NodeAnswers
      miner={MINER}
      at={undefined}
      shown={readMinerRoute('')}
      go={() => undefined}
      sectors={{ progress: undefined, isBusy: false, error: undefined, start: () => undefined, stop: () => undefined }}
      onRetry={() => undefined}
      onReadFromState={onReadFromState}
    />,
  );
  const panel = (name: string) =>
    [...(rendered?.container.querySelectorAll('section') ?? [])].find(
      (section) => section.querySelector(':scope > header h2')?.textContent === name,
    );
  const offers = (name: string) =>
    [...(panel(name)?.querySelectorAll('button') ?? [])].filter(({ textContent }) => textContent === 'Read from state');
  expect(['Power', 'Keys and gas', 'Balance', 'Proving deadlines', 'Sectors'].map((name) => offers(name).length)).toEqual([0, 0, 1, 1, 1]);
  expect(offers('Sectors')[0]?.getAttribute('data-kind')).toBe('primary');
  expect(panel('Sectors')?.textContent).toContain('This endpoint does not serve StateMinerPartitions');
  expect(panel('Balance')?.textContent).toContain('This endpoint does not serve StateReadState');
  await act(async () => offers('Sectors')[0]?.click());
  expect(onReadFromState).toHaveBeenCalledOnce();
});

test('a miner that wins no blocks says why: its debt, and a consensus fault until it ends', async () => {
  const role = { role: 'New worker', address: 'f0500' };
  const info = {
    value: {
      sectorSize: 2048,
      roles: [role],
      hasPendingWorkerChange: true,
      workerChange: { epoch: 900, timeMs: 27_000_000 },
      consensusFault: { untilEpoch: 1000, untilTimeMs: 30_000_000 },
    },
    calls: [],
  };
  const funds = { total: '0', available: '0', initialPledge: '0', vesting: '0', preCommitDeposits: '0', feeDebt: '2000000000000000000' };
  const show = (miner: Miner) =>
    render(
      <NodeAnswers
        miner={miner}
        at={undefined}
        shown={readMinerRoute('')}
        go={() => undefined}
        sectors={{ progress: undefined, isBusy: false, error: undefined, start: () => undefined, stop: () => undefined }}
        onRetry={() => undefined}
        onReadFromState={() => undefined}
      />,
    );
  rendered = await show({ ...MINER, info, balance: { value: funds, calls: [] } });
  const text = rendered.container.textContent ?? '';
  expect(text).toContain('This miner wins no blocks');
  expect(text).toMatch(/Consensus fault until 1,000.*no blocks, pre-commits or recoveries/);
  expect(text).toMatch(/Fee debt of 2\.0000.*must be paid before the miner wins blocks, declares recoveries/);
  expect(text).toMatch(/Worker changes to f0500 at the first proving deadline from 900/);
  await rendered.unmount();
  rendered = await show({ ...MINER, balance: { value: { ...funds, feeDebt: '0' }, calls: [] } });
  expect(rendered.container.textContent).not.toContain('wins no blocks');
});
