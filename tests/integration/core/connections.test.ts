import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import type { CorePorts, SecretStore } from '../../../electron/platform/ports.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import type { ConnectionDraft } from '../../../shared/ipc/schemas/connections.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { startCore, startStillDevnet } from '../../builders/wallet-core.ts';
import { answer, answerText, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

let devnet: RunningDevnet;
let scripted: ScriptedNode;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let secrets: Map<string, string>;
const cores: Core[] = [];

beforeAll(async () => {
  devnet = await startStillDevnet();
});
afterAll(() => devnet.stop());
beforeEach(async () => {
  folder = await temporaryFolder();
  scripted = await startScriptedNode();
  secrets = new Map();
});
afterEach(async () => {
  for (const core of cores.splice(0)) {
    await core.stop();
  }
  await scripted.stop();
  await folder.remove();
});

function secretStore(): SecretStore {
  return {
    get: async (name) => secrets.get(name),
    set: async (name, value) => void secrets.set(name, value),
    delete: async (name) => void secrets.delete(name),
  };
}

async function open(node: RunningDevnet | undefined, change: Partial<CorePorts> = {}): Promise<Core> {
  const { core } = await startCore(createProfilePaths(folder.path), node, { secrets: secretStore(), ...change });
  cores.push(core);
  return core;
}

function draftOf(change: Partial<ConnectionDraft> = {}): ConnectionDraft {
  return { name: 'Mine', httpUrl: devnet.httpUrl, apiVersion: 'v1', namespace: 'Filecoin', ...change };
}

const stateOf = (core: Core) => core.topics.connections.changed.get();

describe('the embedded node', () => {
  test('is there on a fresh profile, active, with all it can do', async () => {
    const core = await open(devnet);
    expect(stateOf(core)).toMatchObject({
      activeId: 'embedded',
      connections: [{ id: 'embedded', kind: 'embedded', httpUrl: devnet.httpUrl, hasToken: true, hasMinerToken: true }],
      offers: [],
      capabilities: { hasMinerApi: true, hasControl: true, isChainAccelerated: true, chainPaceMs: expect.any(Number) },
    });
    expect(JSON.stringify(stateOf(core))).not.toContain(devnet.tokens.write);
  });

  test('cannot be changed, removed or impersonated by name', async () => {
    const { connections } = (await open(devnet)).handlers;
    expect((await failureOf(connections.removeConnection({ id: 'embedded' }))).code).toBe('forbidden');
    expect((await failureOf(connections.updateConnection({ id: 'embedded', draft: draftOf() }))).code).toBe('forbidden');
    expect((await failureOf(connections.addConnection(draftOf({ name: 'embedded NODE' })))).code).toBe('name-taken');
  });
});

describe('own connections', () => {
  test('are kept with their token over a restart; the token is on no topic and in no document', async () => {
    const token = devnet.tokens.write;
    const first = await open(devnet);
    const { id } = await first.handlers.connections.addConnection(draftOf({ token, wsUrl: devnet.wsUrl }));
    await first.handlers.connections.activateConnection({ id });
    await eventually(() => first.topics.chain.headChanged.get().connectionId === id, 'the head over the own connection');
    await first.stop();

    const second = await open(undefined);
    expect(stateOf(second)).toMatchObject({ activeId: id, connections: [{ id, name: 'Mine', hasToken: true }] });
    await eventually(() => second.topics.chain.headChanged.get().head !== undefined, 'the head after a restart');
    expect(JSON.stringify(stateOf(second))).not.toContain(token);
    for (const file of await readdir(folder.path)) {
      if (file.endsWith('.json')) {
        expect(await readFile(join(folder.path, file), 'utf8')).not.toContain(token);
      }
    }
    expect([...secrets.values()]).toEqual([token]);
    // What the token is worth shows in a call that needs one.
    const { id: callId } = await second.handlers.inspector.sendCall({ method: 'MpoolPush', params: '[null]' });
    const { response } = await second.handlers.inspector.getCall({ id: callId });
    expect(response).not.toContain('missing permission');
  });

  test('removing one removes its token and falls back to the embedded node', async () => {
    const core = await open(devnet);
    const { id } = await core.handlers.connections.addConnection(draftOf({ token: devnet.tokens.read }));
    await core.handlers.connections.activateConnection({ id });
    await core.handlers.connections.removeConnection({ id });
    expect(stateOf(core)).toMatchObject({ activeId: 'embedded', connections: [{ id: 'embedded' }] });
    expect(secrets.size).toBe(0);
    expect((await failureOf(core.handlers.connections.activateConnection({ id }))).code).toBe('not-found');
  });

  test('a stored token is not sent to another host, by saving or by probing', async () => {
    const core = await open(devnet);
    const { connections } = core.handlers;
    const { id } = await connections.addConnection(draftOf({ token: devnet.tokens.write }));
    for (const change of [{ httpUrl: scripted.httpUrl }, { wsUrl: scripted.wsUrl }]) {
      const draft = draftOf(change);
      expect((await failureOf(connections.updateConnection({ id, draft }))).details?.fields).toHaveProperty('token');
      expect((await failureOf(connections.probeConnection({ id, draft }))).details?.fields).toHaveProperty('token');
    }
    expect(scripted.requests).toEqual([]);
    // Another path on the same host keeps it; typing or clearing it is allowed anywhere.
    await connections.updateConnection({
      id,
      draft: draftOf({ name: 'Renamed', httpUrl: devnet.httpUrl.replace('v1', 'v0'), apiVersion: 'v0' }),
    });
    expect(secrets.size).toBe(1);
    await connections.updateConnection({ id, draft: draftOf({ httpUrl: scripted.httpUrl, token: '' }) });
    expect(secrets.size).toBe(0);
    expect(stateOf(core).connections[1]).toMatchObject({ httpUrl: scripted.httpUrl, hasToken: false });
  });

  test('names are told apart', async () => {
    const { connections } = (await open(devnet)).handlers;
    await connections.addConnection(draftOf());
    const error = await failureOf(connections.addConnection(draftOf({ name: 'mine' })));
    expect(error.code).toBe('name-taken');
    expect(error.details?.fields).toHaveProperty('name');
  });
});

describe('the environment', () => {
  test('is offered without its token, and accepted with it', async () => {
    const { host } = new URL(devnet.httpUrl);
    const [hostname, port] = host.split(':');
    const core = await open(undefined, { environment: { FULLNODE_API_INFO: `${devnet.tokens.admin}:/ip4/${hostname}/tcp/${port}/http` } });
    const { offers, activeId } = stateOf(core);
    expect(offers).toMatchObject([{ variable: 'FULLNODE_API_INFO', httpUrl: devnet.httpUrl, wsUrl: devnet.wsUrl, hasToken: true }]);
    expect(activeId).toBe('');
    expect(JSON.stringify(stateOf(core))).not.toContain(devnet.tokens.admin);
    const { id } = await core.handlers.connections.acceptOffer({ id: offers[0]?.id ?? '' });
    expect(stateOf(core)).toMatchObject({ offers: [], connections: [{ id, hasToken: true }] });
    await core.handlers.connections.activateConnection({ id });
    await eventually(() => core.topics.chain.headChanged.get().head !== undefined, 'the head of the offered node');
    expect([...secrets.values()]).toEqual([devnet.tokens.admin]);
  });
});

describe('probing', () => {
  test('tells who the node is, and saves nothing', async () => {
    const core = await open(devnet);
    const facts = await core.handlers.connections.probeConnection({
      draft: draftOf({ minerUrl: devnet.minerUrl, minerToken: devnet.tokens.read }),
    });
    expect(facts).toMatchObject({
      software: expect.any(String),
      apiVersionText: '2.3.0',
      blockDelaySeconds: 30,
      addressLetter: 't',
      minerAddress: expect.stringMatching(/^t0\d+$/),
    });
    expect(facts.headTimeMs).toBe(facts.genesisTimeMs + facts.headHeight * 30_000);
    expect(stateOf(core).connections).toHaveLength(1);
    expect(secrets.size).toBe(0);
  });

  test.each<[string, (scripted: ScriptedNode) => Partial<ConnectionDraft>, string, RegExp]>([
    ['a wrong path', () => ({ httpUrl: `${devnet.httpUrl.replace('/rpc/v1', '')}/nothing/here` }), 'endpoint-bad-reply', /path.*404/],
    [
      'a web page',
      (node) => {
        node.onRequest((_request, response) => answerText(response, 200, '<html>'));
        return { httpUrl: node.httpUrl };
      },
      'endpoint-bad-reply',
      /web page/,
    ],
    ['a bad token', () => ({ token: 'not-a-token' }), 'endpoint-unauthorised', /token/],
    ['nobody there', () => ({ httpUrl: 'http://127.0.0.1:1/rpc/v1' }), 'endpoint-unreachable', /Nothing answers/],
    ['a name that does not resolve', () => ({ httpUrl: 'http://nowhere.invalid/rpc/v1' }), 'endpoint-unreachable', /could not be resolved/],
    [
      'something else that speaks JSON-RPC',
      (node) => {
        node.onRequest((request, response) => answer(response, 200, request, { result: 'hello' }));
        return { httpUrl: node.httpUrl };
      },
      'endpoint-bad-reply',
      /unexpected shape/,
    ],
    ['a miner address that is none', () => ({ minerUrl: devnet.httpUrl }), 'method-not-served', /ActorAddress/],
  ])('%s is said plainly', async (_name, change, code, sentence) => {
    const core = await open(devnet);
    const error = await failureOf(core.handlers.connections.probeConnection({ draft: draftOf(change(scripted)) }));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(sentence);
    expect(error.details?.callId).toEqual(expect.any(Number));
  });
});

test('a node that is not there yet is reached when it comes, and again after it was gone', async () => {
  const data = join(folder.path, 'node');
  const gone = await startDevnet({ dataFolder: data, isPaused: true, seed: 'x', historyEpochs: 3 });
  const port = Number(new URL(gone.httpUrl).port);
  await gone.stop();

  const core = await open(undefined);
  const { id } = await core.handlers.connections.addConnection(draftOf({ httpUrl: gone.httpUrl, wsUrl: gone.wsUrl }));
  await core.handlers.connections.activateConnection({ id });
  const failed = await eventually(() => {
    const state = core.topics.chain.headChanged.get();
    return state.problem?.code === 'endpoint-unreachable' ? state : undefined;
  }, 'the failure to be told');
  expect(failed.head).toBeUndefined();

  const back = await startDevnet({ dataFolder: data, isPaused: true, port });
  await eventually(() => core.topics.chain.headChanged.get().status === 'live', 'the head of the node that came');
  await back.stop();
  await eventually(() => core.topics.chain.headChanged.get().status !== 'live', 'the loss to be told');
  const again = await startDevnet({ dataFolder: data, isPaused: true, port });
  await eventually(() => core.topics.chain.headChanged.get().status === 'live', 'the head of the node that came back');
  await core.stop();
  await again.stop();
});

test('another chain at the same address is noticed when the node comes back', async () => {
  const one = await startDevnet({ isPaused: true, seed: 'one', historyEpochs: 3 });
  const port = Number(new URL(one.httpUrl).port);
  const core = await open(undefined);
  const { id } = await core.handlers.connections.addConnection(draftOf({ httpUrl: one.httpUrl, wsUrl: one.wsUrl }));
  await core.handlers.connections.activateConnection({ id });
  const before = await eventually(() => {
    const state = core.topics.chain.headChanged.get();
    return state.status === 'live' ? state : undefined;
  }, 'the head of the first chain');
  await one.stop();
  const other = await startDevnet({ isPaused: true, seed: 'other', historyEpochs: 3, port });
  await eventually(() => {
    const { status, genesisCid } = core.topics.chain.headChanged.get();
    return status === 'live' && genesisCid !== before.genesisCid;
  }, 'the head of the other chain');
  await core.stop();
  await other.stop();
});

test('a call by hand that fails is found in the inspector with its reason', async () => {
  const core = await open(devnet);
  const { id } = await core.handlers.inspector.sendCall({ method: 'ChainGetBlock', params: '["bafy2bzaceplain"]' });
  const detail = await core.handlers.inspector.getCall({ id });
  expect(detail.summary).toMatchObject({ status: 'error', httpStatus: 500, errorCode: -32700, cause: 'user', connectionId: 'embedded' });
  expect(detail.request).toContain('"params":["bafy2bzaceplain"]');
  expect(detail.explanation).toBeDefined();
  expect(JSON.stringify(detail)).not.toContain(devnet.tokens.write);
  await core.handlers.inspector.clearCalls({});
  expect((await failureOf(core.handlers.inspector.getCall({ id }))).code).toBe('not-found');
});
