/** The short version of `npm run test:kill -- --market`: loads killed at random moments. */
import { expect, it } from 'vitest';
import { killLoads } from './market-loads.ts';

it('a load that is killed leaves the old dataset or the new one in use', { timeout: 300_000 }, async () => {
  const report = await killLoads({ runs: 8, deals: 6000 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBeGreaterThan(2);
});
