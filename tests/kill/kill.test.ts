/** The short version of `npm run test:kill`: every eighth boundary of every scenario, up to the push, and random moments. */
import { expect, it } from 'vitest';
import { IS_FULL_RUN } from '../builders/full-run.ts';
import { runKills } from './kill-runs.ts';

it('nothing is sent twice and nothing signed is lost, wherever the process is killed', async () => {
  const runs = IS_FULL_RUN ? 24 : 12;
  const report = await runKills({ runs, lanes: 2, boundaryStep: IS_FULL_RUN ? 4 : 8 });
  expect(report.problems).toEqual([]);
  expect(report.runs).toBe(runs);
  expect(report.kills).toBeGreaterThan(runs / 2);
  // Kills before a signature and after it both happened: neither half of the promise was left untried.
  expect(report.signed).toBeGreaterThan(0);
  expect([...report.places.keys()].some((place) => place.startsWith('journal intent'))).toBe(true);
});
