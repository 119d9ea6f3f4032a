// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { readMinerAddress } from '../../../../../renderer/views/miner/miner-address.ts';
import { NodeAnswers } from '../../../../../renderer/views/miner/NodeAnswers.tsx';
import type { PanelError } from '../../../../../shared/ipc/schemas/common.ts';
import type { Miner } from '../../../../../shared/ipc/schemas/providers.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

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
