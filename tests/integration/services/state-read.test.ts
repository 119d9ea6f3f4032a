/** Miners read from the blocks of two real states, over real HTTP and WebSocket. */
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { AnswerCache } from '../../../electron/rpc/answer-cache.ts';
import { DealReading } from '../../../electron/services/deals/deal-reading.ts';
import type { SectorTable } from '../../../electron/services/miners/sector-table.ts';
import type { ChainTipset } from '../../../electron/services/pinned/chain-tipset.ts';
import { StateService } from '../../../electron/services/state/state-service.ts';
import { TipsetDiffService } from '../../../electron/services/tipset-diff/tipset-diff-service.ts';
import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { inlineBlock } from '../../../shared/domain/state/block-hash.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { type DealRead, zDealRead } from '../../../shared/ipc/schemas/deals.ts';
import type { SectorTableRow } from '../../../shared/ipc/schemas/miner-sectors.ts';
import { zMinerStateRead, zStateReadProgress } from '../../../shared/ipc/schemas/state-read.ts';
import { zStateDiffProgress } from '../../../shared/ipc/schemas/tipset-diff.ts';
import { buildConnection } from '../../builders/active-connection.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { genesisState } from '../../builders/genesis-state.ts';
import { longerState } from '../../builders/longer-state.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { readSharedJson } from '../../builders/shared-data.ts';
import { type StateReads, startStateReads, tipsetOf } from '../../builders/state-reads.ts';
import { missing } from '../../fakes/state-node/state-node.ts';

const MAINNET = { network: 'mainnet', networkVersion: 0 } as const;
const BUTTERFLYNET = { network: 'butterflynet', networkVersion: 27 } as const;
const cleanups: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function open(options: Parameters<typeof startStateReads>[0]) {
  const reads = await startStateReads(options);
  cleanups.push(() => reads.stop());
  return reads;
}

function diffOf({ connections, node }: Pick<StateReads, 'connections' | 'node'>): TipsetDiffService {
  return new TipsetDiffService({
    connections,
    chain: { tipsets: [tipsetOf(node)], whenHead: async () => undefined },
    clock: systemClock,
    logger: quietLogger,
    blocks: new AnswerCache({ maxEntries: 10_000, maxBytes: 8 * 1024 * 1024 }),
    ownMiners: async () => [],
  });
}

const CLOCK = { head: 0, timeMsOf: (epoch: number) => epoch, epochAt: (timeMs: number) => timeMs };
function rowsOf(table: SectorTable, filter = ''): SectorTableRow[] {
  return [...table.ordered(filter, { by: 'number', direction: 'ascending' }, CLOCK)].map((row) => table.rowAt(row, CLOCK));
}

describe('a read of a miner', () => {
  it('finds what was derived from the same state, and proves it from the tipset down', async () => {
    const { service, ended, node, tap } = await open(MAINNET);
    const { miners } = readSharedJson<{ miners: Record<string, { StateMinerSectors: { SectorNumber: number; InitialPledge: string }[] }> }>(
      'miners/genesis-mainnet.json.gz',
    );
    const { readId } = await service.startMinerRead({ address: 'f01001', callBudget: 1000 });
    const progress = zStateReadProgress.parse(await ended(readId));
    expect(progress).toMatchObject({ state: 'done', address: 'f01001', phase: 'everything' });
    const view = zMinerStateRead.parse(await service.getMinerRead({ readId }));
    expect(view.proof).toMatchObject({
      pinned: { height: 0, key: [...node.key] },
      block: node.key[0],
      stateRoot: node.header.parentStateRoot,
      networkVersion: 0,
      actor: 'f01001',
      actorHead: 'bafy2bzacea3xnx6o3nv3malvmxnl4aidmlonkrhfv3yxr3revljqiehgx4jmi',
    });
    expect(view.power).toMatchObject({
      value: {
        rawBytes: '26388279066624',
        qualityAdjusted: '263882790666240',
        networkRawBytes: '79164837199872',
        networkQualityAdjusted: '791648371998720',
      },
    });
    expect(view.balance).toMatchObject({ value: { total: '20886468089167603963392', vesting: '0', feeDebt: '0' } });
    expect(view.sectors).toMatchObject({ value: { live: 768, active: 768, faulty: 0 } });
    expect(view.deadlines).toMatchObject({ value: { periodStart: 154, currentIndex: 0 } });
    expect(view.partitions).toMatchObject({ value: { total: 1, rows: [{ deadline: 0, partition: 0, live: 768, terminated: 0 }] } });
    const derived = miners.f01001?.StateMinerSectors ?? [];
    const pledge = derived.reduce((sum, sector) => sum + BigInt(sector.InitialPledge), 0n);
    expect(view.sectorSums).toMatchObject({
      value: { sectors: 768, initialPledge: pledge.toString(), qualityAdjusted: '263882790666240', dailyFee: '0' },
    });
    const { table } = service.sectorsOf(readId);
    const rows = rowsOf(table);
    expect(rows.map(({ number, initialPledge }) => [number, initialPledge])).toEqual(
      derived.map(({ SectorNumber, InitialPledge }) => [SectorNumber, InitialPledge]),
    );
    // One call for each block, and one for the network version; the call of every part can be opened.
    expect(new Set(node.asked).size).toBe(node.asked.length);
    expect(progress).toMatchObject({ blocks: node.asked.length, calls: node.asked.length + 1, cachedBlocks: 0 });
    expect(tap.methods().filter((method) => method === 'ChainReadObj')).toHaveLength(node.asked.length);
    expect(new Set(tap.calls.map(({ start }) => start.cause))).toEqual(new Set(['state: read miner f01001']));
    const callOf = tap.calls.find(({ id }) => id === view.proof?.actorCall.id);
    expect(callOf?.start.method).toBe('Filecoin.ChainReadObj');
    const subjects = (panel: object | undefined) => (panel as { calls: CallRef[] }).calls.map(({ subject }) => subject);
    for (const panel of [view.balance, view.vesting, view.deadlines]) expect(subjects(panel)).toContain(view.proof?.actorHead);
  });

  it('asks for many blocks at a time over the WebSocket, in few rounds', async () => {
    const { service, ended, node, tap } = await open({ ...BUTTERFLYNET, hasSocket: true, delayMs: 5 });
    const { readId } = await service.startMinerRead({ address: 't01001', callBudget: 2000 });
    const progress = await ended(readId);
    expect(progress).toMatchObject({ state: 'done' });
    expect(node.mostAtOnce).toBeGreaterThan(10);
    expect(progress.roundTrips).toBeLessThan(40);
    expect(tap.calls.filter(({ start }) => start.transport === 'ws' && start.kind === 'call')).toHaveLength(node.asked.length);
    const view = await service.getMinerRead({ readId });
    expect(view.sectors).toMatchObject({ value: { live: 480, active: 480 } });
    expect(view.partitions).toMatchObject({ value: { total: 240 } });
    expect(view.balance !== undefined && 'value' in view.balance && BigInt(view.balance.value.available) >= 0n).toBe(true);
    process.stdout.write(
      `read 480 sectors in 240 partitions: ${progress.blocks} blocks, ${progress.calls} calls, ${progress.roundTrips} round trips\n`,
    );
  });

  it('goes over HTTP where the WebSocket is refused', async () => {
    const { service, ended, node, tap } = await open({ ...MAINNET, hasSocket: true });
    node.node.refuseUpgrades(403);
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    expect(await ended(readId)).toMatchObject({ state: 'done' });
    expect(tap.calls.filter(({ start, end }) => start.transport === 'http' && end?.failure === undefined).length).toBeGreaterThan(
      node.asked.length - 1,
    );
  });

  it('lists sectors by the filter language, and names the calls that brought them', async () => {
    const { service, ended, tap } = await open(BUTTERFLYNET);
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 2000 });
    expect((await ended(readId)).table).toMatchObject({ leftOut: 0 });
    const { table, calls } = service.sectorsOf(readId);
    const inDeadline = rowsOf(table, 'deadline:3');
    expect(inDeadline.length).toBeGreaterThan(1);
    expect(inDeadline.every(({ deadline, isActive }) => deadline === 3 && isActive)).toBe(true);
    expect(rowsOf(table, 'state:faulty')).toEqual([]);
    expect(rowsOf(table, 'sector:>=478').map(({ number }) => number)).toEqual([478, 479]);
    expect(rowsOf(table, 'deadline:3 partition:1').length).toBeLessThan(inDeadline.length);
    const named = new Set(tap.calls.map(({ id }) => id));
    for (const { callId } of inDeadline) {
      expect(calls.get(callId)?.length).toBeGreaterThan(0);
      expect(calls.get(callId)?.every(({ id, method }) => method === 'ChainReadObj' && named.has(id))).toBe(true);
    }
  });

  it('that is read once more asks for nothing that is kept', async () => {
    const { service, ended, node } = await open(MAINNET);
    const first = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    const read = await ended(first.readId);
    const asked = node.asked.length;
    const second = await service.startMinerRead({ address: 'f01000', callBudget: 1 });
    expect(await ended(second.readId)).toMatchObject({ state: 'done', blocks: read.blocks, cachedBlocks: read.blocks, calls: 1 });
    expect(node.asked).toHaveLength(asked);
    const { proof } = await service.getMinerRead({ readId: second.readId });
    expect(proof?.blockCall.isCached).toBe(true);
  });

  it('two at a time ask for what both need once', async () => {
    const { service, ended, node } = await open({ ...MAINNET, delayMs: 2 });
    const reads = await Promise.all(['f01000', 'f01000'].map((address) => service.startMinerRead({ address, callBudget: 1000 })));
    for (const { readId } of reads) expect(await ended(readId)).toMatchObject({ state: 'done' });
    expect(new Set(node.asked).size).toBe(node.asked.length);
  });
});

describe('a read that is stopped', () => {
  it('ends its calls when it is cancelled, and goes on without asking again', async () => {
    const { service, ended, node, tap } = await open(BUTTERFLYNET);
    node.lie = () => (node.asked.length > 40 ? 'silence' : undefined);
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 2000 });
    await eventually(() => node.asked.length > 40, 'the read to be in its midst');
    await service.cancelRead({ readId });
    node.lie = () => undefined;
    const cancelled = await ended(readId);
    expect(cancelled).toMatchObject({ state: 'cancelled' });
    expect(cancelled).not.toHaveProperty('problem');
    expect(tap.calls.every(({ end }) => end !== undefined)).toBe(true);
    const answered = tap.calls.filter(({ end }) => end?.failure === undefined).length;
    expect(answered).toBeLessThan(cancelled.calls);
    await service.continueRead({ readId, callBudget: 2000 });
    const done = await ended(readId);
    expect(done).toMatchObject({ state: 'done', callBudget: cancelled.calls + 2000 });
    expect(done.calls - cancelled.calls).toBe(done.blocks - cancelled.blocks);
    // Of those that went on, none that had been answered before.
    expect(answered + done.calls - cancelled.calls).toBe(done.blocks + 1);
  });

  it('stops exactly at its budget, keeps what it found, and goes on with more', async () => {
    const { service, ended, node } = await open(BUTTERFLYNET);
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 60 });
    const spent = await ended(readId);
    expect(spent).toMatchObject({ state: 'budget-spent', calls: 60, callBudget: 60, problem: { code: 'budget-spent', retryable: true } });
    expect(node.asked).toHaveLength(59);
    const view = await service.getMinerRead({ readId });
    expect(view.balance).toHaveProperty('value');
    expect(view).not.toHaveProperty('sectorSums');
    expect(() => service.sectorsOf(readId)).toThrow(expect.objectContaining({ code: 'not-found' }));
    await service.continueRead({ readId, callBudget: 2000 });
    expect(await ended(readId)).toMatchObject({ state: 'done', callBudget: 2060 });
    expect(new Set(node.asked).size).toBe(node.asked.length);
  });

  it('makes no call more than it is allowed, also where many blocks are asked for twice', async () => {
    const { service, ended, node } = await open(BUTTERFLYNET);
    node.lie = (cid, bytes) => (node.asked.length > 30 && bytes !== undefined ? missing(cid) : undefined);
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 60 });
    const { state, calls } = await ended(readId);
    expect(state).not.toBe('done');
    expect(calls).toBeLessThanOrEqual(60);
    expect(node.asked.length).toBeLessThanOrEqual(60);
  });

  it('is not continued on another network, nor twice at a time', async () => {
    const { service, ended, connections, node } = await open({ ...MAINNET, delayMs: 5 });
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 5 });
    await ended(readId);
    await service.continueRead({ readId, callBudget: 1000 });
    expect(await failureOf(service.continueRead({ readId, callBudget: 1 }))).toMatchObject({ code: 'invalid-input' });
    await ended(readId);
    const active = await connections.requireActive();
    connections.setActive({ ...active, facts: { ...active.facts, genesisCid: node.header.parentStateRoot } });
    expect(await failureOf(service.continueRead({ readId, callBudget: 1 }))).toMatchObject({ code: 'wrong-network' });
  });
});

describe('many reads', () => {
  it('are under way four at a time, and each of them counts until it has ended', async () => {
    const { service, ended, node } = await open(MAINNET);
    node.lie = () => 'silence';
    const start = () => service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    const reads = await Promise.all([start(), start(), start(), start()]);
    expect(await failureOf(start())).toMatchObject({ code: 'invalid-input', message: expect.stringContaining('4 reads') });
    for (const read of reads.slice(1)) await service.cancelRead(read);
    expect(service.topic.items().map(({ state }) => state)).toEqual(['running', 'cancelled', 'cancelled', 'cancelled']);
    await start();
    await service.stop();
    expect(await ended('1')).toMatchObject({ state: 'cancelled' });
    expect(service.topic.items().some(({ state }) => state === 'running')).toBe(false);
  });

  it('push out the oldest that has ended, and not one that is under way', async () => {
    const { service, ended, node } = await open(MAINNET);
    node.lie = () => 'silence';
    await service.startMinerRead({ address: 'f01000', callBudget: 1 });
    for (let count = 0; count < 10; count += 1) {
      const read = await service.startMinerRead({ address: 'f01000', callBudget: 1 });
      await service.cancelRead(read);
    }
    expect(service.topic.items().map(({ readId }) => readId)).toEqual(['1', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
    expect(await failureOf(service.getMinerRead({ readId: '2' }))).toMatchObject({ code: 'not-found' });
    await service.cancelRead({ readId: '1' });
    expect(await ended('1')).toMatchObject({ state: 'cancelled' });
  });
});

describe('a connection that changes while the head is waited for', () => {
  it('is the one that is read', async () => {
    const { connections, node } = await open(MAINNET);
    const first = await connections.requireActive();
    const { connection, tap, close } = buildConnection({ httpUrl: node.node.httpUrl });
    cleanups.push(async () => close());
    const tipsets: ChainTipset[] = [];
    const whenHead = async () => {
      first.client.close();
      connections.setActive(connection);
    };
    const service = new StateService({ connections, chain: { tipsets, whenHead }, clock: systemClock, logger: quietLogger });
    expect(await failureOf(service.startMinerRead({ address: 'f01000', callBudget: 10 }))).toMatchObject({ code: 'not-connected' });
    tipsets.push(tipsetOf(node));
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 10 });
    await eventually(() => service.topic.get(readId)?.state === 'budget-spent', 'the end of the budget');
    expect(tap.calls).toHaveLength(10);
    await service.stop();
  });
});

describe('a read that cannot be', () => {
  it.each([
    ['f099999', 'not-found', /No actor .* f099999/],
    ['f0100', 'not-found', /f0100 is an account actor/],
  ])('%s', async (address, code, words) => {
    const { service, ended } = await open(MAINNET);
    const { readId } = await service.startMinerRead({ address, callBudget: 100 });
    const { state, problem } = await ended(readId);
    expect(state).toBe('failed');
    expect(problem).toMatchObject({ code, message: expect.stringMatching(words) });
  });

  it('is refused for what is no address, and for a key that is none', async () => {
    const { service } = await open(MAINNET);
    expect(await failureOf(service.startMinerRead({ address: 'miner', callBudget: 1 }))).toMatchObject({ code: 'invalid-input' });
    const tipsetKey = ['not a cid'];
    expect(await failureOf(service.startMinerRead({ address: 'f01000', tipsetKey, callBudget: 1 }))).toMatchObject({
      code: 'invalid-input',
    });
  });

  it('says that a state does not fit the network version that a node claims', async () => {
    const { service, ended } = await open({ network: 'mainnet', networkVersion: 18 });
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 100 });
    expect((await ended(readId)).problem).toMatchObject({
      code: 'endpoint-bad-reply',
      message: expect.stringContaining('The root of the state'),
    });
  });

  it('says that a tipset is not known', async () => {
    const { service, ended, node } = await open(MAINNET);
    const tipsetKey = [node.header.parentStateRoot];
    node.lie = (cid) => (cid === node.header.parentStateRoot ? missing(cid) : undefined);
    const { readId } = await service.startMinerRead({ address: 'f01000', tipsetKey, callBudget: 100 });
    expect((await ended(readId)).problem).toMatchObject({ code: 'not-found', message: expect.stringContaining('tipset') });
  });

  it('names the block that the endpoint does not have, and what it is of; it goes on where the block comes back', async () => {
    const { service, ended, node } = await open(MAINNET);
    node.lie = (cid, bytes) => (node.asked.length > 30 && bytes !== undefined ? missing(cid) : undefined);
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    const failed = await ended(readId);
    expect(failed.problem).toMatchObject({
      code: 'not-found',
      retryable: true,
      message: expect.stringMatching(/does not have the block bafy\w+ of the \w+/),
    });
    node.lie = () => undefined;
    await service.continueRead({ readId, callBudget: 1000 });
    expect(await ended(readId)).toMatchObject({ state: 'done' });
  });

  it('takes the version from the schedule of the network where the endpoint does not serve it', async () => {
    const { service, ended } = await open({ ...MAINNET, networkVersion: undefined });
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    expect(await ended(readId)).toMatchObject({ state: 'done' });
    const { proof } = zMinerStateRead.parse(await service.getMinerRead({ readId }));
    expect(proof?.networkVersion).toBe(0);
    expect(proof).not.toHaveProperty('networkVersionCall');
  });

  it('needs no header among the blocks where the tipset itself can be had', async () => {
    const { service, ended, node, tap } = await open(MAINNET);
    node.lie = (cid) => (cid === node.key[0] ? missing(cid) : undefined);
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    expect(await ended(readId)).toMatchObject({ state: 'done' });
    const { proof } = await service.getMinerRead({ readId });
    expect(tap.calls.find(({ id }) => id === proof?.blockCall.id)?.start.method).toBe('Filecoin.ChainGetTipSet');
    expect(proof?.blockCall.isCached).toBe(false);
    expect(service.topic.get(readId)?.cachedBlocks).toBe(0);
  });

  it.each([
    ["can't find object with cid=bafy", 'not-found'],
    ['blockstore get: context deadline exceeded', 'node-error'],
  ])('tells a block that is not there from one that could not be got: %s', async (message, code) => {
    const { service, ended, node } = await open(MAINNET);
    node.lie = () => (node.asked.length > 30 ? { error: { code: 1, message } } : undefined);
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    expect((await ended(readId)).problem).toMatchObject({ code });
  });

  it('slows down where the endpoint is busy, and is done in the end', async () => {
    const { service, ended, node } = await open(MAINNET);
    let refusals = 0;
    node.lie = () => {
      if (node.asked.length % 40 !== 0) return undefined;
      refusals += 1;
      return { error: { code: 1, message: 'server busy. rate: Wait(n=2) would exceed context deadline' } };
    };
    const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
    expect(await ended(readId)).toMatchObject({ state: 'done' });
    expect(refusals).toBeGreaterThan(1);
  });
});

it('names the actors that changed by what the connection knows of their codes', async () => {
  const state = longerState(idAddress(4n));
  const { connections, node } = await open({ ...BUTTERFLYNET, networkVersion: 27, state });
  const active = await connections.requireActive();
  const { versions } = active;
  const readWriter = versions.readWriter.bind(versions);
  connections.setActive({ ...active, versions: Object.assign(Object.create(versions), { actorType: () => 'placeholder', readWriter }) });
  const diff = diffOf({ connections, node });
  const before = [genesisState('butterflynet').root];
  const { readId } = await diff.startStateDiff({ before, after: node.key, callBudget: 100 });
  await eventually(() => diff.topic.get(readId)?.state === 'done', 'the end of the comparison');
  const { actors } = await diff.getStateDiff({ readId });
  expect(actors).toMatchObject({ value: { rows: [{ address: 'f04', actorType: 'placeholder', isHeadChanged: true }] } });
  await diff.stop();
});

describe('a state of a network version that is not known', () => {
  const open30 = (actor: bigint) => open({ ...BUTTERFLYNET, networkVersion: 30, state: longerState(idAddress(actor)) });

  it('is read where it fits, with the block that does not fit by position', async () => {
    const { service, ended } = await open30(4n);
    const { readId } = await service.startMinerRead({ address: 't01001', callBudget: 2000 });
    const progress = zStateReadProgress.parse(await ended(readId));
    expect(progress).toMatchObject({
      state: 'failed',
      phase: 'its power',
      problem: { code: 'endpoint-bad-reply' },
      raw: { form: 'cbor', value: { kind: 'list' } },
    });
    const fields = progress.raw?.value?.kind === 'list' ? progress.raw.value.items : [];
    expect(fields.at(-1)).toEqual({ kind: 'integer', value: '77' });
    const view = zMinerStateRead.parse(await service.getMinerRead({ readId }));
    expect(view).not.toHaveProperty('power');
    expect(view.info).toHaveProperty('value');
    expect(view.sectors).toMatchObject({ value: { live: 480 } });
    expect(view.sectorSums).toMatchObject({ value: { sectors: 480 } });
  });

  it('shows the state of the miner by position where that is what does not fit', async () => {
    const { service, ended } = await open30(1001n);
    const { readId } = await service.startMinerRead({ address: 't01001', callBudget: 2000 });
    const { state, raw } = await ended(readId);
    expect([state, raw?.value?.kind === 'list' && raw.value.items.at(-1)]).toEqual(['failed', { kind: 'integer', value: '77' }]);
  });

  it('leaves claims and allocations of a provider readable where the market does not fit', async () => {
    const { node, connections } = await open({ ...BUTTERFLYNET, networkVersion: 30 });
    const mismatches: number[] = [];
    const { versions } = await connections.requireActive();
    await versions.follow({ height: node.header.height, key: [...node.key], timeMs: 0 });
    versions.onMismatch(() => mismatches.push(1));
    const reading = new DealReading({
      addresses: [idAddress(1001n)],
      connection: await connections.requireActive(),
      keys: [node.key],
      cache: new AnswerCache({ maxEntries: 10_000, maxBytes: 8 * 1024 * 1024 }),
      clock: systemClock,
      logger: quietLogger,
      onProgress: (progress) => told.push(zDealRead.parse(progress)),
    });
    const told: DealRead[] = [];
    await reading.run(2000);
    const { raw, ...last } = told.at(-1) ?? {};
    expect(last).toMatchObject({ state: 'failed', phase: 'the storage market', problem: { code: 'endpoint-bad-reply' } });
    expect(raw).toMatchObject({ form: 'cbor', value: { kind: 'list', count: 13 } });
    expect(reading.list).toMatchObject({ gaps: [{ what: 'deals' }], faultsUnknownOf: [] });
    // The endpoint is asked again which version it runs.
    expect(mismatches).toEqual([1]);
  });

  it('shows the block at which a comparison of actors ended', async () => {
    const { node, connections } = await open({ ...MAINNET, networkVersion: 30 });
    const diff = diffOf({ connections, node });
    const { readId } = await diff.startStateDiff({ before: node.key, after: node.key, callBudget: 100 });
    await eventually(() => diff.topic.get(readId)?.state !== 'running', 'the end of the comparison');
    expect(zStateDiffProgress.parse(diff.topic.get(readId))).toMatchObject({ state: 'failed', raw: { form: 'cbor' } });
    await diff.stop();
  });
});

it('blocks that their CIDs hold are not asked for', async () => {
  const { service, ended, node } = await open(MAINNET);
  const { readId } = await service.startMinerRead({ address: 'f01000', callBudget: 1000 });
  await ended(readId);
  expect(node.asked.filter((cid) => inlineBlock(cid) !== undefined)).toEqual([]);
});
