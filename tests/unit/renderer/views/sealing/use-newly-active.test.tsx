import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNewlyActive } from '../../../../../renderer/views/sealing/use-newly-active.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const board = (...active: readonly boolean[]) => active.map((isActive, number) => ({ number, isActive }));

function Shown({ sectors, miner = 'f01000' }: { readonly sectors: ReturnType<typeof board>; readonly miner?: string }) {
  return <p>{[...useNewlyActive(sectors, miner)].join()}</p>;
}

test('a sector is marked for a minute when its pSet goes from NO to YES; the first list tells nothing of the past', async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  const show = (...active: readonly boolean[]) => act(async () => root.render(<Shown sectors={board(...active)} />));
  const wait = (ms: number) => act(async () => void vi.advanceTimersByTime(ms));
  await show(true, false, false);
  expect(container.textContent).toBe('');
  await show(true, true, false);
  expect(container.textContent).toBe('1');
  await wait(30_000);
  await show(true, true, true);
  expect(container.textContent).toBe('1,2');
  await wait(31_000);
  expect(container.textContent).toBe('2');
  await wait(31_000);
  expect(container.textContent).toBe('');
  await act(async () => root.unmount());
});

test('a sector that is inactive again is not marked', async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () => root.render(<Shown sectors={board(false, false)} />));
  await act(async () => root.render(<Shown sectors={board(true, true)} />));
  expect(container.textContent).toBe('0,1');
  await act(async () => root.render(<Shown sectors={board(false, true)} />));
  expect(container.textContent).toBe('1');
  await act(async () => root.unmount());
});

test('the board of another miner marks nothing: its sectors have the same numbers', async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  await act(async () => root.render(<Shown sectors={board(false, false)} />));
  await act(async () => root.render(<Shown sectors={board(true, false)} />));
  expect(container.textContent).toBe('0');
  await act(async () => root.render(<Shown sectors={board(true, true)} miner="f02000" />));
  expect(container.textContent).toBe('');
  await act(async () => root.render(<Shown sectors={board(true, true)} />));
  expect(container.textContent).toBe('');
  await act(async () => root.unmount());
});
