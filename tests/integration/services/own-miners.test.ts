/** Own miners, the pinned overview and the local history against the embedded node. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { ChainService } from '../../../electron/services/chain/chain-service.ts';
import { HistoryService } from '../../../electron/services/history/history-service.ts';
import { OwnMinersService } from '../../../electron/services/own-miners/own-miners-service.ts';
import { zOverview } from '../../../shared/ipc/schemas/chain.ts';
import { zChanges, zSeries } from '../../../shared/ipc/schemas/history.ts';
import { type OwnMiner, zOwnMiners } from '../../../shared/ipc/schemas/own-miners.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { resultOf } from '../../builders/devnet-caller.ts';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';
import { type OwnMinersServices, startOwnMiners } from '../../builders/own-miners-services.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { temporaryProfile } from '../../builders/temporary-profile.ts';

let services: DevnetServices;
let own: OwnMinersServices;

beforeAll(async () => {
  services = await startDevnetServices();
  own = await startOwnMiners(services);
  await eventually(() => services.chain.slice.get().strip.length >= 50, 'the strip');
});
afterAll(async () => {
  await own.stop();
  await services.stop();
});

/** The node's own answer, asked without any of Sextant's code. */
async function ask(method: string, params: unknown[]): Promise<Record<string, unknown>> {
  const response = await fetch(services.node.httpUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${services.node.tokens.read}` },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `Filecoin.${method}`, params }),
  });
  const { result } = (await response.json()) as { result: Record<string, unknown> };
  return result;
}

async function readOne(): Promise<{ miner: OwnMiner; key: readonly { '/': string }[] }> {
  const { pinned, miners } = zOwnMiners.parse(await own.ownMiners.getOwnMiners());
  if ('error' in miners) throw new Error(miners.error.message);
  const [miner] = miners.value;
  if (miner === undefined) throw new Error('No own miner.');
  return { miner, key: pinned.key.map((cid) => ({ '/': cid })) };
}

describe('own miners', () => {
  it('are told as the node has them', async () => {
    const { miner, key } = await readOne();
    const power = (await ask('StateMinerPower', [miner.address, key])) as { MinerPower: { QualityAdjPower: string } };
    expect(miner.qualityAdjusted).toBe(power.MinerPower.QualityAdjPower);
    expect(miner.available).toBe(await ask('StateMinerAvailableBalance', [miner.address, key]));
    const deadline = (await ask('StateMinerProvingDeadline', [miner.address, key])) as { Index: number; Close: number };
    expect(miner.deadline).toMatchObject({ index: deadline.Index, closeEpoch: deadline.Close });
    const partitions = (await ask('StateMinerPartitions', [miner.address, deadline.Index, key])) as unknown as unknown[] | null;
    expect(miner.deadline?.proof?.partitions).toBeLessThanOrEqual((partitions ?? []).length);
  });

  it('have keys with balances, and what changes slowly a moment later', async () => {
    await readOne();
    const standing = await eventually(() => {
      const { known } = own.ownMiners.slice.get();
      return known === undefined || 'error' in known.miners ? undefined : known.miners.value[0]?.standing;
    }, 'what changes slowly');
    const info = (await ask('StateMinerInfo', ['t01000', []])) as { Worker: string; SectorSize: number };
    expect(standing.sectorSize).toBe(info.SectorSize);
    const worker = standing.keys.find(({ role }) => role === 'Worker');
    expect(worker?.address).toBe(info.Worker);
    expect(worker?.balance).toMatch(/^\d+$/);
    expect(standing.feeDebt).toMatch(/^\d+$/);
    expect(standing.sealing).toBeDefined();
  });

  it('have the faulty sectors of each deadline, with the cutoff before its next window', async () => {
    await services.control('advance', { epochs: 1 });
    const { miner } = await readOne();
    const standing = await eventually(() => {
      const { known } = own.ownMiners.slice.get();
      return known === undefined || 'error' in known.miners ? undefined : known.miners.value[0]?.standing;
    }, 'what changes slowly');
    const faulty = standing.faulty ?? [];
    expect(faulty.reduce((sum, deadline) => sum + deadline.faulty, 0)).toBe(miner.sectors?.faulty);
    const height = services.chain.slice.get().head?.height ?? 0;
    for (const { cutoffEpoch, qualityAdjusted, faulty: count } of faulty) {
      expect(BigInt(qualityAdjusted ?? 0)).toBeGreaterThanOrEqual(BigInt(count * (standing.sectorSize ?? 0)));
      expect(cutoffEpoch).toBeGreaterThanOrEqual(height - 2);
      expect(cutoffEpoch).toBeLessThan(height + 2880);
    }
  });

  it('are read at the epoch that a view is pinned to, without what is of now', async () => {
    const at = (services.chain.slice.get().head?.height ?? 0) - 30;
    const { pinned, miners } = zOwnMiners.parse(await own.ownMiners.getOwnMiners({ at }));
    expect(pinned.height).toBeLessThanOrEqual(at);
    if ('error' in miners) throw new Error(miners.error.message);
    expect(miners.value[0]).not.toHaveProperty('standing');
    expect(own.ownMiners.slice.get().known?.pinned.height).toBeGreaterThan(at);
  });
});

describe('wins of own miners', () => {
  it('move with the chain while nothing is asked', async () => {
    const winsNow = (): number | undefined => {
      const { known } = own.ownMiners.slice.get();
      return known === undefined || 'error' in known.miners ? undefined : known.miners.value[0]?.wins?.count;
    };
    await readOne();
    const before = winsNow() ?? 0;
    await services.control('advance', { epochs: 40 });
    await eventually(() => (winsNow() ?? 0) > before, 'more wins');
  });
});

describe('own miners behind a gateway', () => {
  it('have what a gateway tells, and what it does not is left out', async () => {
    const node = await startDevnet({ seed: 'gateway', isPaused: true, historyEpochs: 240, isGateway: true, streams: 'mainnet' });
    const { connection, tap, close } = buildConnection(
      { httpUrl: node.httpUrl, token: node.tokens.read },
      { letter: 't', networkName: 'localnet', genesisTimeMs: 0, chainPaceMs: 1000, minerAddress: 't01000' },
    );
    const connections = new TestConnections(connection);
    const chain = new ChainService({ connections, clock: systemClock, logger: quietLogger });
    const { paths, remove } = await temporaryProfile();
    const common = { connections, chain, clock: systemClock, logger: quietLogger };
    const history = new HistoryService({ ...common, paths });
    const ownMiners = new OwnMinersService({
      ...common,
      history,
      miners: { ownMiners: async () => ['t01000'] },
      endingDeals: async () => undefined,
    });
    chain.start();
    ownMiners.start();
    try {
      const { miners, pinned, epochReward, minerPart } = zOwnMiners.parse(await ownMiners.getOwnMiners());
      const key = pinned.key.map((cid) => ({ '/': cid }));
      const { State: reward } = await resultOf<{ State: { ThisEpochReward: string } }>(node, 'StateReadState', ['t02', key]);
      expect(epochReward).toBe(reward.ThisEpochReward);
      // 95 % at the start, with mainnet's slope, to the attoFIL.
      const weight = 95n * 10n ** 16n - 190_132_864_846n * BigInt(pinned.height);
      expect(minerPart).toBe(((weight * BigInt(reward.ThisEpochReward)) / 10n ** 18n).toString());
      if ('error' in miners) throw new Error(miners.error.message);
      expect(miners.value[0]).toMatchObject({ sectors: { live: expect.any(Number) }, deadline: { index: expect.any(Number) } });
      expect(miners.value[0]?.deadline).not.toHaveProperty('proof');
      const miner = await eventually(() => {
        const { known } = ownMiners.slice.get();
        const first = known === undefined || 'error' in known.miners ? undefined : known.miners.value[0];
        return first?.standing === undefined ? undefined : first;
      }, 'what changes slowly');
      expect(miner.standing?.keys.find(({ role }) => role === 'Worker')?.balance).toMatch(/^\d+$/);
      // StateMinerAvailableBalance is not served: the state tells the same.
      expect(miner.available).toBe(miner.standing?.available);
      const before = tap.methods().length;
      await ownMiners.getOwnMiners();
      // What was refused once is not asked for with every tipset.
      expect(tap.methods().slice(before)).not.toContain('StateMinerAvailableBalance');
      expect(tap.methods().slice(before)).not.toContain('StateMinerPartitions');
    } finally {
      await ownMiners.stop();
      await chain.stop();
      await remove();
      close();
      await node.stop();
    }
  });
});

describe('a pinned overview', () => {
  it('is of that tipset, with the strip that ends there', async () => {
    const strip = services.chain.slice.get().strip.filter(({ isNullRound }) => !isNullRound);
    const entry = strip.at(-5);
    const overview = zOverview.parse(await services.chain.getOverview({ at: entry?.height ?? 0 }));
    expect(overview.pinned.key).toEqual(entry?.key);
    expect(overview.past?.blockCount).toBe(entry?.blocks.length);
    expect(overview.past?.baseFee).toBe(entry?.baseFee);
    expect(overview.past?.strip.at(-1)?.key).toEqual(entry?.key);
    expect(overview.baseFees.at(-1)?.height).toBe(entry?.height);
  });

  it('goes back before the strip, in two calls more', async () => {
    const before = services.tap.methods().length;
    const overview = zOverview.parse(await services.chain.getOverview({ at: 60 }));
    expect(overview.pinned.height).toBeLessThanOrEqual(60);
    expect(overview.past?.strip.length).toBeGreaterThan(35);
    expect(
      services.tap
        .methods()
        .slice(before)
        .filter((method) => method.startsWith('ChainGet')).length,
    ).toBeLessThanOrEqual(3);
  });

  it('says that an epoch has not come', async () => {
    await expect(services.chain.getOverview({ at: 1_000_000 })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the local history', () => {
  it('has the base fees of the strip, and of earlier epochs when they are asked for', async () => {
    await own.history.getSeries({ names: [{ kind: 'base-fee' }] });
    const before = services.tap.methods().length;
    await services.control('advance', { epochs: 1 });
    const filled = await own.history.fillBaseFees({ epochs: 240 });
    expect(filled.problem).toBeUndefined();
    expect(filled.calls.length).toBeLessThanOrEqual(60);
    expect(
      services.tap
        .methods()
        .slice(before)
        .filter((method) => method === 'ChainGetTipSetByHeight').length,
    ).toBeLessThanOrEqual(60);
    const { series } = await own.history.getSeries({ names: [{ kind: 'base-fee' }] });
    const points = zSeries.parse(series[0]).points;
    const early = points.find(({ height }) => height < (services.chain.slice.get().strip[0]?.height ?? 0));
    const tipset = (await ask('ChainGetTipSetByHeight', [early?.height, []])) as { Blocks: { ParentBaseFee: string }[] };
    expect(early?.value).toBe(tipset.Blocks[0]?.ParentBaseFee);
  });

  it('compares own miners with what was seen first', async () => {
    await readOne();
    const changes = zChanges.parse(await own.history.getChanges({}));
    expect(changes.since).toBe('first');
    expect(changes.miners.map(({ miner }) => miner)).toEqual(['t01000']);
    expect(changes.miners[0]?.qualityAdjusted).toBeDefined();
  });
});
