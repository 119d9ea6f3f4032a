import { afterEach, expect, it } from 'vitest';
import { DeadlinesPanel } from '../../../../../renderer/views/miner/DeadlinesPanel.tsx';
import type { Deadline } from '../../../../../shared/ipc/schemas/providers.ts';
import { type Rendered, render } from '../../../../builders/rendered.tsx';

let drawn: Rendered | undefined;
afterEach(async () => drawn?.unmount());

async function textWith(change: Partial<Deadline>): Promise<string> {
  const deadlines = Array.from({ length: 48 }, (_, index): Deadline => {
    const openTimeMs = Date.now() + (index - 16) * 1_800_000 - 60_000;
    return {
      index,
      state: 'upcoming',
      openEpoch: index * 60,
      closeEpoch: index * 60 + 60,
      openTimeMs,
      closeTimeMs: openTimeMs + 1_800_000,
      partitions: 2,
      duePartitions: 2,
      provenPartitions: 2,
      live: 8,
      active: 8,
      faulty: 0,
      recovering: 0,
      ...(index === 16 ? { state: 'open', ...change } : {}),
    };
  });
  const panel = { value: { deadlines, currentIndex: 16, periodStart: 0 }, calls: [] };
  drawn = await render(<DeadlinesPanel deadlines={panel as never} missing={{}} />);
  const text = drawn.container.textContent ?? '';
  await drawn.unmount();
  return text;
}

it('calls a proven deadline well only while none of its sectors is faulty', async () => {
  expect(await textWith({})).toContain('all proven');
  const faulty = await textWith({ faulty: 1, active: 7 });
  expect(faulty).toContain('Proven, 1 faulty');
  expect(faulty).toContain('all due partitions proven, 1 sector faulty');
  expect(faulty).not.toContain('all proven');
});
