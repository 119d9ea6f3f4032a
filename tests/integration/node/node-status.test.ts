import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { NodeService } from '../../../electron/services/node/node-service.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import { zNodeStatus } from '../../../shared/ipc/schemas/node.ts';
import { buildConnection, type TestConnection, TestConnections } from '../../builders/active-connection.ts';
import { readSharedJson } from '../../builders/shared-data.ts';
import { answer, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

let scripted: ScriptedNode;
let connection: TestConnection;
let service: NodeService;

beforeEach(async () => {
  scripted = await startScriptedNode();
  connection = buildConnection({ httpUrl: scripted.httpUrl });
  service = new NodeService({ connections: new TestConnections(connection.connection), clock: systemClock });
});
afterEach(async () => {
  connection.close();
  await scripted.stop();
});

/** Serves these methods, each with its result, an error, or a function of its parameters, and no other. */
function serve(answers: Readonly<Record<string, unknown>>): void {
  scripted.onRequest((request, response) => {
    const name = (request.call.method ?? '').replace(/^Filecoin\./, '');
    const given = answers[name];
    if (given === undefined)
      answer(response, 500, request, { error: { code: -32601, message: `method '${request.call.method}' not found` } });
    else if (given instanceof Refusal) answer(response, 200, request, { error: { code: given.code, message: given.message } });
    else answer(response, 200, request, { result: typeof given === 'function' ? given(request.call.params) : given });
  });
}

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

test('the embedded node tells everything that it can, and F3 is off', async () => {
  const devnet = await startDevnet({ isPaused: true, seed: 'node', historyEpochs: 20 });
  const embedded = buildConnection({ httpUrl: devnet.httpUrl, token: devnet.tokens.read }, { letter: 't' });
  try {
    const status = await new NodeService({ connections: new TestConnections(embedded.connection), clock: systemClock }).getStatus();
    expect(zNodeStatus.parse(status)).toEqual(status);
    const failed = Object.entries(status).filter(([, panel]) => typeof panel === 'object' && 'error' in panel);
    expect(failed).toEqual([]);
    expect(status.f3).toMatchObject({ value: { isRunning: false } });
    expect(status.version).toMatchObject({
      value: { agent: 'sextant-devnet', apiVersion: '2.3.0', compatibility: { isCompatible: true } },
    });
    expect(status.sync).toMatchObject({ value: { workers: [{ stage: 'complete', height: 20 }] } });
    expect(embedded.tap.calls.every(({ start }) => start.cause.startsWith('node: '))).toBe(true);
  } finally {
    embedded.close();
    await devnet.stop();
  }
});

describe('parts fail alone', () => {
  test('where nothing but the version is served, the others name their method', async () => {
    serve({ Version: { Version: '1.2.3', APIVersion: 66_816, BlockDelay: 30, Agent: '' } });
    const status = await service.getStatus();
    expect(status.version).toMatchObject({ value: { software: '1.2.3', compatibility: { isCompatible: false } } });
    const methods = Object.values(status).flatMap((panel) =>
      typeof panel === 'object' && 'error' in panel ? [panel.error.details?.method] : [],
    );
    expect(methods.sort()).toEqual(
      [
        'ChainHead',
        'F3GetLatestCertificate',
        'ID',
        'NetAddrsListen',
        'NetAutoNatStatus',
        'NetBandwidthStats',
        'NetPeers',
        'NodeStatus',
        'StartTime',
        'SyncState',
      ].sort(),
    );
  });

  test('what was refused is not asked for again with every head', async () => {
    serve({ ID: '12D3KooWA' });
    const refused = new SextantError('method-not-served', 'It does not serve NetPeers.', { details: { method: 'NetPeers', callId: 7 } });
    const missing = { refusalOf: (_id: string, method: string) => (method === 'NetPeers' ? refused : undefined) };
    const connections = new TestConnections(connection.connection);
    const status = await new NodeService({ connections, clock: systemClock, missing }).getStatus();
    expect(status.peers).toMatchObject({ error: { code: 'method-not-served', details: { callId: 7 } } });
    const asked = scripted.requests.map(({ call }) => call.method);
    expect(asked).toContain('Filecoin.SyncState');
    expect(asked).not.toContain('Filecoin.NetPeers');
  });

  test('a misshapen answer is the endpoint’s fault and harms no other part', async () => {
    serve({ NetPeers: { not: 'a list' }, ID: '12D3KooWA' });
    const status = await service.getStatus();
    expect(status.peers).toMatchObject({ error: { code: 'endpoint-bad-reply' } });
    expect(status.peerId).toMatchObject({ value: { peerId: '12D3KooWA' } });
  });
});

test('a node of which no part can be had fails as one; one that serves nothing says so part by part', async () => {
  serve({});
  expect((await service.getStatus()).version).toMatchObject({ error: { code: 'method-not-served' } });
  await scripted.stop();
  // That F3 is off is known from an earlier refusal, and is no answer.
  const off = new SextantError('node-error', 'F3 is disabled.', { details: { method: 'F3IsRunning', nodeCode: 4 } });
  const missing = { refusalOf: (_id: string, method: string) => (method === 'F3IsRunning' ? off : undefined) };
  const connections = new TestConnections(connection.connection);
  await expect(new NodeService({ connections, clock: systemClock, missing }).getStatus()).rejects.toMatchObject({
    code: 'endpoint-unreachable',
  });
});

test('the recorded sync state of mainnet reaches the screen', async () => {
  serve({ SyncState: readSharedJson<{ result: unknown }>('chain/sync-state-mainnet-2020.json').result });
  const { sync } = await service.getStatus();
  expect(sync).toMatchObject({
    value: { vmApplied: '0', workers: [{ stage: 'message sync', height: 5320 }, { stage: 'idle' }, { stage: 'idle' }] },
  });
});

describe('F3', () => {
  const certificate = {
    GPBFTInstance: 290_000,
    ECChain: [
      { Key: [{ '/': 'bafy2bzaceaaaaaaa' }], Epoch: 100 },
      { Key: [{ '/': 'bafy2bzacebbbbbbb' }], Epoch: 104 },
    ],
  };

  test('running: instance, round, phase and what is final', async () => {
    serve({ F3IsRunning: true, F3GetProgress: { ID: 290_001, Round: 2, Phase: 3, Input: [] }, F3GetLatestCertificate: certificate });
    expect((await service.getStatus()).f3).toMatchObject({
      value: {
        isRunning: true,
        instance: '290001',
        round: '2',
        phase: 'prepare',
        finalizedHeight: 104,
        finalizedKey: ['bafy2bzacebbbbbbb'],
      },
    });
  });

  test('a gateway serves the certificate alone', async () => {
    serve({ F3GetLatestCertificate: certificate });
    expect((await service.getStatus()).f3).toMatchObject({ value: { isRunning: true, instance: '290000', finalizedHeight: 104 } });
  });

  test('switched off', async () => {
    serve({ F3IsRunning: new Refusal(4, 'f3 is disabled') });
    expect((await service.getStatus()).f3).toMatchObject({ value: { isRunning: false } });
  });
});

describe('peers', () => {
  const peers = Array.from({ length: 2500 }, (_, index) => ({
    ID: `12D3KooW${index}`,
    Addrs: index === 0 ? null : ['/ip4/1.2.3.4/tcp/1'],
  }));

  test('at most 2000 cross, all are counted', async () => {
    serve({ NetPeers: peers });
    const status = await service.getStatus();
    expect(status.peers).toMatchObject({ value: { total: 2500 } });
    expect('value' in status.peers && status.peers.value.peers.length).toBe(2000);
    expect(zNodeStatus.safeParse(status).success).toBe(true);
  });

  test('agents are asked once; those who do not tell are left without', async () => {
    serve({
      NetPeers: peers.slice(0, 3),
      NetAgentVersion: ([id]: readonly string[]) => (id === '12D3KooW1' ? undefined : `lotus of ${id}`),
    });
    const ids = ['12D3KooW0', '12D3KooW2'];
    expect(await service.getPeerAgents(ids)).toEqual(ids.map((peerId) => ({ peerId, addresses: [], agent: `lotus of ${peerId}` })));
    const before = scripted.requests.length;
    await service.getPeerAgents(ids);
    expect(scripted.requests.length).toBe(before);
    expect((await service.getStatus()).peers).toMatchObject({
      value: { peers: [{ agent: 'lotus of 12D3KooW0' }, {}, { agent: 'lotus of 12D3KooW2' }] },
    });
  });

  test('a peer that fails is left without an agent', async () => {
    serve({ NetAgentVersion: new Refusal(1, 'item not found') });
    expect(await service.getPeerAgents(['12D3KooWA'])).toEqual([{ peerId: '12D3KooWA', addresses: [] }]);
  });

  test('a node that tells of none says so', async () => {
    serve({});
    await expect(service.getPeerAgents(['12D3KooWA'])).rejects.toMatchObject({ code: 'method-not-served' });
  });
});

describe('backends behind one URL', () => {
  const headAt = (height: number) => ({
    Height: height,
    Cids: [{ '/': `bafy2bzace${height}` }],
    Blocks: [{ Timestamp: 1_700_000_000 + height * 30 }],
  });

  test('are compared by the heads that were received', async () => {
    const heights = [100, 98, 100, 97, 101, 101];
    let turn = 0;
    serve({ ChainHead: () => headAt(heights[turn++ % heights.length] ?? 0) });
    const { backends } = await service.getStatus();
    expect(backends).toMatchObject({
      value: { answers: 5, behind: 2, maxBehind: 3, pinnedBelow: 3 },
      calls: Array(5).fill({ method: 'ChainHead' }),
    });
    if (backends === undefined || 'error' in backends) throw new Error('no backends');
    expect(backends.value.heads.map(({ height, answers, maxBehind }) => [height, answers, maxBehind])).toEqual([
      [101, 1, 0],
      [100, 2, 0],
      [98, 1, 2],
      [97, 1, 3],
    ]);
    expect(zNodeStatus.shape.backends.safeParse(backends).success).toBe(true);
  });

  test('are not shown where all answers agree, and no longer asked for', async () => {
    let height = 100;
    let asked = 0;
    serve({
      ChainHead: () => {
        asked += 1;
        height += 1;
        return headAt(height);
      },
    });
    for (let round = 0; round < 4; round += 1) expect((await service.getStatus()).backends).toBeUndefined();
    expect(asked).toBe(20);
    await service.getStatus();
    expect(asked).toBe(21);
  });
});
