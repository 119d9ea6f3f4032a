/** The pool of the embedded node over HTTP and WebSocket, and of nodes that tell less, or lie. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { MempoolService } from '../../../electron/services/mempool/mempool-service.ts';
import { PoolEntries } from '../../../electron/services/mempool/pool-entries.ts';
import { PoolLearner } from '../../../electron/services/mempool/pool-learner.ts';
import type { ChainTipset } from '../../../electron/services/pinned/chain-tipset.ts';
import { parseCid } from '../../../shared/domain/encoding/cid.ts';
import { type PoolSender, zMempoolState, zPool, zPoolPage } from '../../../shared/ipc/schemas/mempool.ts';
import { buildConnection, TestConnections } from '../../builders/active-connection.ts';
import { type DevnetServices, startDevnetServices } from '../../builders/devnet-services.ts';
import { eventually } from '../../builders/eventually.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { answer, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const CODE = { '/': 'bafy2bzacebc3bt6cedhoyw34drrmjvazhu4oj25er2ebk4u445pzycvq4ta4a' };
const NOBODY = { list: () => [] };
const PAGE = { filter: '', order: { by: 'nonce', direction: 'ascending' }, offset: 0, limit: 100 } as const;

describe('the pool of the embedded node', () => {
  let services: DevnetServices;
  let mempool: MempoolService;

  beforeAll(async () => {
    services = await startDevnetServices();
    const { connections, chain } = services;
    mempool = new MempoolService({ connections, chain, book: NOBODY, clock: systemClock, logger: quietLogger });
    mempool.start();
  });
  afterAll(async () => {
    await mempool.stop();
    await services.stop();
  });

  it('is told live: a message comes, and goes with the block that takes it', async () => {
    mempool.slice.addSubscriber();
    await eventually(() => mempool.slice.get().status === 'live', 'the stream');
    // The list is asked for once more, because of what may have come between it and the stream.
    await services.control('advance', { epochs: 1 });
    await eventually(() => services.tap.methods().filter((method) => method === 'MpoolPending').length === 2, 'the list again');
    const { cid } = (await services.control('faucet', { address: 't01000' })) as { cid: string | { '/': string } };
    const own = { ...PAGE, filter: `cid:=${typeof cid === 'string' ? cid : cid['/']}` };
    await eventually(async () => (await mempool.listMessages(own)).matching === 1, 'the message');
    const page = zPoolPage.parse(await mempool.listMessages(own));
    expect(page.rows).toMatchObject([{ to: 't01000', methodName: 'Send', isOwn: false }]);
    expect(page.rows[0]?.hold).toBeUndefined();
    const pool = zPool.parse(await mempool.getPool());
    expect(pool).toMatchObject({ messageCount: page.total, behindGapCount: 0, unreadableCount: 0 });
    expect(pool.senders.some(({ address }) => address === page.rows[0]?.from)).toBe(true);
    const asked = services.tap.methods().filter((method) => method === 'MpoolPending').length;
    await services.control('advance', { epochs: 2 });
    await eventually(async () => (await mempool.listMessages(own)).matching === 0, 'the message is taken');
    // What the stream tells is not asked for.
    expect(services.tap.methods().filter((method) => method === 'MpoolPending').length).toBe(asked);
    zMempoolState.parse(mempool.slice.get());
    mempool.slice.removeSubscriber();
  });

  it('is told again to whoever comes back', async () => {
    mempool.slice.addSubscriber();
    await eventually(() => mempool.slice.get().status === 'live', 'the stream');
    const { revision } = mempool.slice.get();
    await services.control('faucet', { address: 't01000' });
    await eventually(() => mempool.slice.get().revision > revision, 'the message');
    mempool.slice.removeSubscriber();
    await services.control('advance', { epochs: 2 });
  });

  it('is asked for where nobody watches, once for each head', async () => {
    await mempool.getPool();
    const asked = services.tap.methods().filter((method) => method === 'MpoolPending').length;
    await mempool.getPool();
    await mempool.listMessages(PAGE);
    expect(services.tap.methods().filter((method) => method === 'MpoolPending').length).toBe(asked);
    const { headHeight } = await services.control('advance', { epochs: 1 });
    await eventually(() => services.chain.slice.get().head?.height === headHeight, 'the head');
    await mempool.getPool();
    expect(services.tap.methods().filter((method) => method === 'MpoolPending').length).toBe(asked + 1);
  });
});

describe('the pool of an endpoint that tells less', () => {
  const TIPSET: ChainTipset = {
    key: [parseCid('bafy2bzacebc3bt6cedhoyw34drrmjvazhu4oj25er2ebk4u445pzycvq4ta4a')],
    height: 100,
    timeMs: 0,
    parents: [],
    parentWeight: 0n,
    baseFee: '100',
    blocks: [],
  };
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  });

  async function serviceOver(results: Readonly<Record<string, unknown>>): Promise<{ mempool: MempoolService; node: ScriptedNode }> {
    const node = await startScriptedNode();
    node.onRequest((request, response) => {
      const method = (request.call.method ?? '').replace('Filecoin.', '');
      const result = results[method];
      answer(
        response,
        200,
        request,
        result === undefined ? { error: { code: -32601, message: `method '${method}' not found` } } : { result },
      );
    });
    const { connection, close } = buildConnection({ httpUrl: node.httpUrl });
    const chain = { tipsets: [TIPSET], whenHead: async () => undefined, onHeadChanged: () => () => undefined };
    const mempool = new MempoolService({
      connections: new TestConnections(connection),
      chain,
      book: NOBODY,
      clock: systemClock,
      logger: quietLogger,
    });
    mempool.start();
    cleanups.push(
      () => node.stop(),
      close,
      () => mempool.stop(),
    );
    return { mempool, node };
  }
  const message = (nonce: number, more: object = {}) => ({
    Message: {
      Version: 0,
      To: 'f01000',
      From: 'f1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba',
      Nonce: nonce,
      Value: '0',
      GasLimit: 1000,
      GasFeeCap: '200',
      GasPremium: '5',
      Method: 0,
      Params: null,
      ...more,
    },
    Signature: { Type: 1, Data: Buffer.from(`signature ${nonce}`.padEnd(65)).toString('base64') },
  });

  it('is asked for with every head, and says so', async () => {
    const { mempool } = await serviceOver({ MpoolPending: [message(4), message(6)], StateGetActor: undefined });
    mempool.slice.addSubscriber();
    await eventually(() => mempool.slice.get().status === 'polling', 'the pool');
    expect(zPool.parse(await mempool.getPool())).toMatchObject({ messageCount: 2, behindGapCount: 1, senders: [{ gapNonce: '5' }] });
  });

  it.each([
    ['nothing is missing where the head itself carries what came before', [4, 5], undefined],
    ['a nonce is missing that neither the state nor the head has', [4], '5'],
    ['nothing is claimed where the messages of the head are not told', undefined, undefined],
  ] as const)('%s', async (_name, carried, gapNonce) => {
    const { mempool, node } = await serviceOver({
      MpoolPending: [message(6)],
      StateGetActor: { Code: CODE, Head: CODE, Nonce: 4, Balance: '0' },
      ...(carried === undefined
        ? {}
        : { ChainGetMessagesInTipset: carried.map((nonce) => ({ Cid: CODE, Message: message(nonce).Message })) }),
    });
    mempool.slice.addSubscriber();
    await eventually(
      () => node.requests.some(({ call }) => call.method === 'Filecoin.ChainGetMessagesInTipset'),
      'the messages of the head',
    );
    // The first is of the list, the second of what was learned.
    await eventually(() => mempool.slice.get().revision >= 2, 'what was learned');
    const [sender] = (await mempool.getPool()).senders;
    expect([sender?.gapNonce, sender?.chainNonce]).toEqual([
      gapNonce,
      carried === undefined ? undefined : gapNonce === undefined ? '6' : '5',
    ]);
  });

  it('a gap is claimed once it lasts longer than backends lag: the pool may be of one that is ahead', async () => {
    const node = await startScriptedNode();
    cleanups.push(() => node.stop());
    const results: Readonly<Record<string, unknown>> = {
      StateGetActor: { Code: CODE, Head: CODE, Nonce: 4, Balance: '0' },
      ChainGetMessagesInTipset: [],
    };
    node.onRequest((request, response) => {
      const result = results[(request.call.method ?? '').replace('Filecoin.', '')];
      answer(response, 200, request, result === undefined ? { error: { code: -32601, message: 'method not found' } } : { result });
    });
    const { connection, close } = buildConnection({ httpUrl: node.httpUrl });
    cleanups.push(close);
    const learner = new PoolLearner(connection, new AbortController().signal, () => undefined);
    const pool = new PoolEntries('f');
    await pool.replaceBy([message(6)], 0);
    const [entry] = pool.entries.values();
    if (entry === undefined) throw new Error('no message');
    const sender = { address: entry.fromText } as PoolSender;
    connection.client.heads.noteLag(2);
    const nextAt = async (height: number) => {
      await learner.learn(pool.entries, [sender], { ...TIPSET, height });
      return learner.nextNonces.get(entry.from);
    };
    expect([await nextAt(100), await nextAt(101), await nextAt(102)]).toEqual([undefined, undefined, 4n]);
  });

  it('counts what it cannot read, and shows the rest', async () => {
    const { mempool } = await serviceOver({ MpoolPending: [message(4), 'nonsense', null, message(5, { Nonce: -1 })] });
    expect(await mempool.getPool()).toMatchObject({ messageCount: 1, unreadableCount: 3 });
  });

  it('is empty where the node says null', async () => {
    const { mempool } = await serviceOver({ MpoolPending: null });
    expect(await mempool.getPool()).toMatchObject({ messageCount: 0, senders: [], feeCaps: [], premiums: [] });
  });

  it('fails with the reason of the call where it is not served', async () => {
    const { mempool } = await serviceOver({});
    mempool.slice.addSubscriber();
    await expect(mempool.getPool()).rejects.toMatchObject({ code: 'method-not-served', details: { method: 'MpoolPending' } });
    expect(zMempoolState.parse(mempool.slice.get())).toMatchObject({ status: 'failed', problem: { code: 'method-not-served' } });
  });

  it('gives thousands by pages', async () => {
    const { mempool } = await serviceOver({ MpoolPending: Array.from({ length: 3000 }, (_, index) => message(index)) });
    const page = zPoolPage.parse(await mempool.listMessages({ ...PAGE, filter: 'nonce:>=1000', offset: 500, limit: 500 }));
    expect(page).toMatchObject({ total: 3000, matching: 2000, offset: 500 });
    expect(page.rows.map(({ nonce }) => Number(nonce))).toEqual(Array.from({ length: 500 }, (_, index) => 1500 + index));
  });
});
