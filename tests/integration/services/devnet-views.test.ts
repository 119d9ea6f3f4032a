/** Chain, miners, sealing and deals services against the embedded node, over real HTTP and WebSocket. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KnownAddress } from '../../../electron/services/addresses/known-addresses.ts';
import type { SearchSources } from '../../../electron/services/chain/search.ts';
import { parseAddress } from '../../../shared/domain/addresses/address.ts';
import { zHeadState, zMessage, zOverview, zSearchResult, zTipset } from '../../../shared/ipc/schemas/chain.ts';
import { zMiner, zMinerList } from '../../../shared/ipc/schemas/providers.ts';
import { type SealingBoard, zSealingBoard } from '../../../shared/ipc/schemas/sealing.ts';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';

let services: DevnetServices;

beforeAll(async () => {
  services = await startDevnetServices();
});
afterAll(() => services.stop());

function filled<T>(panel: { value: T } | { error: { message: string } }): T {
  if ('error' in panel) {
    throw new Error(panel.error.message);
  }
  return panel.value;
}

describe('chain', () => {
  it('is live, with a strip of fifty epochs in a handful of calls', async () => {
    await eventually(() => services.chain.slice.get().strip.length >= 50, 'the strip');
    const state = zHeadState.parse(services.chain.slice.get());
    expect(state.status).toBe('live');
    expect(state.strip.map(({ height }) => height)).toEqual(state.strip.map((_, index) => (state.strip[0]?.height ?? 0) + index));
    expect(services.tap.methods().filter((method) => method.startsWith('ChainGet')).length).toBeLessThanOrEqual(4);
    await eventually(() => services.chain.slice.get().finalized, 'finality');
  });

  it('follows new tipsets, null rounds and reorgs, and shows them', async () => {
    await services.control('null-round');
    const { headHeight } = await services.control('advance', { epochs: 3 });
    await eventually(() => services.chain.slice.get().head?.height === headHeight, 'the new head');
    await services.control('reorg', { depth: 2 });
    const [reorg] = await eventually(
      () => (services.chain.slice.get().reorgs.length > 0 ? services.chain.slice.get().reorgs : undefined),
      'a reorg',
    );
    expect(reorg?.depth).toBe(reorg?.reverted.length);
    expect(reorg?.applied.length).toBeGreaterThan(0);
    zHeadState.parse(services.chain.slice.get());
  });

  it('fills the overview at one pinned tipset', async () => {
    const overview = zOverview.parse(await services.chain.getOverview());
    expect(overview.pinned.key).toEqual(services.chain.slice.get().head?.key);
    expect(BigInt(filled(overview.power).qualityAdjusted)).toBeGreaterThan(0n);
    expect(BigInt(filled(overview.reward).perWin)).toBeGreaterThan(0n);
    expect(filled(overview.mempool).messageCount).toBeGreaterThanOrEqual(0);
    expect(overview.baseFees.length).toBeGreaterThan(30);
  });

  it('answers a null round with the tipset before it', async () => {
    const nullRound = services.chain.slice.get().strip.find(({ isNullRound }) => isNullRound);
    const tipset = zTipset.parse(await services.chain.getTipset({ height: nullRound?.height ?? 0 }));
    expect(tipset.ref.height).toBeLessThan(nullRound?.height ?? 0);
    expect(tipset.nextHeight).toBeGreaterThan(nullRound?.height ?? 0);
    expect(tipset.isCanonical).toBe(true);
    expect(tipset.blocks.every(({ isCidVerified }) => isCidVerified)).toBe(true);
  });

  it('reads genesis, which has no parents', async () => {
    expect(zTipset.parse(await services.chain.getTipset({ height: 0 }))).toMatchObject({ ref: { height: 0 }, isCanonical: true });
  });

  it('follows a message from the pool into the chain', async () => {
    const { head } = services.chain.slice.get();
    const miner = 't01000';
    const { cid } = (await services.control('faucet', { address: miner })) as { cid: string | { '/': string } };
    const text = typeof cid === 'string' ? cid : cid['/'];
    expect(zMessage.parse(await services.chain.getMessage({ cid: text }))).toMatchObject({
      stage: 'in-pool',
      isCidVerified: true,
      to: miner,
    });
    await services.control('advance', { epochs: 5 });
    await eventually(() => (services.chain.slice.get().head?.height ?? 0) >= (head?.height ?? 0) + 3, 'the head after it');
    const message = await eventually(async () => {
      const found = zMessage.parse(await services.chain.getMessage({ cid: text }));
      return found.stage === 'executed' ? found : undefined;
    }, 'the execution');
    expect(message).toMatchObject({ methodName: 'Send', toActor: 'storageminer', isCidVerified: true });
    expect(message.execution?.exitCode).toBe(0);
    expect(message.inclusion?.blockCids.length).toBeGreaterThan(0);
    expect(message.inclusion?.tipset.height).toBeLessThan(message.execution?.tipset.height ?? 0);
    const { baseFeeBurn, overEstimationBurn, minerTip, refund } = message.execution?.fees ?? {
      baseFeeBurn: '',
      overEstimationBurn: '',
      minerTip: '',
      refund: '',
    };
    const charged = [baseFeeBurn, overEstimationBurn, minerTip, refund].reduce((sum, part) => sum + BigInt(part), 0n);
    expect(charged).toBe(BigInt(message.gasFeeCap) * BigInt(message.gasLimit));
  });

  describe('search', () => {
    const KEY = 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
    const known: readonly KnownAddress[] = [{ address: parseAddress(KEY), label: 'Harbour office', source: 'book' }];
    const sources: SearchSources = {
      book: { list: () => known, find: (address) => known.find((one) => one.address === address) },
      ownMiners: async () => ['t01000'],
    };
    const search = async (text: string) => zSearchResult.parse(await services.chain.search({ text }, sources));
    const hits = async (text: string) => (await search(text)).hits;

    it('finds addresses, epochs, methods and tipsets', async () => {
      expect(await hits('t01000')).toEqual([{ kind: 'miner', address: 't01000' }]);
      expect(await hits('f01000')).toMatchObject([{ kind: 'miner', address: 't01000', note: expect.stringContaining('uses t') }]);
      expect(await hits('f05')).toMatchObject([{ kind: 'actor', address: 't05', type: 'storagemarket' }]);
      expect(await hits(' 100 ')).toContainEqual({ kind: 'tipset', height: 100 });
      expect(await hits('chainhead')).toContainEqual({ kind: 'method', method: 'ChainHead' });
      expect(await hits('SubmitWindowedPoSt')).toMatchObject([
        { kind: 'actor-method', method: 'SubmitWindowedPoSt', actors: 'storageminer', number: '5' },
      ]);
      const head = services.chain.slice.get().head;
      expect(await hits(head?.key.join(' ') ?? '')).toMatchObject([{ kind: 'tipset-key', height: head?.height }]);
      expect(await search('999,999,999')).toMatchObject({ hits: [], problem: expect.stringContaining('above the head') });
      expect(await search('deal 999,999')).toEqual({ hits: [], problem: "Deal 999,999 is not in the market actor's state." });
    });

    it('finds labels, also beside something else', async () => {
      expect(await hits('harbour')).toMatchObject([{ kind: 'actor', address: KEY.replace('f', 't'), label: 'Harbour office' }]);
      expect(await hits(KEY)).toMatchObject([{ kind: 'actor', label: 'Harbour office' }]);
    });

    it('finds sectors, claims, allocations, dates and exit codes', async () => {
      expect(await hits('t01000/0')).toEqual([{ kind: 'sector', miner: 't01000', sector: 0 }]);
      expect(await hits('sector 99999 of t01000')).toMatchObject([{ kind: 'sector', note: expect.stringContaining('Not on chain') }]);
      expect(await hits('sector 0')).toEqual([{ kind: 'sector', miner: 't01000', sector: 0 }]);
      expect(await search('claim 123456')).toMatchObject({ hits: [], problem: expect.stringContaining('provider t01000') });
      expect(await search('allocation 5 of t01001')).toMatchObject({ hits: [], problem: expect.stringContaining('client t01001') });
      const { head, genesisTimeMs = 0, blockDelaySeconds = 30 } = services.chain.slice.get();
      const height = (head?.height ?? 0) - 10;
      const text = new Date(genesisTimeMs + height * blockDelaySeconds * 1000).toISOString();
      expect(await hits(text)).toMatchObject([{ kind: 'tipset', height }]);
      expect(await search('2099-01-01')).toMatchObject({ hits: [], problem: expect.stringContaining('is in the future') });
      expect(await hits('exit 18')).toMatchObject([{ kind: 'exit-code', code: 18, name: 'ErrForbidden' }]);
    });

    it('says what any object of the store is', async () => {
      const { client } = services.connections.getActive() ?? expect.fail('no connection');
      const objectOf = async (address: string) => {
        const { value } = await client.call('StateGetActor', [address, null], { cause: 'test' });
        return (value as { readonly Head: { readonly '/': string } }).Head['/'];
      };
      expect(await hits(await objectOf('t01'))).toMatchObject([{ kind: 'object', what: expect.stringContaining('init') }]);
      expect(await hits(await objectOf('t01000'))).toMatchObject([{ kind: 'object', what: expect.stringContaining('storageminer') }]);
      const head = services.chain.slice.get().head ?? expect.fail('no head');
      const { blocks } = await services.chain.getTipset({ height: head.height });
      expect(await hits(blocks[0]?.parentStateRoot ?? '')).toMatchObject([{ kind: 'object', what: 'a state root' }]);
      expect(await hits(head.key[0] ?? '')).toMatchObject([{ kind: 'tipset-key', block: head.key[0] }]);
    });

    it('takes pieces, payloads and proposals to the deals', async () => {
      const piece = 'baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq';
      expect(await hits(piece)).toEqual([{ kind: 'deals-of', what: 'piece', cid: piece }]);
      expect(await hits('bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi')).toMatchObject([
        { kind: 'deals-of', what: 'label' },
      ]);
      expect(await search('bafy2bzacedhl5cowfmp7hq2ke3irf7indry55px44cbbjthazwvpm7ktf676w')).toMatchObject({
        problem: expect.stringContaining('or other object with this CID'),
      });
    });

    it('finds a message by its sender and nonce while it waits, and says when it was executed', async () => {
      const { cid } = (await services.control('faucet', { address: 't01000' })) as { cid: string | { '/': string } };
      const { client } = services.connections.getActive() ?? expect.fail('no connection');
      const { value } = await client.call('MpoolPending', [[]], { cause: 'test' });
      const [waiting] = value as { readonly Message: { readonly From: string; readonly Nonce: number } }[];
      const { From: from, Nonce: nonce } = waiting?.Message ?? expect.fail('nothing waits');
      expect(await hits(`${from}:${nonce}`)).toMatchObject([{ kind: 'message', cid: typeof cid === 'string' ? cid : cid['/'] }]);
      await services.control('advance', { epochs: 3 });
      await eventually(async () => (await hits(`${from} nonce ${nonce}`))[0]?.kind === 'actor', 'the message is executed');
      expect(await hits(`${from} nonce ${nonce}`)).toMatchObject([{ kind: 'actor', note: expect.stringContaining('was executed') }]);
    });

    it('looks for a peer id among own miners', async () => {
      expect(await search('12D3KooWGzxzKZYveHXtpG6AsrUJBcWxHBFS2HsEoGTxrMLvKXtf')).toMatchObject({
        hits: [],
        problem: expect.stringContaining('peer ID'),
      });
    });
  });
});

describe('miners', () => {
  it('lists the own miner first, then the others of a small network', async () => {
    const list = zMinerList.parse(await services.miners.listMiners());
    const rows = filled(list.miners);
    expect(rows[0]).toMatchObject({ address: 't01000', isOwn: true });
    expect(rows.length).toBe(list.total);
    expect(rows.length).toBeGreaterThan(1);
  });

  it('marks a miner as own while it is watched', async () => {
    const other = filled((await services.miners.listMiners()).miners).at(-1)?.address ?? '';
    await services.miners.watchMiner({ address: other, isWatched: true });
    expect((await services.minerReads.getMiner({ address: other })).isOwn).toBe(true);
    await services.miners.watchMiner({ address: other, isWatched: false });
    expect((await services.minerReads.getMiner({ address: other })).isOwn).toBe(false);
  });

  it('shows one miner with power, keys, balance, deadlines and sectors that agree', async () => {
    const miner = zMiner.parse(await services.minerReads.getMiner({ address: 'f01000' }));
    expect(miner.address).toBe('t01000');
    const { deadlines, currentIndex } = filled(miner.deadlines);
    expect(deadlines).toHaveLength(48);
    expect(deadlines[currentIndex]?.openEpoch).toBeLessThanOrEqual(miner.pinned.height + 1);
    expect(deadlines[currentIndex]?.closeEpoch).toBeGreaterThanOrEqual(miner.pinned.height);
    const counts = filled(miner.sectors);
    expect(deadlines.reduce((sum, { live }) => sum + live, 0)).toBe(counts.live);
    expect(deadlines.reduce((sum, { active }) => sum + active, 0)).toBe(counts.active);
    expect(BigInt(filled(miner.market).escrow)).toBeGreaterThanOrEqual(BigInt(filled(miner.market).locked));
    expect(BigInt(filled(miner.power).qualityAdjusted)).toBeGreaterThan(0n);
    const { roles } = filled(miner.info);
    expect(roles.map(({ role }) => role)).toEqual(expect.arrayContaining(['Owner', 'Worker']));
    expect(roles.every(({ balance }) => balance !== undefined)).toBe(true);
    const balance = filled(miner.balance);
    expect(BigInt(balance.total)).toBeGreaterThanOrEqual(BigInt(balance.available));
  });

  it('refuses what is no address and says what is not there', async () => {
    await expect(services.minerReads.getMiner({ address: 'f09x' })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(services.minerReads.getMiner({ address: 'T01000' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Addresses are lower case.',
    });
    await expect(services.minerReads.getMiner({ address: 't01' })).rejects.toMatchObject({
      code: 'not-found',
      message: 't01 is an init actor, not a miner.',
    });
    await expect(services.minerReads.getMiner({ address: 'f0999999' })).rejects.toMatchObject({
      code: 'not-found',
      message: 'No actor on this network has the address t0999999.',
    });
  });
});

describe('sealing', () => {
  it('rests until somebody watches, then shows every sector with its flags', async () => {
    const before = services.tap.methods().filter((method) => method === 'SectorsList').length;
    expect(before).toBe(0);
    expect(services.sealing.slice.get().status).toBe('idle');
    services.sealing.slice.addSubscriber();
    const board = zSealingBoard.parse(await liveBoard());
    expect(board.miner).toBe('t01000');
    expect(board.sectors.length).toBeGreaterThan(5);
    const proving = board.sectors.filter(({ state }) => state === 'Proving');
    expect(proving.length).toBeGreaterThan(0);
    expect(proving.every(({ isOnChain }) => isOnChain)).toBe(true);
    // A list of numbers would be refused whole for one that is not on chain yet.
    const sealing = board.sectors.filter(({ isOnChain }) => !isOnChain);
    expect(sealing.length).toBeGreaterThan(0);
    expect(new Set(sealing.map(({ chainCall }) => chainCall.method))).toEqual(new Set(['StateSectorGetInfo']));
    const early = board.sectors.filter(({ group }) => group === 'taking-data' || group === 'pre-commit');
    expect(early.every(({ isActive }) => !isActive)).toBe(true);
    expect(Object.keys(board.pastMs).length).toBeGreaterThan(3);
  });

  it('moves with the chain: a sector goes from pSet NO to YES', async () => {
    const waiting = services.sealing.slice
      .get()
      .sectors.filter(({ isActive, group }) => !isActive && group !== 'failed' && group !== 'leaving');
    expect(waiting.length).toBeGreaterThan(0);
    for (let round = 0; round < 20; round++) {
      const { headHeight } = await services.control('advance', { epochs: 5 });
      await eventually(() => (services.sealing.slice.get().pinned?.height ?? 0) >= Number(headHeight), 'the board at the new head');
      const { sectors } = services.sealing.slice.get();
      if (waiting.some(({ number }) => sectors.some((sector) => sector.number === number && sector.isActive))) {
        return;
      }
    }
    throw new Error('no sector became active in a hundred epochs');
  });

  it('rests again when nobody watches', async () => {
    services.sealing.slice.removeSubscriber();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const polls = services.tap.methods().filter((method) => method === 'SectorsList').length;
    await services.control('advance', { epochs: 2 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(services.tap.methods().filter((method) => method === 'SectorsList').length).toBe(polls);
  });

  function liveBoard(): Promise<SealingBoard> {
    return eventually(() => {
      const board = services.sealing.slice.get();
      return board.status === 'live' ? board : undefined;
    }, 'a live board');
  }
});
