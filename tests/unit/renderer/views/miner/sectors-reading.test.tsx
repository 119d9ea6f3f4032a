import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { SectorsReading } from '../../../../../renderer/views/miner/SectorsReading.tsx';
import type { MinerSectors } from '../../../../../renderer/views/miner/use-miner-sectors.ts';
import type { SectorsProgress } from '../../../../../shared/ipc/schemas/miner-sectors.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => {
  await drawn?.unmount();
  drawn = undefined;
});

const PROGRESS: SectorsProgress = {
  key: 't01000',
  pinned: { height: 1, key: ['bafy2bzacea'], timeMs: 0 },
  state: 'reading',
  total: 120_000,
  read: 35_000,
  sectorsACall: 5000,
  leftOut: 0,
  revision: 1,
};

async function show(progress: SectorsProgress | undefined, more: Partial<MinerSectors> = {}): Promise<MinerSectors> {
  const sectors: MinerSectors = { progress, isBusy: false, error: undefined, start: vi.fn(), stop: vi.fn(), ...more };
  drawn = await render(<SectorsReading sectors={sectors} missing={{ elsewhere: ({ code }) => <i>{`instead of ${code}`}</i> }} />);
  return sectors;
}

const text = (): string => drawn?.container.textContent ?? '';
const press = (name: RegExp) =>
  act(async () => [...(drawn?.container.querySelectorAll('button') ?? [])].find((button) => name.test(button.textContent ?? ''))?.click());

test('a read says how far it is and can be stopped', async () => {
  const { stop } = await show(PROGRESS);
  expect(text()).toContain('35,000 of 120,000 sectors read');
  expect(drawn?.container.querySelector('progress')?.getAttribute('aria-label')).toBe('Sectors read');
  await press(/^Stop$/);
  expect(stop).toHaveBeenCalledOnce();
});

test('what was stopped goes on, and says what that takes', async () => {
  const { start } = await show({ ...PROGRESS, state: 'stopped' });
  expect(text()).toContain('Takes 17 calls of 5,000 sectors each.');
  await press(/^Read 85,000$/);
  expect(start).toHaveBeenCalledExactlyOnceWith(true);
});

test('very many sectors are read only when that is asked for', async () => {
  const { start } = await show({ ...PROGRESS, state: 'waiting', total: 900_000, read: 0 });
  expect(text()).toContain('900,000 sectors not read automatically');
  await press(/^Read 900,000$/);
  expect(start).toHaveBeenCalledExactlyOnceWith(true);
});

test('a failure says why, offers to try again and where else it can be had; what is left out is said', async () => {
  const problem = { code: 'method-not-served', message: 'Not here.', retryable: false, details: { method: 'StateMinerSectors' } };
  await show({ ...PROGRESS, state: 'failed', problem });
  expect(text()).toContain('This endpoint does not serve StateMinerSectors');
  expect(text()).toContain('instead of method-not-served');
  await drawn?.unmount();
  await show({ ...PROGRESS, state: 'done', leftOut: 5000 });
  expect(text()).toContain('5,000 sectors not listed');
  await drawn?.unmount();
  await show({ ...PROGRESS, state: 'done' });
  expect(text()).toBe('');
});
