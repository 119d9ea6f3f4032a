/** Sealing over the embedded node: what sectors wait for, the same from the chain alone, and what can be retrieved. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActiveConnection } from '../../../electron/services/connections/active-connection.ts';
import { decodeRunLengths, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { type SealingBoard, zRetrieval, zSealingBoard, zSealingMiners } from '../../../shared/ipc/schemas/sealing.ts';
import { isInGateway } from '../../../shared/rpc/gateway-methods.ts';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';

const MINER = 't01000';

let services: DevnetServices;
let board: SealingBoard;

beforeAll(async () => {
  services = await startDevnetServices();
  services.sealing.slice.addSubscriber();
  board = await liveBoard();
});
afterAll(async () => {
  services.sealing.slice.removeSubscriber();
  await services.stop();
});

function liveBoard(): Promise<SealingBoard> {
  return eventually(() => {
    const known = services.sealing.slice.get();
    return known.status === 'live' ? zSealingBoard.parse(known) : undefined;
  }, 'a live board');
}

/** What the node says itself, past the service. */
async function ask<T>(method: string, ...params: unknown[]): Promise<T> {
  const { client } = await services.connections.requireActive();
  return (await client.call(method, params, { cause: 'test' })).value as T;
}

interface Partition {
  readonly LiveSectors: number[];
  readonly ActiveSectors: number[];
  readonly FaultySectors: number[];
}

/** All partitions of a miner at a tipset, as the node tells them. */
async function partitionsOf(miner: string, key: readonly { '/': string }[]): Promise<Partition[]> {
  const all = await Promise.all(
    Array.from({ length: 48 }, (_, index) => ask<Partition[] | null>('StateMinerPartitions', miner, index, key)),
  );
  return all.flatMap((partitions) => partitions ?? []);
}

/** The same connection without the storage miner, and without what no gateway serves. */
function asGateway(connection: ActiveConnection): ActiveConnection {
  const { miner: _, client, ...others } = connection;
  const call = async (method: string, ...rest: unknown[]): Promise<unknown> => {
    if (!isInGateway(method)) throw new SextantError('method-not-served', `No ${method} here.`, { details: { method } });
    return Reflect.apply(client.call, client, [method, ...rest]);
  };
  const gateway = new Proxy(client, {
    get(target, name) {
      const value: unknown = name === 'call' ? call : Reflect.get(target, name, target);
      return typeof value === 'function' && name !== 'call' ? value.bind(target) : value;
    },
  });
  return { ...others, client: gateway };
}

const keyOf = ({ pinned }: Pick<SealingBoard, 'pinned'>) => (pinned?.key ?? []).map((cid) => ({ '/': cid }));

describe('the board of the storage-miner API', () => {
  it('knows how long sectors took, from start to proving and in each state', () => {
    expect(board.source).toBe('miner-api');
    expect(board.wholeMs.length).toBeGreaterThan(3);
    expect(board.wholeMs).toEqual(board.wholeMs.toSorted((left, right) => left - right));
    const parts = ['WaitSeed', 'Committing', 'PreCommit1'].map((state) => board.pastMs[state]?.[0] ?? 0);
    expect(Math.min(...parts)).toBeGreaterThan(0);
    expect(board.wholeMs[0]).toBeGreaterThan(parts.reduce((sum, part) => sum + part, 0));
  });

  it('counts to the seed from the pre-commit on chain, and knows until when the proof must land', async () => {
    const waiting = await eventually(async () => {
      const found = services.sealing.slice.get().sectors.find(({ state }) => state === 'WaitSeed');
      if (found?.preCommitEpoch === undefined) await services.control('advance', { epochs: 1 });
      return found?.preCommitEpoch === undefined ? undefined : found;
    }, 'a sector that waits for its seed');
    const { pinned } = services.sealing.slice.get();
    const info = await ask<{ PreCommitEpoch: number } | null>('StateSectorPreCommitInfo', MINER, waiting.number, keyOf({ pinned }));
    expect(waiting.preCommitEpoch).toBe(info?.PreCommitEpoch);
    const { PreCommitChallengeDelay: delay } = await ask<{ PreCommitChallengeDelay: number }>('StateGetNetworkParams');
    expect(waiting.seedEpoch).toBe((info?.PreCommitEpoch ?? 0) + delay);
    const proveBy = (info?.PreCommitEpoch ?? 0) + 30 * 2880 + delay;
    const starts = (waiting.pieces ?? []).flatMap(({ startEpoch = 0 }) => (startEpoch > 0 ? [startEpoch] : []));
    expect(waiting.landBy?.epoch).toBe(Math.min(proveBy, ...starts));
  });
});

describe('the board from the chain', () => {
  it('has every sector as the partitions have it, over what a gateway serves', async () => {
    const full = await services.connections.requireActive();
    services.connections.setActive(asGateway(full));
    const chain = zSealingBoard.parse(await services.sealing.getChainBoard({ miner: MINER }));
    await eventually(() => services.sealing.slice.get().status === 'no-miner-api', 'the board to say that there is no such API');
    const active = chain.sectors.find(({ isActive }) => isActive)?.number;
    const retrieval = await services.sealing.checkRetrieval({ text: `sector ${active}`, miner: MINER });
    expect(retrieval.findings).toMatchObject([{ verdict: 'sealed', sector: active }]);
    services.connections.setActive(full);
    await liveBoard();
    expect(chain).toMatchObject({ source: 'chain', status: 'live', miner: MINER, leftOut: 0, gaps: [] });
    const partitions = await partitionsOf(MINER, keyOf(chain));
    const isIn = (pick: (partition: Partition) => number[], number: number): boolean =>
      partitions.some((partition) => isInBitfield(decodeRunLengths(pick(partition)), number));
    const proven = chain.sectors.filter(({ isOnChain }) => isOnChain);
    expect(proven.length).toBeGreaterThan(20);
    for (const { number, isActive, group } of proven) {
      expect(isIn(({ LiveSectors }) => LiveSectors, number)).toBe(true);
      expect(isActive).toBe(isIn(({ ActiveSectors }) => ActiveSectors, number));
      expect(group === 'failed' || group === 'recovering').toBe(isIn(({ FaultySectors }) => FaultySectors, number));
    }
    const live = partitions.reduce((sum, { LiveSectors }) => sum + Number(decodeRunLengths(LiveSectors).count), 0);
    expect(proven.length).toBe(live);
    for (const { number, preCommitEpoch } of chain.sectors.filter(({ isOnChain }) => !isOnChain)) {
      const info = await ask<{ PreCommitEpoch: number } | null>('StateSectorPreCommitInfo', MINER, number, keyOf(chain));
      expect(preCommitEpoch).toBe(info?.PreCommitEpoch);
    }
  });

  it('says so where there is no such miner', async () => {
    await expect(services.sealing.getChainBoard({ miner: 't099' })).rejects.toMatchObject({ code: 'not-found' });
    await expect(services.sealing.getChainBoard({ miner: 'nobody' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('is read no further once nobody looks at it, and can be read again', async () => {
    const left = services.sealing.getChainBoard({ miner: MINER });
    await services.sealing.stopChainBoard({ miner: MINER });
    await expect(left).rejects.toMatchObject({ code: 'cancelled' });
    expect((await services.sealing.getChainBoard({ miner: MINER })).status).toBe('live');
  });

  it('is offered for own miners', async () => {
    expect(zSealingMiners.parse(await services.sealing.listMiners())).toEqual({ miners: [MINER], served: MINER });
  });
});

describe('whether something can be retrieved', () => {
  it('answers for sectors by their partitions: active ones only', async () => {
    const { sectors } = services.sealing.slice.get();
    const active = sectors.find(({ isActive }) => isActive);
    const early = sectors.find(({ isOnChain, group }) => !isOnChain && group !== 'leaving');
    const yes = zRetrieval.parse(await services.sealing.checkRetrieval({ text: `sector ${active?.number}`, miner: MINER }));
    expect(yes.findings).toMatchObject([{ verdict: 'sealed', sector: active?.number, miner: MINER }]);
    expect(yes.findings[0]?.calls.map(({ method }) => method)).toContain('StateMinerPartitions');
    const no = zRetrieval.parse(await services.sealing.checkRetrieval({ text: `${MINER}/${early?.number}` }));
    expect(no.findings).toMatchObject([{ verdict: 'not-on-chain', sector: early?.number }]);
  });

  it('goes from a deal, and from its piece, to the sector', async () => {
    const deals = await ask<
      Record<
        string,
        {
          Proposal: { Provider: string; PieceCID: { '/': string } };
          State: { SectorStartEpoch: number; SectorNumber: number; SlashEpoch: number };
        }
      >
    >('StateMarketDeals', null);
    const [id, deal] =
      Object.entries(deals).find(
        ([, { Proposal, State }]) => Proposal.Provider === MINER && State.SectorStartEpoch > 0 && State.SlashEpoch < 0,
      ) ?? [];
    expect(deal).toBeDefined();
    const byId = await services.sealing.checkRetrieval({ text: id ?? '', miner: MINER });
    expect(byId.findings[0]).toMatchObject({ verdict: 'sealed', dealId: Number(id), sector: deal?.State.SectorNumber });
    // A bare number may be a sector too; this one says which it is.
    const named = await services.sealing.checkRetrieval({ text: `deal ${id}`, miner: MINER });
    expect(named.findings).toMatchObject([{ verdict: 'sealed', dealId: Number(id) }]);
    const byPiece = await services.sealing.checkRetrieval({ text: deal?.Proposal.PieceCID['/'] ?? '' });
    expect(byPiece.findings.map(({ dealId }) => dealId)).toContain(Number(id));
  });

  it('finds the sector of a deal that is not sealed yet by what its miner says', async () => {
    const waiting = await eventually(async () => {
      const found = services.sealing.slice.get().sectors.find(({ isOnChain, deals }) => !isOnChain && deals.length > 0);
      if (found === undefined) await services.control('advance', { epochs: 2 });
      return found;
    }, 'a sector with deals that is being sealed');
    const { findings } = await services.sealing.checkRetrieval({ text: String(waiting.deals[0]), miner: MINER });
    expect(findings[0]).toMatchObject({ dealId: waiting.deals[0], sector: waiting.number });
    expect(['not-on-chain', 'unproven', 'sealed']).toContain(findings[0]?.verdict);
  });

  it('says what to type where it understands nothing', async () => {
    await expect(services.sealing.checkRetrieval({ text: 'my photos' })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});
