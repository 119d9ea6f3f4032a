/** What the state of the embedded node says of its miners, block by block, beside what its own methods say of the same tipset. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import type { Panel } from '../../../shared/ipc/schemas/common.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { startCore, startStillDevnet } from '../../builders/wallet-core.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let devnet: RunningDevnet;
let core: Core;

beforeAll(async () => {
  folder = await temporaryFolder();
  devnet = await startStillDevnet({ historyEpochs: 300 });
  ({ core } = await startCore(createProfilePaths(folder.path), devnet));
});
afterAll(async () => {
  await core.stop();
  await devnet.stop();
  await folder.remove();
});

function partOf<T>(panel: Panel<T> | undefined): T {
  if (panel === undefined || 'error' in panel) throw new Error(`a panel has no value: ${JSON.stringify(panel)}`);
  return panel.value;
}

it('is the same', async () => {
  const { state, miners } = core.handlers;
  const rows = partOf((await miners.listMiners({})).miners);
  expect(rows.length).toBeGreaterThan(1);
  let sectorCount = 0;
  for (const { address } of rows) {
    const told = await miners.getMiner({ address });
    const { readId } = await state.startMinerRead({ address, tipsetKey: told.pinned.key, callBudget: 10_000 });
    const progress = await eventually(
      () => core.topics.state.readProgressed.items().find((read) => read.readId === readId && read.state !== 'running'),
      'the end of a read',
    );
    expect(progress.problem).toBeUndefined();
    const read = await state.getMinerRead({ readId });
    expect(read.proof?.pinned).toEqual(told.pinned);
    expect(partOf(read.balance)).toEqual(partOf(told.balance));
    expect(partOf(read.deadlines)).toEqual(partOf(told.deadlines));
    expect(partOf(read.sectors)).toEqual(partOf(told.sectors));
    expect(partOf(told.power)).toMatchObject(partOf(read.power));
    expect(partOf(read.sectorRows).total).toBe(partOf(told.sectorRows).total);
    expect(partOf(read.sectorRows).rows).toMatchObject(partOf(told.sectorRows).rows);
    sectorCount += partOf(read.sectorSums).sectors;
  }
  expect(sectorCount).toBeGreaterThan(0);
});
