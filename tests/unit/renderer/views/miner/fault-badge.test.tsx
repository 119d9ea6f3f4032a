import { afterEach, expect, test } from 'vitest';
import { FaultBadge } from '../../../../../renderer/views/miner/FaultBadge.tsx';
import type { Deadline } from '../../../../../shared/ipc/schemas/providers.ts';
import { clientWith, type Rendered, render } from '../../../../builders/rendered.tsx';

let rendered: Rendered | undefined;
afterEach(async () => {
  await rendered?.unmount();
  rendered = undefined;
});

test.each([
  ['none', [[40, 0]], 'No faults'],
  [
    'some sectors of two deadlines',
    [
      [1000, 1],
      [40, 10],
    ],
    '11 sectors faulty',
  ],
  ['one sector', [[1000, 1]], '1 sector faulty'],
  [
    'a whole deadline beside a single sector',
    [
      [2349, 2349],
      [1000, 1],
    ],
    '1 deadline faulty',
  ],
] as const)('%s: only a deadline that is lost whole is called faulty', async (_, counts, words) => {
  const deadlines = counts.map(
    ([live, faulty], index) => ({ index, live, faulty, recovering: 0, openTimeMs: 0, closeTimeMs: 1 }) as Deadline,
  );
  rendered = await render(<FaultBadge deadlines={{ value: { deadlines, currentIndex: 0, periodStart: 0 }, calls: [] }} />, clientWith({}));
  expect(rendered.container.textContent).toBe(words);
});
