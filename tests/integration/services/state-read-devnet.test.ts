/** What the state of the embedded node says of its miners, block by block, beside what its own methods say of the same tipset. */
import { afterEach, expect, it } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { DevnetOptions } from '../../../electron/devnet/devnet-options.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import type { Panel } from '../../../shared/ipc/schemas/common.ts';
import type { MinerStateRead } from '../../../shared/ipc/schemas/state-read.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { startCore, startStillDevnet } from '../../builders/wallet-core.ts';

const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(options: DevnetOptions): Promise<Core> {
  const folder = await temporaryFolder();
  cleanups.push(() => folder.remove());
  const devnet = await startStillDevnet(options);
  cleanups.push(() => devnet.stop());
  const { core } = await startCore(createProfilePaths(folder.path), devnet);
  cleanups.push(() => core.stop());
  return core;
}

async function readState({ handlers, topics }: Core, address: string, tipsetKey?: readonly string[]): Promise<MinerStateRead> {
  const key = tipsetKey === undefined ? {} : { tipsetKey: [...tipsetKey] };
  const { readId } = await handlers.state.startMinerRead({ address, ...key, callBudget: 20_000 });
  const { problem } = await eventually(
    () => topics.state.readProgressed.items().find((read) => read.readId === readId && read.state !== 'running'),
    'the end of a read',
  );
  expect(problem).toBeUndefined();
  return handlers.state.getMinerRead({ readId });
}

function partOf<T>(panel: Panel<T> | undefined): T {
  if (panel === undefined || 'error' in panel) throw new Error(`a panel has no value: ${JSON.stringify(panel)}`);
  return panel.value;
}

it('is the same', async () => {
  const core = await start({ historyEpochs: 300 });
  const { miners } = core.handlers;
  const rows = partOf((await miners.listMiners({})).miners);
  expect(rows.length).toBeGreaterThan(1);
  let sectorCount = 0;
  for (const { address } of rows) {
    const told = await miners.getMiner({ address });
    const read = await readState(core, address, told.pinned.key);
    expect(read.proof?.pinned).toEqual(told.pinned);
    expect(partOf(read.balance)).toEqual(partOf(told.balance));
    expect(partOf(read.deadlines)).toEqual(partOf(told.deadlines));
    expect(partOf(read.sectors)).toEqual(partOf(told.sectors));
    expect(partOf(told.power)).toMatchObject(partOf(read.power));
    expect(partOf(told.info)).toMatchObject(partOf(read.info));
    expect(partOf(read.info).roles).toHaveLength(partOf(told.info).roles.length);
    await miners.readSectors({ address });
    await eventually(
      () => core.topics.miners.sectorsProgressed.items().some(({ key, state }) => key === address && state === 'done'),
      'sectors',
    );
    const order = { by: 'number', direction: 'ascending' } as const;
    const live = await miners.listSectors({ address, filter: 'not state:terminated', order, offset: 0, limit: 500 });
    expect(live.matching).toBe(partOf(told.sectors).live);
    const page = await miners.listSectors({ address, readId: read.readId, filter: 'not state:terminated', order, offset: 0, limit: 500 });
    const records = (rows: typeof live.rows) => rows.map(({ callId: _, ...record }) => record);
    expect(records(page.rows)).toEqual(records(live.rows));
    expect(page.calls.every(({ method }) => method === 'ChainReadObj')).toBe(true);
    const summary = { address, filter: '', step: 'month' } as const;
    const { pinned: _, ...ofNode } = await miners.summariseSectors(summary);
    expect(await miners.summariseSectors({ ...summary, readId: read.readId })).toMatchObject(ofNode);
    for (const change of ['recover', 'extend', 'terminate'] as const) {
      const { pinned: __, ...plan } = await miners.planSectorChange({ address, filter: '', change });
      const planned = await miners.planSectorChange({ address, readId: read.readId, filter: '', change });
      expect(planned).toMatchObject({ matching: plan.matching });
    }
    sectorCount += partOf(read.sectorSums).sectors;
  }
  expect(sectorCount).toBeGreaterThan(100);
});

it('can be had where the methods are not served', async () => {
  const withoutMethods = ['StateMinerSectors', 'StateMinerPartitions', 'StateReadState'];
  const core = await start({ historyEpochs: 20, withoutMethods });
  const told = await core.handlers.miners.getMiner({ address: 't01001' });
  for (const panel of [told.balance, told.deadlines]) expect(panel).toMatchObject({ error: { code: 'method-not-served' } });
  await expect(core.handlers.miners.readSectors({ address: 't01001' })).rejects.toMatchObject({ code: 'method-not-served' });
  const read = await readState(core, 't01001');
  const question = { address: 't01001', readId: read.readId, filter: '' };
  const { byState, expiries } = await core.handlers.miners.summariseSectors({ ...question, step: 'month' });
  expect(byState.faulty + byState.recovering).toBe(partOf(told.sectors).faulty);
  expect(expiries.reduce((sum, { count }) => sum + count, 0)).toBe(partOf(told.sectors).live);
  const plan = await core.handlers.miners.planSectorChange({ ...question, filter: 'state:faulty', change: 'recover' });
  expect(plan.matching).toBe(byState.faulty);
  const terminated = await core.handlers.miners.planSectorChange({ ...question, filter: 'state:active', change: 'terminate' });
  expect(terminated.matching).toBe(byState.active);
  expect(terminated.declarations.length).toBeGreaterThan(0);
  expect(BigInt(partOf(read.balance).total)).toBeGreaterThan(0n);
  expect(partOf(read.deadlines).deadlines).toHaveLength(48);
});

it('of a miner with 20,000 sectors is listed by the filter language without another call', async () => {
  const core = await start({ historyEpochs: 5, largeMinerSectors: 20_000 });
  const rows = partOf((await core.handlers.miners.listMiners({})).miners);
  const large = rows.find(({ sectors }) => sectors?.live === 20_000);
  if (large === undefined) throw new Error('there is no large miner');
  const read = await readState(core, large.address);
  const { readId } = read;
  expect(partOf(read.sectorSums).sectors).toBe(20_000);
  const { blocks, calls } = core.topics.state.readProgressed.items().at(-1) ?? {};
  const order = { by: 'number', direction: 'ascending' } as const;
  const question = { address: large.address, readId, filter: 'state:faulty or state:recovering', order };
  const faulty = await core.handlers.miners.listSectors({ ...question, offset: 0, limit: 500 });
  expect(faulty.matching).toBe(large.sectors?.faulty);
  expect(faulty.rows.every(({ isFaulty, isActive }) => isFaulty && !isActive)).toBe(true);
  // What is listed was read before: no block and no call more.
  expect(core.topics.state.readProgressed.items().at(-1)).toMatchObject({ blocks, calls });
});
