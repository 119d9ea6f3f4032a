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
    const page = await core.handlers.state.listMinerReadSectors({ readId: read.readId, from: 0, limit: 500 });
    expect(page.total).toBe(partOf(told.sectors).live);
    await miners.readSectors({ address });
    await eventually(
      () => core.topics.miners.sectorsProgressed.items().some(({ key, state }) => key === address && state === 'done'),
      'sectors',
    );
    const order = { by: 'number', direction: 'ascending' } as const;
    const live = await miners.listSectors({ address, filter: 'not state:terminated', order, offset: 0, limit: 500 });
    expect(live.rows).toMatchObject(page.rows);
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
  const { rows } = await core.handlers.state.listMinerReadSectors({ readId: read.readId, from: 0, limit: 500 });
  expect(rows.length).toBe(partOf(told.sectors).live);
  expect(BigInt(partOf(read.balance).total)).toBeGreaterThan(0n);
  expect(partOf(read.deadlines).deadlines).toHaveLength(48);
});

it('of a miner with 20,000 sectors is read page by page, without the rows being held', async () => {
  const core = await start({ historyEpochs: 5, largeMinerSectors: 20_000 });
  const rows = partOf((await core.handlers.miners.listMiners({})).miners);
  const large = rows.find(({ sectors }) => sectors?.live === 20_000);
  if (large === undefined) throw new Error('there is no large miner');
  const read = await readState(core, large.address);
  const { readId } = read;
  expect(partOf(read.sectorSums).sectors).toBe(20_000);
  const { blocks, calls } = core.topics.state.readProgressed.items().at(-1) ?? {};
  const filter = { status: 'faulty' } as const;
  const faulty = await core.handlers.state.listMinerReadSectors({ readId, from: 0, limit: 500, filter });
  expect(faulty.matching).toBe(large.sectors?.faulty);
  expect(faulty.rows.every(({ isFaulty, isActive }) => isFaulty && !isActive)).toBe(true);
  const last = await core.handlers.state.listMinerReadSectors({ readId, from: 19_999, limit: 500 });
  expect(last.rows).toHaveLength(1);
  // What pages show was read before: no block and no call more.
  expect(core.topics.state.readProgressed.items().at(-1)).toMatchObject({ blocks, calls });
});
