/** The short version of `npm run test:kill`: every fourth boundary of every scenario, up to the push, and random moments. */
import { expect, it } from 'vitest';
import { runKills } from './kill-runs.ts';

it('nothing is sent twice and nothing signed is lost, wherever the process is killed', { timeout: 300_000 }, async () => {
  const report = await runKills({ runs: 24, lanes: 2, boundaryStep: 4 });
  expect(report.problems).toEqual([]);
  expect(report.runs).toBe(24);
  expect(report.kills).toBeGreaterThan(16);
  // Kills before a signature and after it both happened: neither half of the promise was left untried.
  expect(report.signed).toBeGreaterThan(0);
  expect([...report.places.keys()].some((place) => place.startsWith('journal intent'))).toBe(true);
});
