/** The short version of `npm run test:kill -- --market`: loads and updates killed at random moments. */
import { expect, it } from 'vitest';
import { killLoads } from './market-loads.ts';
import { killUpdates } from './market-updates.ts';

it('a load that is killed leaves the old dataset or the new one in use', { timeout: 300_000 }, async () => {
  const report = await killLoads({ runs: 20, deals: 4000 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBeGreaterThan(5);
});

it('an update that is killed leaves the old state or the new one', { timeout: 300_000 }, async () => {
  const report = await killUpdates({ runs: 20, deals: 400 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBeGreaterThan(5);
});
