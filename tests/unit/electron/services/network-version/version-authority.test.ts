/** What is known of a chain's version and actors from nodes that are newer, older or poorer than this release. */
import { blake2b } from '@noble/hashes/blake2.js';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { NodeClient } from '../../../../../electron/rpc/node-client.ts';
import { VersionAuthority } from '../../../../../electron/services/network-version/version-authority.ts';
import { checked, readPinned } from '../../../../../electron/services/pinned/pinned-node.ts';
import { actorManifest } from '../../../../../shared/domain/actors/actor-manifest.ts';
import { formatNetworkVersion, unverifiedMark } from '../../../../../shared/domain/chain/network-version.ts';
import { NETWORKS } from '../../../../../shared/domain/chain/networks.ts';
import { bytesToBase64 } from '../../../../../shared/domain/encoding/bytes.ts';
import { type Cid, cidFromParts, cidToLink } from '../../../../../shared/domain/encoding/cid.ts';
import { encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';
import { actorCodes } from '../../../../../shared/domain/methods/actor-code.ts';
import { LAST_NETWORK_VERSION } from '../../../../../shared/domain/methods/actor-type.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { scriptedConnection } from '../messages/scripted-node.ts';

const NEWER = LAST_NETWORK_VERSION + 1;
const SOLSTICE = NETWORKS[0]?.upgrades.at(-1)?.height ?? 0;
const HEAD = { height: SOLSTICE + 50_000, key: ['bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2'], timeMs: 0 };
const TIPSET = { ...HEAD, parents: [], parentWeight: 0n, baseFee: '100', blocks: [] };
/** Codes as of a build that nobody has seen yet. */
const codeOf = (name: string): Cid => cidFromParts(0x55, 0xb220, blake2b(new TextEncoder().encode(name), { dkLen: 32 }));

function manifestOf(names: readonly string[]) {
  const bytes = encodeBlock(
    actorManifest,
    names.map((name) => ({ name, code: codeOf(name) })),
  );
  const cid = cidFromParts(0x71, 0xb220, blake2b(bytes, { dkLen: 32 }));
  return { StateReadState: { State: { BuiltinActors: cidToLink(cid) } }, ChainReadObj: bytesToBase64(bytes) };
}

function connect(script: Parameters<typeof scriptedConnection>[0], networkName = 'mainnet') {
  const { active, asked } = scriptedConnection(script);
  const versions = new VersionAuthority({ client: active.client, networkName, letter: 'f' });
  const typeOf = (code: Cid) => readPinned(active.client, [TIPSET as never], 'test', (node) => versions.readActorType(node, code));
  return { active, asked, versions, typeOf, methods: () => asked.map(({ method }) => method) };
}

describe('a node that is newer', () => {
  it('is on a version that is not verified, read with the newest layout, its actors known by its own manifest', async () => {
    const { versions, methods } = connect({
      StateNetworkVersion: NEWER,
      StateGetNetworkParams: { ForkUpgradeParams: {} },
      ...manifestOf(['storageminer', 'multisig', 'quantumregistry']),
    });
    await versions.follow(HEAD);
    const at = versions.at(HEAD.height);
    expect(at).toEqual({ version: NEWER, isExact: true, source: 'node' });
    expect(unverifiedMark(at)).toBe(`not verified for version ${NEWER}`);
    expect(versions.actorType(codeOf('multisig'))).toBe('multisig');
    expect([versions.actorType(codeOf('quantumregistry')), versions.actorName(codeOf('quantumregistry'))]).toEqual([
      undefined,
      'quantumregistry',
    ]);
    expect(versions.actorCodes).toMatchObject({ multisig: codeOf('multisig'), quantumregistry: codeOf('quantumregistry') });
    // The next head costs nothing.
    const before = methods().length;
    await versions.follow({ ...HEAD, height: HEAD.height + 1 });
    expect(methods().length).toBe(before);
    expect(versions.at(HEAD.height + 1)?.isExact).toBe(true);
    await versions.follow({ ...HEAD, height: HEAD.height + 120 });
    expect(methods().slice(before).sort()).toEqual(['StateGetNetworkParams', 'StateNetworkVersion']);
  });

  it('is read with the newest layout, marked', async () => {
    const { active, versions } = connect({ StateNetworkVersion: NEWER });
    const layout = await readPinned(active.client, [TIPSET as never], 'test', (node) => versions.readLayout(node));
    expect(layout).toEqual({ layout: 'v19', networkVersion: NEWER, isVerified: false });
  });

  it('with an upgrade of unknown name in its parameters is uncertain above its height until it is asked', async () => {
    const { versions } = connect({ StateGetNetworkParams: { ForkUpgradeParams: { UpgradeXxHeight: HEAD.height - 10 } } });
    await versions.follow(HEAD);
    expect(versions.at(HEAD.height)).toMatchObject({ version: LAST_NETWORK_VERSION, isExact: false, unknownUpgrade: 'Xx' });
    expect(unverifiedMark(versions.at(HEAD.height))).toBe('not verified after upgrade Xx');
  });
});

describe('actors that the table lacks', () => {
  it('are looked up once for a tipset; what no manifest names stays unknown', async () => {
    const { typeOf, methods } = connect({ StateNetworkVersion: LAST_NETWORK_VERSION, ...manifestOf(['storageminer']) });
    expect(await typeOf(actorCodes('mainnet').multisig)).toBe('multisig');
    expect(methods()).toEqual([]);
    expect(await typeOf(codeOf('storageminer'))).toBe('storageminer');
    expect(await typeOf(codeOf('nobody'))).toBeUndefined();
    expect(methods()).toEqual(['StateReadState', 'ChainReadObj']);
  });

  it('are looked up again at the same tipset where the endpoint failed', async () => {
    const script: Parameters<typeof scriptedConnection>[0] = {
      ...manifestOf(['storageminer']),
      ChainReadObj: new SextantError('endpoint-timeout', 'It did not answer.'),
    };
    const { typeOf } = connect(script);
    expect(await typeOf(codeOf('storageminer'))).toBeUndefined();
    Object.assign(script, manifestOf(['storageminer']));
    expect(await typeOf(codeOf('storageminer'))).toBe('storageminer');
  });

  it('stay unknown where the block is not that of the manifest, or names are none', async () => {
    const { StateReadState } = manifestOf(['multisig']);
    const wrong = connect({ StateReadState, ChainReadObj: manifestOf(['storageminer']).ChainReadObj });
    expect(await wrong.typeOf(codeOf('storageminer'))).toBeUndefined();
    const odd = connect(manifestOf(['<b>multisig</b>']));
    expect([await odd.typeOf(codeOf('<b>multisig</b>')), odd.versions.actorName(codeOf('<b>multisig</b>'))]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('need no StateActor… method: a gateway has none of them', async () => {
    const { typeOf, methods } = connect(manifestOf(['evm']));
    expect(await typeOf(codeOf('evm'))).toBe('evm');
    expect(methods().filter((method) => method.startsWith('StateActor'))).toEqual([]);
  });
});

describe('a node that tells less', () => {
  it('is never said to be on a bare version above the last known upgrade', async () => {
    const { versions, active, methods } = connect({});
    await versions.follow(HEAD);
    const at = await readPinned(active.client, [TIPSET as never], 'test', (node) => versions.read(node));
    expect(at === undefined ? '' : formatNetworkVersion(at)).toBe(`${LAST_NETWORK_VERSION} or later`);
    // What is not served is not asked for with every head and view.
    await versions.follow({ ...HEAD, height: HEAD.height + 1 });
    expect(methods()).toEqual(['StateGetNetworkParams', 'StateNetworkVersion']);
  });

  it('has the writer of a state answered by the schedule once it refused the question, and other failures passed on', async () => {
    const { versions } = connect({});
    let asked = 0;
    const unserved = () => {
      asked += 1;
      return Promise.reject(new SextantError('method-not-served', 'not served'));
    };
    await expect(versions.readWriter(HEAD.height, () => Promise.reject(new SextantError('endpoint-timeout', 'no answer')))).rejects.toThrow(
      'no answer',
    );
    for (const height of [HEAD.height, SOLSTICE + 1]) {
      const version = height === HEAD.height ? LAST_NETWORK_VERSION : LAST_NETWORK_VERSION - 1;
      expect(await versions.readWriter(height, unserved)).toEqual({ version });
    }
    expect(asked).toBe(1);
    await expect(connect({}, '2k').versions.readWriter(1, unserved)).rejects.toMatchObject({ code: 'capability-missing' });
  });

  it('of an unknown network has no version, and so no layout', async () => {
    const { versions, active } = connect({}, '2k');
    const layout = readPinned(active.client, [TIPSET as never], 'test', (node) => versions.readLayout(node));
    await expect(layout).rejects.toMatchObject({ code: 'capability-missing' });
  });
});

it('a node that missed an upgrade is believed about its own chain, and corrected by its next answer', async () => {
  let version = LAST_NETWORK_VERSION - 1;
  const { versions } = connect({ StateNetworkVersion: () => version });
  await versions.follow(HEAD);
  expect(versions.at(HEAD.height)).toEqual({ version: LAST_NETWORK_VERSION - 1, isExact: true, source: 'node' });
  version = LAST_NETWORK_VERSION;
  await versions.follow({ ...HEAD, height: HEAD.height + 200 });
  expect(versions.actorCodes).toBeUndefined();
  expect(versions.at(HEAD.height + 200)).toMatchObject({ version: LAST_NETWORK_VERSION, isExact: true });
});

describe('what contradicts the version', () => {
  it('is asked about at once, once for each reason and once a head', async () => {
    let version = LAST_NETWORK_VERSION;
    const { versions, typeOf, methods } = connect({
      StateNetworkVersion: () => version,
      StateGetNetworkParams: { ForkUpgradeParams: {} },
      ...manifestOf(['storageminer']),
    });
    const next = { ...HEAD, height: HEAD.height + 1 };
    versions.onMismatch(() => void versions.follow(next));
    await versions.follow(HEAD);
    await versions.follow(next);
    version = NEWER;
    const before = methods().filter((method) => method === 'StateNetworkVersion').length;
    expect(await typeOf(codeOf('storageminer'))).toBe('storageminer');
    await eventually(() => versions.at(next.height)?.version === NEWER, 'the newer version');
    versions.reportMismatch('the power of f01000');
    versions.reportMismatch('the power of f01000');
    expect(methods().filter((method) => method === 'StateNetworkVersion').length).toBe(before + 1);
    // What came up after that is asked about with the next head.
    version = NEWER + 1;
    await versions.follow({ ...HEAD, height: HEAD.height + 2 });
    expect(versions.at(HEAD.height + 2)?.version).toBe(NEWER + 1);
  });
});

describe('an endpoint that fails once', () => {
  it('is asked for its schedule again with the next head; one that does not serve it is not', async () => {
    let isDown = true;
    const { versions, methods } = connect({
      StateNetworkVersion: LAST_NETWORK_VERSION,
      StateGetNetworkParams: () => (isDown ? new SextantError('endpoint-timeout', 'no answer') : { ForkUpgradeParams: {} }),
    });
    const asked = () => methods().filter((method) => method === 'StateGetNetworkParams').length;
    await versions.follow(HEAD);
    expect(versions.knowledge.hasNodeSchedule).toBe(false);
    isDown = false;
    await versions.follow({ ...HEAD, height: HEAD.height + 1 });
    expect([asked(), versions.knowledge.hasNodeSchedule]).toEqual([2, true]);
    await versions.follow({ ...HEAD, height: HEAD.height + 2 });
    expect(asked()).toBe(2);
  });

  it('is asked for the actors of a new version until it gives them', async () => {
    const { StateReadState, ChainReadObj } = manifestOf(['multisig']);
    let isDown = true;
    const { versions } = connect({
      StateNetworkVersion: NEWER,
      StateReadState: () => (isDown ? new SextantError('endpoint-timeout', 'no answer') : StateReadState),
      ChainReadObj,
    });
    await versions.follow(HEAD);
    expect(versions.actorType(codeOf('multisig'))).toBeUndefined();
    isDown = false;
    await versions.follow({ ...HEAD, height: HEAD.height + 120 });
    expect(versions.actorType(codeOf('multisig'))).toBe('multisig');
  });
});

it('versions that no network has are not believed, and a node cannot fill the memory with others', async () => {
  for (const version of [-5, 1001, 1e15]) {
    const { client } = scriptedConnection({ StateNetworkVersion: version }).active;
    const call = async (method: string, params: readonly unknown[], { schema }: { readonly schema: z.ZodType }) =>
      checked(schema, await client.call(method, params, { cause: 'test' }));
    const versions = new VersionAuthority({
      client: { ...client, call: call as unknown as NodeClient['call'] },
      networkName: 'mainnet',
      letter: 'f',
    });
    await versions.follow(HEAD);
    expect(versions.at(HEAD.height)).toMatchObject({ version: LAST_NETWORK_VERSION, isExact: false });
  }
  let version = 0;
  const { versions } = connect({ StateNetworkVersion: () => version });
  for (; version < 500; version += 1) await versions.follow({ ...HEAD, height: HEAD.height + version * 200 });
  expect(versions.knowledge.ranges.length).toBeLessThanOrEqual(100);
  expect(versions.at(HEAD.height + 499 * 200)?.version).toBe(499);
});
