import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import type { Logger } from '../../../electron/platform/ports.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { ValueTopic } from '../../../electron/platform/topics.ts';
import type { CallFailure } from '../../../electron/rpc/call-failure.ts';
import type { ConnectionTarget } from '../../../electron/services/connections/connection-link.ts';
import { PassportEndpoint } from '../../../electron/services/connections/passport-endpoint.ts';
import { MissingMethods } from '../../../electron/services/connections/passport-missing-methods.ts';
import { PassportService } from '../../../electron/services/connections/passport-service.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Connection, ConnectionsState, Passport, PassportRow } from '../../../shared/ipc/schemas/connections.ts';
import { eventually } from '../../builders/eventually.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { RecordingTap } from '../../builders/recording-tap.ts';
import { readSharedJson } from '../../builders/shared-data.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { startLotusLikeNode } from '../../fakes/lotus-like-node/lotus-like-node.ts';
import { answer, answerText, type ScriptedNode, type SeenRequest, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

let devnet: RunningDevnet;
let scripted: ScriptedNode;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tap: RecordingTap;
const services: PassportService[] = [];

beforeAll(async () => {
  devnet = await startDevnet({ isPaused: true, seed: 'passport', historyEpochs: 240 });
});
afterAll(() => devnet.stop());
beforeEach(async () => {
  folder = await temporaryFolder();
  scripted = await startScriptedNode();
  tap = new RecordingTap();
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  await scripted.stop();
  await folder.remove();
});

function connectionOf(target: ConnectionTarget): Connection {
  const { id, kind, name, httpUrl, apiVersion, namespace } = target;
  return {
    id,
    kind,
    name,
    httpUrl,
    apiVersion,
    namespace,
    hasToken: target.token !== undefined,
    hasMinerToken: false,
    hasHeaders: false,
    isTokenLocked: false,
    isTokenExposed: false,
  };
}

interface Opened {
  readonly service: PassportService;
  readonly slice: ValueTopic<ConnectionsState>;
  readonly missing: MissingMethods;
}

async function open(target: ConnectionTarget, logger: Logger = quietLogger): Promise<Opened> {
  const slice = new ValueTopic<ConnectionsState>({
    activeId: target.id,
    revision: 1,
    connections: [connectionOf(target)],
    offers: [],
    capabilities: { hasMinerApi: false, hasV2: false, hasControl: false, isChainAccelerated: false, missingMethods: [] },
  });
  const missing = new MissingMethods(tap);
  const service = new PassportService({
    clock: systemClock,
    logger,
    paths: createProfilePaths(folder.path),
    version: '1.2.3',
    connections: {
      slice,
      requireTarget: async (id) => {
        if (id !== target.id) throw new SextantError('not-found', 'No such endpoint.');
        return target;
      },
    },
    tap,
    missing,
  });
  services.push(service);
  await service.start();
  return { service, slice, missing };
}

function targetOf(change: Partial<ConnectionTarget> = {}): ConnectionTarget {
  return { id: 'mine', kind: 'custom', name: 'Mine', httpUrl: scripted.httpUrl, apiVersion: 'v1', namespace: 'Filecoin', ...change };
}

async function examine({ service }: Opened, skipsBurst = false): Promise<Passport> {
  await service.run('mine', skipsBurst);
  return eventually(() => {
    const passport = service.topic.get('mine');
    return passport?.finishedAtMs === undefined ? undefined : passport;
  }, 'the passport');
}

function rowOf(passport: Passport, id: string): PassportRow {
  const row = passport.rows.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`There is no row ${id}.`);
  return row;
}

type Gate = (request: SeenRequest, response: ServerResponse, name: string) => boolean;

/** A service in front of the embedded node: what the gate answers itself does not reach the node. */
function putInFront(gate: Gate, token = devnet.tokens.read): void {
  scripted.onRequest((request, response) => {
    const name = (request.call.method ?? '').replace(/^Filecoin\./, '');
    if (gate(request, response, name)) return;
    void fetch(devnet.httpUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: request.headers.authorization ?? `Bearer ${token}` },
      body: request.body,
    }).then(async (reply) =>
      answerText(response, reply.status, await reply.text(), { 'Content-Type': 'application/json', Server: 'gate/1' }),
    );
  });
}

/** What a careless question could have changed. */
async function stateOf({ httpUrl, tokens }: RunningDevnet): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [method, params] of [
    ['ChainHead', []],
    ['MpoolPending', [[]]],
    ['WalletList', []],
    ['NetPeers', []],
    ['MpoolGetConfig', []],
    ['StateListActors', [[]]],
  ] as const) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: `Filecoin.${method}`, params });
    const reply = await fetch(httpUrl, { method: 'POST', headers: { Authorization: `Bearer ${tokens.admin}` }, body });
    answers.push(await reply.json());
  }
  return answers;
}

const notFound = (request: SeenRequest, response: ServerResponse): true => {
  answer(response, 500, request, { error: { code: -32601, message: `method '${request.call.method}' not found` } });
  return true;
};

describe('the embedded node', () => {
  test('has everything: every question is answered, and every row names its calls', async () => {
    const { httpUrl, wsUrl, minerUrl, tokens } = devnet;
    const opened = await open(targetOf({ kind: 'embedded', httpUrl, wsUrl, minerUrl, token: tokens.admin, minerToken: tokens.admin }));
    const passport = await examine(opened);
    expect(passport.rows.filter(({ status }) => status === 'bad' || status === 'unknown')).toEqual([]);
    expect(passport.summary).toMatch(/^The embedded node: reads and pushes, the whole chain, with a storage-miner API\.$/);
    expect(passport.rows.filter(({ calls }) => calls.length === 0).map(({ id }) => id)).toEqual(['push', 'refusals']);
    expect(rowOf(passport, 'web-socket')).toMatchObject({ status: 'good', value: expect.stringMatching(/^ChainNotify after /) });
    expect(rowOf(passport, 'token')).toMatchObject({ value: 'read, write, sign, admin', meaning: expect.stringContaining('AuthVerify') });
    expect(rowOf(passport, 'head-age').meaning).toContain('not checked');
    const sent = tap.calls.filter(({ start }) => start.kind !== 'event');
    // What the panel announces before it begins: about 130.
    expect(sent.length).toBeGreaterThan(110);
    expect(sent.length).toBeLessThan(150);
    expect(sent.filter(({ start }) => !start.cause.startsWith('passport: '))).toEqual([]);
  });

  test('a development node elsewhere tells its pace at its control address: its head is not called old', async () => {
    const { httpUrl, controlUrl, tokens } = devnet;
    const passport = await examine(await open(targetOf({ httpUrl, controlUrl, token: tokens.admin })));
    expect(rowOf(passport, 'head-age')).toMatchObject({ status: 'good', meaning: expect.stringContaining('not checked') });
  });

  test('nothing is changed or pushed, and the token is in no recorded body', async () => {
    const { httpUrl, tokens } = devnet;
    const before = await stateOf(devnet);
    await examine(await open(targetOf({ httpUrl, token: tokens.admin })));
    expect(await stateOf(devnet)).toEqual(before);
    const changing = tap.calls.filter(({ start }) => /Push|Sign|New|Import|Delete|Connect$|Shutdown/.test(start.method));
    // Asked with no parameters at all: refused before anything runs.
    expect(changing.map(({ start }) => start.paramsText)).toEqual(changing.map(() => '[]'));
    expect(changing.map(({ start }) => start.method)).toContain('Filecoin.MpoolPush');
    const asked = tap.calls.find(({ start }) => start.method === 'Filecoin.AuthVerify');
    expect(asked?.start.request).toContain('"TOKEN"');
    expect(tap.calls.filter(({ start }) => `${start.request}${start.paramsText}`.includes(tokens.admin))).toEqual([]);
  });
});

describe('a gateway', () => {
  test('narrow: which methods are missing, how far it looks back, reads only', async () => {
    const absent = new Set([
      'StateMinerSectors',
      'StateMarketDeals',
      'NetPeers',
      'SyncState',
      'MpoolPush',
      'MPoolPush',
      'Discover',
      'AuthVerify',
      'LogList',
    ]);
    let headHeight = 0;
    putInFront((request, response, name) => {
      if (absent.has(name)) return notFound(request, response);
      const height = (request.call.params as unknown[] | undefined)?.[0];
      if (name === 'ChainGetTipSetByHeight' && typeof height === 'number' && height < headHeight - 100) {
        answer(response, 200, request, { error: { code: 1, message: 'bad tipset height: lookbacks of more than 24h0m0s are disallowed' } });
        return true;
      }
      return false;
    });
    const head = await fetch(devnet.httpUrl, {
      method: 'POST',
      body: '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[]}',
    });
    headHeight = ((await head.json()) as { result: { Height: number } }).result.Height;
    const opened = await open(targetOf());
    const passport = await examine(opened);
    const missing = passport.methods.filter(({ status }) => status === 'missing').map(({ name }) => name);
    expect(missing).toEqual(
      expect.arrayContaining(['StateMinerSectors', 'StateMarketDeals', 'NetPeers', 'SyncState', 'MpoolPush', 'Discover']),
    );
    expect(missing).not.toContain('StateMinerPower');
    expect(passport.methods.find(({ name }) => name === 'StateMarketDeals')?.alternative).toBeTypeOf('string');
    expect(rowOf(passport, 'look-back')).toMatchObject({
      status: 'limited',
      value: expect.stringMatching(/^the latest (?:99|100) epochs/),
    });
    expect(rowOf(passport, 'look-back').meaning).toContain('lookbacks of more than');
    expect(rowOf(passport, 'push')).toMatchObject({ status: 'limited', value: 'not served' });
    expect(rowOf(passport, 'web-socket')).toMatchObject({ status: 'limited', value: 'no URL' });
    expect(rowOf(passport, 'http').meaning).toContain('gate/1');
    expect(passport.summary).toMatch(/^A gateway: read-only, the latest (?:99|100) epochs, no live updates, no storage-miner API\.$/);
    expect(passport.verdict).toBe('limited');
    expect(opened.missing.of('mine')).toEqual(expect.arrayContaining(['NetPeers', 'StateMinerSectors']));
  });

  test.each<[string, Readonly<Record<string, 'served' | 'missing'>>, object]>([
    ['of Lotus 1.37', { ChainGetTipSetFinalityStatus: 'served', StateRewardDistribution: 'served' }, { status: 'good', value: 'served' }],
    [
      'of Lotus 1.36',
      { ChainGetTipSetFinalityStatus: 'served', StateRewardDistribution: 'missing' },
      { status: 'limited', value: 'served', meaning: expect.stringContaining('reward split not served (needs Lotus 1.37') },
    ],
    [
      'of Lotus 1.33',
      { ChainGetTipSetFinalityStatus: 'missing', StateRewardDistribution: 'missing' },
      { status: 'limited', value: 'served', meaning: expect.stringContaining('Finality status not served') },
    ],
    ['that is not there', {}, { status: 'limited', value: 'not served', meaning: expect.stringContaining('uses v1 for finality') }],
  ])('with a v2 API %s: what of it is served, and v1 methods of the same name are not blamed', async (_what, methods, expected) => {
    const tipset = readSharedJson<object>('chain/tipsets/mainnet-4863283.json');
    const answers: Readonly<Record<string, unknown>> = {
      ChainGetTipSet: tipset,
      ChainGetTipSetFinalityStatus: { ecFinalityThresholdDepth: -1, head: tipset },
    };
    putInFront((request, response, name) => {
      if (!request.path.endsWith('/rpc/v2')) return false;
      if (Object.keys(methods).length === 0 || methods[name] === 'missing') return notFound(request, response);
      const isBare = name === 'StateRewardDistribution';
      const wrongCount = { error: { code: -32602, message: "wrong param count (method 'Filecoin.StateRewardDistribution'): 0 != 1" } };
      answer(response, 200, request, isBare ? wrongCount : { result: answers[name] });
      return true;
    });
    const opened = await open(targetOf());
    expect(rowOf(await examine(opened, true), 'v2')).toMatchObject(expected);
    expect(opened.missing.of('mine')).not.toContain('ChainGetTipSet');
    // Nothing was executed to find out.
    const split = tap.calls.filter(({ start }) => start.method === 'Filecoin.StateRewardDistribution');
    expect(split.map(({ start }) => start.paramsText)).toEqual(split.map(() => '[]'));
  });

  test('balanced over nodes of different height: the head steps backwards', async () => {
    let heads = 0;
    putInFront((request, response, name) => {
      if (name !== 'ChainHead') return false;
      heads += 1;
      if (heads % 2 === 0) return false;
      const call = { jsonrpc: '2.0', id: request.call.id, method: 'Filecoin.ChainGetTipSetByHeight', params: [100, []] };
      void fetch(devnet.httpUrl, { method: 'POST', body: JSON.stringify(call) }).then(async (reply) =>
        answerText(response, 200, await reply.text()),
      );
      return true;
    });
    const passport = await examine(await open(targetOf()));
    expect(rowOf(passport, 'skew')).toMatchObject({ status: 'limited', value: expect.stringMatching(/^(?:99|100) to \d+, 6 answers$/) });
    expect(rowOf(passport, 'skew').meaning).toContain('several backends');
    expect(passport.summary).toContain('several backends');
  });

  test('asked too far back it falls silent: what lies deeper stays open', async () => {
    // One answer of the whole passport is not given: that of the deepest tipset. The client gives it up, the passport goes on.
    putInFront((request, response, name) => {
      const height = (request.call.params as unknown[] | undefined)?.[0];
      if (name !== 'ChainGetTipSetByHeight' || height !== 0) return false;
      answerText(response, 504, 'upstream timed out');
      return true;
    });
    const passport = await examine(await open(targetOf()));
    expect(rowOf(passport, 'look-back')).toMatchObject({ status: 'good', value: expect.stringMatching(/^at least 20 epochs/) });
    expect(passport.summary).toContain('at least the latest 20 epochs');
  });

  test('on another network than the profile says', async () => {
    putInFront(() => false);
    const passport = await examine(await open(targetOf({ network: 'mainnet' })));
    expect(rowOf(passport, 'network')).toMatchObject({ status: 'bad', meaning: expect.stringContaining('Expected network: mainnet') });
    expect(passport).toMatchObject({ verdict: 'bad', summary: expect.stringContaining('another network') });
  });

  test('calls itself mainnet with another first block', async () => {
    putInFront((request, response, name) => {
      if (name !== 'StateNetworkName') return false;
      answer(response, 200, request, { result: 'mainnet' });
      return true;
    });
    const passport = await examine(await open(targetOf()));
    expect(rowOf(passport, 'genesis')).toMatchObject({
      status: 'bad',
      meaning: expect.stringContaining('whose genesis block is a different one'),
    });
    expect(passport.verdict).toBe('bad');
  });

  test('refuses after a number of calls: said, and the rest goes on', async () => {
    let burst = 0;
    putInFront((request, response, name) => {
      if (name !== 'ChainHead') return false;
      burst += 1;
      // The burst is the last to ask for heads: what comes before it stays below this.
      if (burst <= 20) return false;
      answerText(response, 429, '', { 'Retry-After': '1' });
      return request.body !== '';
    });
    const passport = await examine(await open(targetOf()));
    expect(rowOf(passport, 'burst')).toMatchObject({
      status: 'limited',
      value: expect.stringMatching(/^refused after \d+ of 24 light calls$/),
    });
    expect(rowOf(passport, 'refusals').meaning).toMatch(/\d+ with HTTP 429/);
    expect(passport.summary).toContain('rate-limited');
  });

  test('a WebSocket address that does not open', async () => {
    putInFront(() => false);
    scripted.refuseUpgrades(403);
    const passport = await examine(await open(targetOf({ wsUrl: scripted.wsUrl })));
    expect(rowOf(passport, 'web-socket').status).toBe('limited');
    expect(passport.summary).toContain('no live updates');
  });

  test('an opaque token that permits reading only', async () => {
    putInFront((request, response, name) => (name === 'AuthVerify' ? notFound(request, response) : false));
    const passport = await examine(await open(targetOf({ token: devnet.tokens.read })));
    expect(rowOf(passport, 'token')).toMatchObject({ value: 'read', meaning: expect.stringContaining('Claimed by the token') });
    expect(rowOf(passport, 'permissions')).toMatchObject({ value: 'write no, admin no' });
    expect(rowOf(passport, 'push')).toMatchObject({ value: 'not permitted', meaning: expect.stringContaining('The token lacks') });
  });
});

describe('a node like Lotus that is not Lotus', () => {
  test('is examined whole: what it does not have is missing, whatever code it says that with', async () => {
    const node = await startLotusLikeNode(devnet.httpUrl);
    const opened = await open(targetOf({ httpUrl: node.httpUrl }));
    const passport = await examine(opened);
    await node.stop();
    expect(rowOf(passport, 'http').status).toBe('good');
    expect(rowOf(passport, 'network')).toMatchObject({ status: 'good', value: expect.stringMatching(/^genesis-\w{8}$/) });
    expect(rowOf(passport, 'network').meaning).toContain('recognised by the genesis block');
    expect(rowOf(passport, 'batch').status).not.toBe('bad');
    expect(rowOf(passport, 'eth')).toMatchObject({ status: 'limited', value: '0 of 12 served' });
    const statusOf = (name: string) => passport.methods.find((method) => method.name === name)?.status;
    expect(['ChainHead', 'StateMinerPower', 'StateListMiners'].map(statusOf)).toEqual(['served', 'served', 'served']);
    expect(['StateNetworkName', 'StateCall', 'NetPeers', 'eth_getLogs'].map(statusOf)).toEqual([
      'missing',
      'missing',
      'missing',
      'missing',
    ]);
    expect(opened.missing.of('mine')).toEqual(expect.arrayContaining(['StateNetworkName', 'StateMarketDeals']));
  });

  test('an empty call that is refused for anything but its parameters says nothing of the method', async () => {
    putInFront((request, response, name) => {
      if (name !== 'StateCall') return false;
      answer(response, 200, request, { error: { code: -32603, message: 'internal error' } });
      return true;
    });
    const passport = await examine(await open(targetOf()));
    expect(passport.methods.find(({ name }) => name === 'StateCall')?.status).toBe('untried');
  });

  test('a head of an unexpected shape is one bad row: the rest is asked', async () => {
    putInFront((request, response, name) => {
      if (name !== 'ChainHead') return false;
      answer(response, 200, request, { result: { Height: 'seven' } });
      return true;
    });
    const passport = await examine(await open(targetOf()));
    expect(rowOf(passport, 'http')).toMatchObject({ status: 'bad', value: 'ChainHead has an unexpected shape' });
    expect(rowOf(passport, 'genesis').status).toBe('good');
    expect(passport.rows.filter(({ value }) => value === 'not tested').map(({ id }) => id)).toEqual(['state-look-back']);
  });
});

describe('replicas of which some are behind', () => {
  test('a question is repeated where a replica that is behind refused it', async () => {
    let refusals = 2;
    putInFront((request, response, name) => {
      if (name !== 'ChainGetTipSetByHeight' || refusals === 0) return false;
      refusals -= 1;
      answer(response, 500, request, { error: { code: 1, message: 'bad tipset height: tipset height in future' } });
      return true;
    });
    const passport = await examine(await open(targetOf()));
    expect(rowOf(passport, 'look-back')).toMatchObject({ status: 'good', value: expect.stringContaining('whole chain') });
    expect(passport.summary).toContain('several backends');
  });
});

describe('what is asked for', () => {
  test('without its burst: the row says so, and no call of it goes out', async () => {
    putInFront(() => false);
    const passport = await examine(await open(targetOf()), true);
    expect(rowOf(passport, 'burst')).toMatchObject({ status: 'unknown', value: 'skipped', calls: [] });
    expect(tap.calls.filter(({ start }) => start.cause.includes('burst'))).toEqual([]);
    expect(passport.progress).toBe(1);
  });

  test.each([
    ['MpoolPush', [{ Message: {} }]],
    ['WalletNew', ['secp256k1']],
    ['eth_sendRawTransaction', ['0x00']],
    ['Shutdown', []],
    ['NotInTheCatalogue', []],
  ])('never %s: it could change something', async (method, params) => {
    const endpoint = new PassportEndpoint({ target: targetOf(), tap, clock: systemClock, signal: new AbortController().signal });
    await expect(endpoint.ask(method, params, { why: 'a mistake', schema: z.unknown() })).rejects.toThrow('could change something');
    endpoint.close();
    expect(tap.calls).toEqual([]);
  });
});

describe('what goes wrong', () => {
  test('nobody there: which layer fails, and nothing else is asked', async () => {
    const opened = await open(targetOf({ httpUrl: 'http://127.0.0.1:1/rpc/v1' }));
    const passport = await examine(opened);
    expect(rowOf(passport, 'http')).toMatchObject({ status: 'bad', value: 'no connection' });
    expect(rowOf(passport, 'methods')).toMatchObject({ status: 'unknown', value: 'not tested' });
    expect(passport).toMatchObject({ verdict: 'bad', summary: 'Not usable: no connection.', methods: [] });
  });

  test('a web page in place of a node', async () => {
    scripted.onRequest((_request, response) => answerText(response, 200, '<html>hello</html>'));
    const passport = await examine(await open(targetOf()));
    expect(rowOf(passport, 'http')).toMatchObject({ status: 'bad', value: 'not a JSON-RPC answer' });
  });

  test('stopped: what was found stays, the rest says so', async () => {
    putInFront((_request, _response, name) => name === 'ChainGetGenesis');
    const opened = await open(targetOf());
    await opened.service.run('mine');
    await eventually(() => opened.service.topic.get('mine')?.rows.find(({ id }) => id === 'genesis'), 'the genesis question');
    await opened.service.stopRun('mine');
    const passport = opened.service.topic.get('mine');
    expect(passport?.finishedAtMs).toBeTypeOf('number');
    expect(passport?.verdict).toBe('unknown');
    expect(passport?.rows.find(({ id }) => id === 'http')?.status).toBe('good');
    expect(passport?.rows.find(({ id }) => id === 'rate' || id === 'burst')?.meaning).toContain('stopped');
  });

  test('a connection that is removed meanwhile: its passport goes with it', async () => {
    putInFront((_request, _response, name) => name === 'ChainGetGenesis');
    const { service, slice } = await open(targetOf());
    await service.run('mine');
    await eventually(() => service.topic.get('mine')?.rows.find(({ id }) => id === 'genesis'), 'the genesis question');
    slice.set({ ...slice.get(), activeId: '', connections: [] });
    await service.stopRun('mine');
    expect(service.topic.items()).toEqual([]);
  });

  test('a node that quotes the token it was sent: no finding has it', async () => {
    const token = `opaque.${'t0ken'.repeat(40)}.end`;
    scripted.onRequest((request, response) => answer(response, 200, request, { error: { code: 1, message: `invalid token ${token}` } }));
    const passport = await examine(await open(targetOf({ token })));
    expect(rowOf(passport, 'http').value).toBe('invalid token TOKEN');
    expect(JSON.stringify(passport)).not.toContain('t0ken');
  });

  test('a connection that is not there', async () => {
    const { service } = await open(targetOf());
    await expect(service.run('other')).rejects.toMatchObject({ code: 'not-found' });
    await expect(service.getText('mine')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('what is kept', () => {
  test('the passport with its date and without its calls; gone with its connection', async () => {
    putInFront(() => false);
    const first = await open(targetOf());
    const passport = await examine(first);
    const path = join(folder.path, 'passports.json');
    await eventually(async () => (await readFile(path, 'utf8').catch(() => '')) !== '', 'the document');
    await first.service.stop();
    const second = await open(targetOf());
    const kept = second.service.topic.get('mine');
    expect(kept).toMatchObject({ finishedAtMs: passport.finishedAtMs, summary: passport.summary });
    expect(kept?.rows.every(({ calls }) => calls.length === 0)).toBe(true);
    second.slice.set({ ...second.slice.get(), connections: [{ ...connectionOf(targetOf()), id: 'other' }] });
    expect(second.service.topic.items()).toEqual([]);
  });

  test('text for a ticket: whole, dated, without token and without hostile characters', async () => {
    putInFront((request, response, name) => {
      if (name !== 'Version') return false;
      answer(response, 200, request, { result: { Version: '1.0\u202e\u0007evil\nsecond line', APIVersion: 131_072, BlockDelay: 30 } });
      return true;
    });
    const address = new URL(scripted.httpUrl);
    address.pathname = '/0a1b2c3d4e5f60718293a4b5c6d7e8f9/rpc/v1';
    address.search = 'key=SECRET';
    const opened = await open(targetOf({ token: devnet.tokens.read, httpUrl: address.href }));
    const passport = await examine(opened);
    const { text, fileName } = await opened.service.getText('mine');
    expect(fileName).toMatch(/^passport-mine-\d{4}-\d\d-\d\d\.txt$/);
    expect(text).toContain('Sextant 1.2.3');
    expect(text).toContain('refuses with');
    const tested = passport.methods.filter(({ status, via }) => status === 'served' && via !== 'discover').length;
    expect(text).toContain(`  served (${tested})`);
    expect(text).toMatch(/listed by Discover, not tested \(\d+\)/);
    for (const { label } of passport.rows) expect(text).toContain(label);
    for (const { name } of passport.methods) expect(text.replaceAll(/\s+/g, ' ')).toContain(name);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be absent
    expect(text).not.toMatch(/[\u202e\u0000-\u0009\u000b-\u001f]/);
    expect(text).not.toContain(devnet.tokens.read);
    expect(text).not.toContain('SECRET');
    expect(text).not.toContain('0a1b2c3d');
  });
});

describe('the file of passports', () => {
  const logger: Logger = { ...quietLogger, error: () => undefined, child: () => logger };

  test('that cannot be read is told and left as it is; passports last as long as the run', async () => {
    const path = join(folder.path, 'passports.json');
    await writeFile(path, 'not a document');
    putInFront(() => false);
    const opened = await open(targetOf(), logger);
    expect(opened.service.file.get()).toMatchObject({ isSaved: false, problem: expect.stringContaining(path) });
    await examine(opened);
    await opened.service.stop();
    expect(await readFile(path, 'utf8')).toBe('not a document');
    expect(opened.service.file.get().isSaved).toBe(false);
  });

  test('damaged, with the state before its last change beside it: that is taken, and where the other is kept is told', async () => {
    const path = join(folder.path, 'passports.json');
    await writeFile(path, 'not a document');
    await writeFile(`${path}.bak`, JSON.stringify({ version: 1, data: { passports: [] } }));
    const { service } = await open(targetOf(), logger);
    expect(service.file.get()).toMatchObject({ isSaved: true, problem: expect.stringContaining(`${path}.corrupt`) });
  });

  test('that cannot be written is told, until it can', async () => {
    putInFront(() => false);
    const opened = await open(targetOf(), logger);
    const path = join(folder.path, 'passports.json');
    await mkdir(join(path, 'in the way'), { recursive: true });
    await examine(opened);
    await eventually(() => !opened.service.file.get().isSaved, 'the problem');
    await rm(path, { recursive: true });
    await opened.service.run('mine', true);
    await eventually(() => opened.service.file.get().isSaved, 'the file');
  });
});

describe('methods that ordinary calls found missing', () => {
  test('are remembered for their connection until it is reached anew', async () => {
    const { missing } = await open(targetOf());
    const told: string[] = [];
    missing.onChange((id) => told.push(id));
    const answer = (method: string, failure?: Pick<CallFailure, 'code' | 'nodeCode' | 'nodeMessage'>): void => {
      const id = missing.begin({
        connectionId: 'mine',
        connectionName: 'Mine',
        method,
        transport: 'http',
        kind: 'call',
        url: '',
        requestHeaders: {},
        request: '',
        paramsText: '[]',
        cause: 'test',
      });
      const rest = { layer: 'rpc', message: '', retryable: false, isTransient: false } as const;
      missing.end(id, { tookMs: 1, ...(failure === undefined ? {} : { failure: { ...rest, ...failure } }) });
    };
    const refuse = (method: string, nodeCode: number): void =>
      answer(method, { code: 'method-not-served', nodeCode, nodeMessage: 'method not found' });
    refuse('Filecoin.StateMinerSectors', -32601);
    refuse('Filecoin.StateMinerSectors', -32601);
    refuse('Filecoin.MisspeltByHand', -32601);
    expect(missing.of('mine')).toEqual(['StateMinerSectors']);
    expect(missing.of('other')).toEqual([]);
    expect(missing.refusalOf('mine', 'StateMinerSectors')).toMatchObject({ code: 'method-not-served', details: { callId: 2 } });
    expect(missing.refusalOf('other', 'StateMinerSectors')).toBeUndefined();
    // Served by now, as a call by hand found.
    answer('Filecoin.StateMinerSectors');
    expect([missing.of('mine'), missing.refusalOf('mine', 'StateMinerSectors')]).toEqual([[], undefined]);
    refuse('Filecoin.StateMinerSectors', -32601);
    // Switched off is not missing, but need not be asked again either.
    answer('Filecoin.F3IsRunning', { code: 'node-error', nodeCode: 4, nodeMessage: 'f3 is disabled' });
    answer('Filecoin.StateCall', { code: 'node-error', nodeCode: 4, nodeMessage: 'another code 4' });
    expect(missing.of('mine')).toEqual(['StateMinerSectors']);
    expect(missing.refusalOf('mine', 'F3IsRunning')).toMatchObject({ code: 'node-error', details: { nodeCode: 4 } });
    expect(missing.refusalOf('mine', 'StateCall')).toBeUndefined();
    missing.forgetRefusals('mine');
    expect([missing.of('mine'), missing.refusalOf('mine', 'F3IsRunning')]).toEqual([[], undefined]);
    expect(told).toEqual(['mine', 'mine', 'mine', 'mine']);
  });
});
