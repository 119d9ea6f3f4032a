import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useReadClock } from '../../../../../../renderer/views/miner/state/use-read-clock.ts';
import type { StateReadProgress } from '../../../../../../shared/ipc/schemas/state-read.ts';
import { render } from '../../../../../builders/rendered.tsx';
import { readProgress } from './sample-read.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_700_000_000_000 }));
afterEach(() => vi.useRealTimers());

function Shown({ progress }: { readonly progress: StateReadProgress }) {
  const { elapsedMs, silentMs } = useReadClock(progress);
  return `${Math.round(elapsedMs / 1000)} ${Math.round(silentMs / 1000)}`;
}

test('the clock goes on while the endpoint is silent, begins anew with its next word, and stands when the read has ended', async () => {
  const { container, rerender, unmount } = await render(<Shown progress={readProgress({ elapsedMs: 2000 })} />);
  expect(container.textContent).toBe('2 0');
  await act(async () => vi.advanceTimersByTime(10_000));
  expect(container.textContent).toBe('12 10');
  await rerender(<Shown progress={readProgress({ elapsedMs: 13_000 })} />);
  expect(container.textContent).toBe('13 0');
  await rerender(<Shown progress={readProgress({ elapsedMs: 14_000, state: 'cancelled' })} />);
  await act(async () => vi.advanceTimersByTime(60_000));
  expect(container.textContent).toBe('14 0');
  await unmount();
});
