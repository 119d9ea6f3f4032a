/** The short version of `npm run test:kill -- --market`: loads and updates killed at random moments. */
import { expect, it } from 'vitest';
import { IS_FULL_RUN } from '../builders/full-run.ts';
import { killLoads } from './market-loads.ts';
import { killUpdates } from './market-updates.ts';

const KILLS = IS_FULL_RUN ? 20 : 6;

it('a load that is killed leaves the old dataset or the new one in use', async () => {
  const report = await killLoads({ wanted: KILLS, deals: 4000 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBe(KILLS);
});

it('an update that is killed leaves the old state or the new one', async () => {
  const report = await killUpdates({ wanted: KILLS, deals: 400 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBe(KILLS);
});
