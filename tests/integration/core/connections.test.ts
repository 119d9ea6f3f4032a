import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { startDevnet } from '../../../electron/devnet/start-devnet.ts';
import type { CorePorts, SecretStore } from '../../../electron/platform/ports.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import type { ConnectionDraft } from '../../../shared/ipc/schemas/connections.ts';
import { LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';
import { presetById } from '../../../shared/rpc/endpoint-presets.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { recordingOf } from '../../builders/recording-of.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { startCore, startStillDevnet } from '../../builders/wallet-core.ts';
import { startLotusLikeNode } from '../../fakes/lotus-like-node/lotus-like-node.ts';
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
    names: async () => [...secrets.keys()],
  };
}

async function open(node: RunningDevnet | undefined, change: Partial<CorePorts> = {}): Promise<Core> {
  const { core } = await startCore(createProfilePaths(folder.path), node, { secrets: secretStore(), ...change });
  cores.push(core);
  return core;
}

/** The tokens that are kept, without the places that they were typed for. */
function keptTokens(): string[] {
  return [...secrets.values()].map((value) => JSON.parse(value).token).sort();
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
    expect(keptTokens()).toEqual([token]);
    // What the token is worth shows in a call that needs one.
    const { id: callId } = await second.handlers.inspector.sendCall({ method: 'MpoolPush', params: '[null]' });
    const { response } = await recordingOf(second, callId);
    expect(response).toContain('jsonrpc');
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
    expect(offers).toMatchObject([{ origin: 'FULLNODE_API_INFO', httpUrl: devnet.httpUrl, wsUrl: devnet.wsUrl, hasToken: true }]);
    expect(activeId).toBe('');
    expect(JSON.stringify(stateOf(core))).not.toContain(devnet.tokens.admin);
    const { id } = await core.handlers.connections.acceptOffer({ id: offers[0]?.id ?? '' });
    expect(stateOf(core)).toMatchObject({ offers: [], connections: [{ id, hasToken: true }] });
    await core.handlers.connections.activateConnection({ id });
    await eventually(() => core.topics.chain.headChanged.get().head !== undefined, 'the head of the offered node');
    expect(keptTokens()).toEqual([devnet.tokens.admin]);
  });
});

describe('a Lotus repo on this machine', () => {
  test('is offered, and used with its token when it is taken', async () => {
    const { host } = new URL(devnet.httpUrl);
    const [hostname, port] = host.split(':');
    const repo = join(folder.path, 'home', '.lotus');
    await mkdir(repo, { recursive: true });
    await writeFile(join(repo, 'api'), `/ip4/${hostname}/tcp/${port}/http`);
    await writeFile(join(repo, 'token'), `${devnet.tokens.read}\n`);
    const core = await open(undefined, { environment: { homeFolder: join(folder.path, 'home') } });
    const [offer] = stateOf(core).offers;
    expect(offer).toMatchObject({ origin: repo, httpUrl: devnet.httpUrl, hasToken: true });
    expect(JSON.stringify(stateOf(core))).not.toContain(devnet.tokens.read);
    const { id } = await core.handlers.connections.acceptOffer({ id: offer?.id ?? '' });
    expect(keptTokens()).toEqual([devnet.tokens.read]);
    await core.handlers.connections.activateConnection({ id });
    await eventually(() => core.topics.chain.headChanged.get().head !== undefined, 'the head of the node of the repo');
  });

  test('a storage miner alone goes onto the connection that is chosen', async () => {
    const core = await open(undefined, {
      environment: { MINER_API_INFO: `${devnet.tokens.admin}:${devnet.minerUrl.replace('/rpc/v0', '')}` },
    });
    const { connections } = core.handlers;
    const [offer] = stateOf(core).offers;
    expect(offer).toMatchObject({ origin: 'MINER_API_INFO', minerUrl: devnet.minerUrl, hasToken: true });
    expect(offer).not.toHaveProperty('httpUrl');
    expect((await failureOf(connections.acceptOffer({ id: offer?.id ?? '' }))).code).toBe('invalid-input');
    const { id } = await connections.addConnection(draftOf({ token: devnet.tokens.read, network: 'localnet' }));
    expect(await connections.acceptOffer({ id: offer?.id ?? '', connectionId: id })).toEqual({ id });
    expect(stateOf(core)).toMatchObject({
      offers: [],
      connections: [{ id, minerUrl: devnet.minerUrl, hasToken: true, hasMinerToken: true, network: 'localnet' }],
    });
    expect(keptTokens()).toEqual([devnet.tokens.admin, devnet.tokens.read].sort());
  });
});

describe('API info', () => {
  test('is read as Lotus would, contacts nobody, and a saved connection is written in the same form', async () => {
    const core = await open(devnet);
    const { connections } = core.handlers;
    const text = `FULLNODE_API_INFO=abc:${scripted.httpUrl.replace('/rpc/v1', '')}`;
    const [entry] = await connections.readApiInfo({ text, api: 'node' });
    expect(entry).toMatchObject({ ok: true, httpUrl: scripted.httpUrl, token: 'abc', apiVersion: 'v1' });
    expect(await connections.readApiInfo({ text: 'nonsense', api: 'miner' })).toEqual([{ ok: false, reason: expect.any(String) }]);
    const { id } = await connections.addConnection(
      draftOf({ httpUrl: scripted.httpUrl, token: 'abc', minerUrl: `${new URL(scripted.httpUrl).origin}/rpc/v0` }),
    );
    expect(await connections.getApiInfo({ id })).toEqual({
      node: text.replace('abc', 'TOKEN'),
      miner: `MINER_API_INFO=${new URL(scripted.httpUrl).origin}`,
    });
    expect(JSON.stringify(await connections.getApiInfo({ id: 'embedded' }))).not.toContain(devnet.tokens.write);
    expect((await failureOf(connections.getApiInfo({ id: 'none' }))).code).toBe('not-found');
    const { id: bare } = await connections.addConnection(draftOf({ name: 'Bare', httpUrl: 'http://127.0.0.1:1/filecoin' }));
    expect((await failureOf(connections.getApiInfo({ id: bare }))).code).toBe('capability-missing');
    expect(scripted.requests).toEqual([]);
  });
});

describe('presets', () => {
  test('one that is saved is not contacted before it is used, by this run or the next', async () => {
    const preset = presetById('mainnet-glif');
    if (preset?.defaults === undefined) throw new Error('no preset');
    const edited = { httpUrl: scripted.httpUrl, wsUrl: scripted.wsUrl, namespace: 'Filecoin', preset: preset.id };
    const first = await open(undefined);
    const { connections } = first.handlers;
    const { id } = await connections.addConnection({ ...preset.defaults, ...edited });
    await connections.getApiInfo({ id });
    await connections.readApiInfo({ text: scripted.httpUrl, api: 'node' });
    await connections.updateConnection({ id, draft: { ...preset.defaults, ...edited, name: 'Renamed' } });
    expect(stateOf(first)).toMatchObject({
      activeId: '',
      connections: [{ id, preset: preset.id, network: 'mainnet', dealsDataUrl: expect.any(String) }],
    });
    await first.stop();
    const second = await open(undefined);
    expect(stateOf(second)).toMatchObject({ activeId: '', connections: [{ id }] });
    expect((await failureOf(second.handlers.chain.getOverview({}))).code).toBe('not-connected');
    expect([scripted.requests, scripted.upgrades]).toEqual([[], []]);
    await second.handlers.connections.activateConnection({ id });
    await eventually(() => scripted.requests.length > 0, 'the first request, once it is used');
  });

  test('a retired one is kept in the list and cannot be used until its address is another', async () => {
    const preset = presetById('hyperspace');
    if (preset?.defaults === undefined) throw new Error('no preset');
    const core = await open(devnet);
    const { connections } = core.handlers;
    const draft: ConnectionDraft = { ...preset.defaults, namespace: 'Filecoin', preset: preset.id };
    const { id } = await connections.addConnection(draft);
    expect(await failureOf(connections.activateConnection({ id }))).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('retired'),
    });
    expect(stateOf(core).activeId).toBe('embedded');
    await connections.updateConnection({ id, draft: { ...draft, httpUrl: devnet.httpUrl, network: '' } });
    await connections.activateConnection({ id });
    expect(stateOf(core).activeId).toBe(id);
  });
});

describe('the revision of the active connection', () => {
  test('rises with every choice and edit of it, and when it is reached after it was not; by nothing else', async () => {
    const core = await open(devnet);
    const { connections } = core.handlers;
    const revision = (): number => stateOf(core).revision;
    const begun = revision();
    const { id } = await connections.addConnection(draftOf({ token: devnet.tokens.read }));
    expect(revision()).toBe(begun);
    await connections.activateConnection({ id });
    const chosen = revision();
    expect(chosen).toBeGreaterThan(begun);
    await eventually(() => core.topics.chain.headChanged.get().head !== undefined, 'the head');
    expect(revision()).toBe(chosen);
    await connections.updateConnection({ id, draft: draftOf({ token: devnet.tokens.write }) });
    expect(revision()).toBeGreaterThan(chosen);

    const gone = await startDevnet({ isPaused: true, historyEpochs: 1 });
    await gone.stop();
    const port = Number(new URL(gone.httpUrl).port);
    await connections.updateConnection({ id, draft: draftOf({ httpUrl: gone.httpUrl, token: '' }) });
    const unreached = revision();
    await eventually(() => core.topics.chain.headChanged.get().problem !== undefined, 'the failure');
    const back = await startDevnet({ isPaused: true, historyEpochs: 1, port });
    await eventually(() => revision() > unreached, 'the node to be reached');
    await core.stop();
    await back.stop();
  });

  test('a token that is not there any more is told beside its connection, once it is missed', async () => {
    const core = await open(devnet);
    const { connections } = core.handlers;
    const { id } = await connections.addConnection(draftOf({ token: devnet.tokens.read }));
    secrets.clear();
    await connections.activateConnection({ id });
    expect(stateOf(core).connections.find((connection) => connection.id === id)?.tokenProblem).toMatch(/Enter it again/);
    await connections.updateConnection({ id, draft: draftOf({ token: devnet.tokens.read }) });
    expect(stateOf(core).connections.find((connection) => connection.id === id)).not.toHaveProperty('tokenProblem');
  });
});

describe('the network of a connection', () => {
  test('another one is refused in words, until the connection is changed', async () => {
    const core = await open(devnet);
    const { connections } = core.handlers;
    const { id } = await connections.addConnection(draftOf({ network: 'mainnet' }));
    await connections.activateConnection({ id });
    const told = await eventually(() => {
      const state = core.topics.chain.headChanged.get();
      return state.problem?.code === 'wrong-network' ? state : undefined;
    }, 'the other network to be told');
    expect(told.problem?.message).toMatch(/Expected network “mainnet”, but the node reports “localnet/);
    expect(told).toMatchObject({ status: 'failed', connectionName: 'Mine' });
    expect(told.head).toBeUndefined();
    expect((await failureOf(core.handlers.chain.getOverview({}))).code).toBe('wrong-network');
    const { networkName } = await connections.probeConnection({ id, draft: draftOf({ network: 'mainnet' }) });
    await connections.updateConnection({ id, draft: draftOf({ network: networkName }) });
    await eventually(() => core.topics.chain.headChanged.get().head !== undefined, 'the head, once the network is the right one');
    expect(core.topics.chain.headChanged.get().problem).toBeUndefined();
  });

  test('a node that comes back on another network is refused, and taken again when it is the right one', async () => {
    // Kept on disk: started anew, the same seed gives another genesis.
    const dataFolder = join(folder.path, 'right');
    const right = await startDevnet({ isPaused: true, dataFolder, seed: 'right', historyEpochs: 3 });
    const port = Number(new URL(right.httpUrl).port);
    const core = await open(undefined);
    const { networkName } = await core.handlers.connections.probeConnection({ draft: draftOf({ httpUrl: right.httpUrl }) });
    const { id } = await core.handlers.connections.addConnection(
      draftOf({ httpUrl: right.httpUrl, wsUrl: right.wsUrl, network: networkName }),
    );
    await core.handlers.connections.activateConnection({ id });
    const status = () => core.topics.chain.headChanged.get();
    await eventually(() => status().status === 'live', 'the head of the right chain');
    await right.stop();
    const wrong = await startDevnet({ isPaused: true, seed: 'wrong', historyEpochs: 3, port });
    await eventually(() => status().problem?.code === 'wrong-network', 'the other network to be told');
    await wrong.stop();
    const again = await startDevnet({ isPaused: true, dataFolder, port });
    await eventually(() => status().status === 'live', 'the head of the right chain, once more');
    expect(status().problem).toBeUndefined();
    await core.stop();
    await again.stop();
  });
});

describe('a damaged document', () => {
  test('is told, is left as it is, and the embedded node works meanwhile', async () => {
    const file = join(folder.path, 'connections.json');
    await writeFile(file, '{"version":2,"data":');
    const { core } = await startCore(createProfilePaths(folder.path), devnet, { secrets: secretStore() });
    cores.push(core);
    expect(stateOf(core)).toMatchObject({
      activeId: 'embedded',
      problem: { isBlocking: true, message: expect.stringMatching(/connections\.json cannot be read: it is not JSON/) },
    });
    expect(core.topics.chain.headChanged.get().head).toBeDefined();
    expect((await failureOf(core.handlers.connections.addConnection(draftOf()))).code).toBe('disk-failure');
    expect(await readFile(file, 'utf8')).toBe('{"version":2,"data":');
  });

  test('is set aside with the one before it when the user says so, and connections are saved again', async () => {
    const file = join(folder.path, 'connections.json');
    await writeFile(file, 'damaged');
    await writeFile(`${file}.bak`, 'damaged before');
    const core = await open(devnet);
    const { connections } = core.handlers;
    await connections.setAsideSaved({});
    expect(stateOf(core).problem).toMatchObject({ isBlocking: false, message: expect.stringContaining('.bak.corrupt') });
    const { id } = await connections.addConnection(draftOf());
    expect(await readFile(`${file}.corrupt`, 'utf8')).toBe('damaged');
    expect(await readFile(`${file}.bak.corrupt`, 'utf8')).toBe('damaged before');
    expect((await failureOf(connections.setAsideSaved({}))).code).toBe('forbidden');
    await core.stop();
    const again = await open(devnet);
    expect(stateOf(again).problem).toBeUndefined();
    expect(stateOf(again).connections.map((connection) => connection.id)).toEqual(['embedded', id]);
  });
});

describe('two windows on one profile', () => {
  test('share one host: both see what either does, and neither overwrites the other', async () => {
    const core = await open(devnet);
    const { connections } = core.handlers;
    const seen: [string[], string[]] = [[], []];
    const ends = seen.map((names) =>
      core.topics.connections.changed.onChange((state) => {
        names.splice(0, names.length, ...state.connections.map(({ name }) => name));
      }),
    );
    const [{ id: first }] = await Promise.all([
      connections.addConnection(draftOf({ name: 'From one' })),
      connections.addConnection(draftOf({ name: 'From the other' })),
    ]);
    const all = ['Embedded node', 'From one', 'From the other'];
    await eventually(() => seen.every((names) => names.length === 3), 'both windows to see both');
    expect(seen.map((names) => [...names].sort())).toEqual([all, all]);
    const outcomes = await Promise.allSettled([
      connections.updateConnection({ id: first, draft: draftOf({ name: 'Changed' }) }),
      connections.removeConnection({ id: first }),
      connections.updateConnection({ id: first, draft: draftOf({ name: 'Too late' }) }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(stateOf(core).connections.map(({ name }) => name)).toEqual(['Embedded node', 'From the other']);
    for (const end of ends) end();
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
    ['nobody there', () => ({ httpUrl: 'http://127.0.0.1:1/rpc/v1' }), 'endpoint-unreachable', /Could not connect to 127/],
    ['a name that does not resolve', () => ({ httpUrl: 'http://nowhere.invalid/rpc/v1' }), 'endpoint-unreachable', /No DNS address/],
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

test('a screen that needs the head is told at once why it cannot be read', async () => {
  let heads = 0;
  scripted.onRequest((request, response) => {
    if (request.call.method === 'Filecoin.ChainHead') {
      heads += 1;
      // The first is for the connection.
      if (heads > 1) return answer(response, 200, request, { result: { Cids: [], Blocks: [], Height: 3 } });
    }
    void fetch(devnet.httpUrl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: request.body }).then(
      async (reply) => answerText(response, reply.status, await reply.text()),
    );
  });
  const core = await open(undefined);
  const { id } = await core.handlers.connections.addConnection(draftOf({ httpUrl: scripted.httpUrl }));
  await core.handlers.connections.activateConnection({ id });
  const failure = await failureOf(core.handlers.miners.listMiners({}));
  expect(failure).toMatchObject({ code: 'endpoint-bad-reply', message: expect.stringContaining('ChainHead') });
});

test('a probe tries the WebSocket URL too: one that is dead is said so, one that sends heads as well', async () => {
  const core = await open(undefined);
  const { probeConnection } = core.handlers.connections;
  expect((await probeConnection({ draft: draftOf() })).stream).toBeUndefined();
  expect((await probeConnection({ draft: draftOf({ wsUrl: devnet.wsUrl }) })).stream).toEqual({ isOpen: true });
  scripted.refuseUpgrades(403);
  const { stream, headHeight } = await probeConnection({ draft: draftOf({ wsUrl: scripted.wsUrl }) });
  expect(stream).toEqual({ isOpen: false, problem: expect.stringContaining('403') });
  expect(headHeight).toBeGreaterThan(0);
});

test('a node without a name for its network, and with fractions in its times, is used under the name of its genesis', async () => {
  const node = await startLotusLikeNode(devnet.httpUrl);
  const core = await open(undefined);
  const { id } = await core.handlers.connections.addConnection(draftOf({ httpUrl: node.httpUrl }));
  await core.handlers.connections.activateConnection({ id });
  const head = await eventually(() => {
    const state = core.topics.chain.headChanged.get();
    return state.head === undefined ? undefined : state;
  }, 'the head');
  expect(head.genesisCid).toBeTypeOf('string');
  expect(head.networkName).toBe(`genesis-${head.genesisCid?.slice(-8)}`);
  expect(Number.isInteger(head.head?.timeMs)).toBe(true);
  const { miners } = await core.handlers.miners.listMiners({});
  expect('value' in miners && miners.value.length).toBeGreaterThan(0);
  const status = await core.handlers.node.getStatus({});
  expect(status.chain).toMatchObject({ value: { height: head.head?.height } });
  await core.stop();
  await node.stop();
});

test.each([
  ['HTTP 404', (response: ServerResponse) => answerText(response, 404, 'nothing here'), 404],
  ['HTTP 401', (response: ServerResponse) => answerText(response, 401, ''), 401],
  ['a closed connection', (response: ServerResponse) => void response.destroy(), undefined],
])('a call by hand goes out where ChainHead fails with %s, and can be sent again', async (_what, fail, httpStatus) => {
  scripted.onRequest((_request, response) => fail(response));
  const core = await open(undefined);
  const { id } = await core.handlers.connections.addConnection(draftOf({ httpUrl: scripted.httpUrl }));
  await core.handlers.connections.activateConnection({ id });
  await eventually(() => core.topics.chain.headChanged.get().problem, 'the failure of ChainHead');
  expect((await failureOf(core.handlers.chain.getOverview({}))).code).not.toBe('not-connected');
  const sent = await core.handlers.inspector.sendCall({ method: 'Filecoin.Version', params: '[7]' });
  expect(scripted.requests.at(-1)?.call).toMatchObject({ method: 'Filecoin.Version', params: [7] });
  const detail = await recordingOf(core, sent.id);
  expect(detail.summary).toMatchObject({ status: 'error', cause: 'user', ...(httpStatus === undefined ? {} : { httpStatus }) });
  expect(detail.sendAgainTo).toMatchObject({ to: 'node' });
  await core.handlers.inspector.sendAgain({ source: LIVE_SOURCE, id: sent.id });
  expect(scripted.requests.filter(({ call }) => call.method === 'Filecoin.Version')).toHaveLength(2);
});

test('a call by hand that fails is found in the inspector with its reason', async () => {
  const core = await open(devnet);
  const { id } = await core.handlers.inspector.sendCall({ method: 'ChainGetBlock', params: '["bafy2bzaceplain"]' });
  const detail = await recordingOf(core, id);
  expect(detail.summary).toMatchObject({ status: 'error', httpStatus: 500, errorCode: -32700, cause: 'user', connectionId: 'embedded' });
  expect(detail.request).toContain('"params":["bafy2bzaceplain"]');
  expect(detail.explanation).toBeDefined();
  expect(JSON.stringify(detail)).not.toContain(devnet.tokens.write);
  // The first clear can still be undone; the second frees what the first one left.
  await core.handlers.inspector.clearCalls({});
  await core.handlers.inspector.clearCalls({});
  expect((await failureOf(core.handlers.inspector.getCall({ source: LIVE_SOURCE, id }))).code).toBe('not-found');
});
