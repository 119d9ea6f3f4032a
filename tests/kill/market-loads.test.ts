/** The short version of `npm run test:kill -- --market`: loads and updates killed at random moments. */
import { expect, it } from 'vitest';
import { IS_FULL_RUN } from '../builders/full-run.ts';
import { killLoads } from './market-loads.ts';
import { killUpdates } from './market-updates.ts';

const RUNS = IS_FULL_RUN ? 20 : 8;

it('a load that is killed leaves the old dataset or the new one in use', async () => {
  const report = await killLoads({ runs: RUNS, deals: 4000 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBeGreaterThan(1);
});

it('an update that is killed leaves the old state or the new one', async () => {
  const report = await killUpdates({ runs: RUNS, deals: 400 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBeGreaterThan(1);
});
