import { expect, it } from 'vitest';
import { mapBounded } from '../../../../electron/services/bounded.ts';

it('runs so many at a time, and answers in the order of the items', async () => {
  let running = 0;
  let most = 0;
  const doubled = await mapBounded([30, 10, 20, 0], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, item));
    running -= 1;
    return item * 2;
  });
  expect(doubled).toEqual([60, 20, 40, 0]);
  expect(most).toBe(2);
});

it('begins nothing after a failure', async () => {
  const begun: number[] = [];
  const ran = mapBounded([0, 1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (item === 1) throw new Error('enough');
  });
  await expect(ran).rejects.toThrow('enough');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(begun.length).toBeLessThanOrEqual(3);
});
