import { afterEach, expect, test } from 'vitest';
import { CallsPanel, callRows } from '../../../../../renderer/views/message/CallsPanel.tsx';
import type { TracedCallView } from '../../../../../shared/ipc/schemas/execution.ts';
import type { MessageInside } from '../../../../../shared/ipc/schemas/message-inside.ts';
import { clientWith, ManualTopic, type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

const at = (depth: number, change: Partial<TracedCallView> = {}): TracedCallView => ({
  depth,
  from: 'f0100',
  to: `f0${200 + depth}`,
  method: '16',
  methodName: 'WithdrawBalance',
  value: '0',
  exitCode: 0,
  exitName: 'Ok',
  isUndone: false,
  ...change,
});

async function draw(trace: MessageInside['trace'] | undefined): Promise<HTMLElement> {
  drawn = await render(
    <CallsPanel trace={trace} selectedIndex={undefined} onSelect={() => {}} onRetry={() => {}} />,
    clientWith({
      settings: { changed: new ManualTopic(undefined) } as never,
      wallet: { changed: new ManualTopic(undefined) } as never,
      addresses: { changed: new ManualTopic([]) } as never,
      connections: { changed: new ManualTopic(undefined) } as never,
    }),
  );
  return drawn.container;
}

const trace = (calls: TracedCallView[], omittedCount = 0): MessageInside['trace'] => ({
  value: {
    calls,
    omittedCount,
    failedInsideCount: 0,
    exitCode: 0,
    gasUsed: '1',
    fees: { baseFeeBurn: '0', overEstimationBurn: '0', minerTip: '0', refund: '0', total: '0', minerPenalty: '0' },
    differingFees: [],
    charges: [],
  },
  calls: [],
});

test('every call has its exit code, and reverted calls are marked', async () => {
  const container = await draw(
    trace([
      at(0, { gasUsed: '1000' }),
      at(1, { exitCode: 18, exitName: 'ErrForbidden', isUndone: true, gasUsed: '500' }),
      at(2, { isUndone: true }),
    ]),
  );
  const rows = [...container.querySelectorAll('tbody tr')].map((row) => row.textContent ?? '');
  expect(rows).toHaveLength(3);
  expect(rows[0]).toContain('0, OK');
  expect(rows[1]).toContain('18, forbidden');
  expect(rows[2]).toContain('0, reverted');
});

test('shows the method that is not served, and the number of calls not shown', async () => {
  const container = await draw({
    error: { code: 'method-not-served', message: 'The endpoint does not serve it.', retryable: false, details: { method: 'StateReplay' } },
  });
  expect(container.textContent).toContain('StateReplay');
  await drawn?.unmount();
  expect((await draw(trace([at(0)], 43))).textContent).toContain('43 more calls');
});

test('shows a skeleton while loading', async () => {
  const container = await draw(undefined);
  expect(container.querySelector('table')).toBeNull();
  expect(container.textContent).toContain('Calls');
});

test('tree lines continue while another call of the level follows', () => {
  const rows = callRows([at(0), at(1), at(2), at(2), at(1), at(2)]);
  expect(rows.map(({ rails }) => rails)).toEqual([[], [true], [true, true], [true, false], [false], [false, false]]);
});
