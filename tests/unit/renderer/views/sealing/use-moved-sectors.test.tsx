import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMovedSectors } from '../../../../../renderer/views/sealing/use-moved-sectors.ts';
import type { SealingSector } from '../../../../../shared/ipc/schemas/sealing.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const board = (state: string): SealingSector[] => [{ number: 7, state } as SealingSector];

function Shown({ sectors }: { readonly sectors: readonly SealingSector[] }) {
  return <p>{[...useMovedSectors(sectors, 'f01000')].join()}</p>;
}

test('a mark goes away after its time, also where newer boards without changes arrive meanwhile', async () => {
  const container = document.createElement('div');
  const root = createRoot(container);
  const show = (sectors: SealingSector[]) => act(async () => root.render(<Shown sectors={sectors} />));
  await show(board('WaitSeed'));
  expect(container.textContent).toBe('');
  await show(board('Committing'));
  expect(container.textContent).toBe('7');
  await act(async () => vi.advanceTimersByTime(1000));
  await show(board('Committing'));
  expect(container.textContent).toBe('7');
  await act(async () => vi.advanceTimersByTime(2000));
  expect(container.textContent).toBe('');
  await act(async () => root.unmount());
});
