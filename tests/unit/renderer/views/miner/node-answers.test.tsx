// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { readMinerAddress } from '../../../../../renderer/views/miner/miner-address.ts';
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
        shown={readMinerAddress('')}
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

test('a panel whose method is not served names it and offers to read from the state; another failure does not', async () => {
  const onReadFromState = vi.fn();
  rendered = await render(
    <NodeAnswers
      miner={MINER}
      at={undefined}
      shown={readMinerAddress('')}
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
  expect(panel('Sectors')?.textContent).toContain('This endpoint has no StateMinerPartitions');
  expect(panel('Balance')?.textContent).toContain('This endpoint has no StateReadState');
  await act(async () => offers('Sectors')[0]?.click());
  expect(onReadFromState).toHaveBeenCalledOnce();
});
