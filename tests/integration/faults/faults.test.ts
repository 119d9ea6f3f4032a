/**
 * Faults as the whole product meets them, one row a fault: the code that crosses the contract, the sentence that a person reads, what
 * the inspector explains, and that everything is as it was once the node is well again. `rpc/faults.test.ts` has the same list for
 * the client alone, with more rows.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Core } from '../../../electron/core.ts';
import type { RunningDevnet } from '../../../electron/devnet/devnet-options.ts';
import { createProfilePaths } from '../../../electron/platform/profile-paths.ts';
import type { HeadState } from '../../../shared/ipc/schemas/chain.ts';
import type { ConnectionDraft } from '../../../shared/ipc/schemas/connections.ts';
import { LIVE_SOURCE } from '../../../shared/ipc/schemas/inspector.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { hurriedClock } from '../../builders/hurried-clock.ts';
import type { KeepingLogger } from '../../builders/keeping-logger.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import {
  askNode,
  control,
  fundedAccount,
  journalReaches,
  draftOf as messageDraftOf,
  PASSPHRASE,
  startCore,
  startStillDevnet,
} from '../../builders/wallet-core.ts';
import { asBody, asReply, asText, type FaultNode, startFaultNode } from '../../fakes/fault-node/fault-node.ts';

/** Nobody's key. */
const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';
/** Waits between attempts, and the silences after which a stream counts as lost, are seconds to a minute. */
const HURRY = 20;
const MEBIBYTE = 1024 * 1024;

let devnet: RunningDevnet;
let node: FaultNode;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let core: Core;
let logger: KeepingLogger;
let connectionId: string;
let networkName: string;
/** A probe of a node that begins its answer and never ends it, under way while the other rows run. */
let slowProbe: Promise<Awaited<ReturnType<typeof failureOf>>>;
let before: ReturnType<typeof whatIsKept>;
const clock = hurriedClock(HURRY);
let isLedAway = false;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  devnet = await startStillDevnet({ blockTimeMs: 1000 });
  node = await startFaultNode(devnet);
  folder = await temporaryFolder();
  ({ core, logger } = await startCore(createProfilePaths(folder.path), undefined, { clock }));
  connectionId = (await core.handlers.connections.addConnection(draftOf())).id;
  await core.handlers.connections.activateConnection({ id: connectionId });
  await eventually(() => head().status === 'live', 'the first head');
  await core.handlers.filters.saveFilter({ list: 'calls', name: 'Failed', text: 'status:error' });
  await sendMessage();
  networkName = head().networkName ?? '';
  before = whatIsKept();
  slowProbe = probeSlowNode();
});
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await core.stop();
  await node.stop();
  await devnet.stop();
  await folder.remove();
});

afterEach(async () => {
  // Also after a row that failed, so that it fails alone.
  await node.heal();
  if (isLedAway) await lead();
});

const head = (): HeadState => core.topics.chain.headChanged.get();

function draftOf(change: Partial<ConnectionDraft> = {}): ConnectionDraft {
  return {
    name: 'Switch',
    httpUrl: node.httpUrl,
    wsUrl: node.wsUrl,
    apiVersion: 'v1',
    namespace: 'Filecoin',
    token: devnet.tokens.write,
    controlUrl: devnet.controlUrl,
    ...change,
  };
}

/** Leads the connection elsewhere, as a person does who types a wrong address. */
async function lead(change: Partial<ConnectionDraft> = {}): Promise<void> {
  isLedAway = Object.keys(change).length > 0;
  await core.handlers.connections.updateConnection({ id: connectionId, draft: draftOf(change) });
}

/** What no fault may cost: connections, filters, sent messages. */
function whatIsKept(): object {
  return {
    connections: core.topics.connections.changed.get().connections,
    filters: core.topics.filters.changed.get(),
    journal: core.topics.messages.journalChanged.items().map(({ id, signedCid }) => ({ id, signedCid })),
  };
}

/** So that the journal has something to lose. */
async function sendMessage(): Promise<void> {
  const { address } = await fundedAccount(devnet, core);
  const { approvalId } = await core.handlers.messages.prepareMessage(messageDraftOf(address, RECIPIENT));
  await core.handlers.approval.confirmApproval({
    id: approvalId,
    passphrase: PASSPHRASE,
    isNewNetworkAccepted: true,
  });
  await journalReaches(core, approvalId, 'executed', () => control(devnet, 'advance', { epochs: 1 }));
}

async function probeSlowNode(): ReturnType<typeof failureOf> {
  const slow = await startFaultNode(devnet);
  slow.fail((_request, response) => {
    response.writeHead(200);
    response.write('{"jsonrpc":');
  });
  try {
    return await failureOf(
      core.handlers.connections.probeConnection({ draft: draftOf({ httpUrl: slow.httpUrl, wsUrl: '', controlUrl: '' }) }),
    );
  } finally {
    await slow.stop();
  }
}

/** What a person finds in the inspector under a call. */
async function explained(callId: number | undefined): Promise<{ title: string | undefined; layer: string | undefined }> {
  const detail = await core.handlers.inspector.getCall({ source: LIVE_SOURCE, id: callId ?? -1 });
  return { title: detail.explanation?.title, layer: detail.explanation?.layer };
}

/** The node is well again: the head goes on, every panel of the overview is filled, and nothing was lost. */
async function expectRecovered(): Promise<void> {
  const { headHeight } = (await control(devnet, 'advance', { epochs: 1 })) as { headHeight: number };
  await eventually(() => head().status === 'live' && head().head?.height === headHeight, 'the head to go on');
  expect(head().problem).toBeUndefined();
  const overview = await core.handlers.chain.getOverview({});
  expect(overview).toMatchObject({
    pinned: { height: headHeight },
    power: { value: expect.anything() },
    reward: { value: expect.anything() },
    mempool: { value: expect.anything() },
  });
  expect(whatIsKept()).toEqual(before);
  // A stream that has held for a while is opened again at once after the next fault.
  await clock.sleep(6000);
  expect(logger.lines.filter(({ level }) => level === 'error')).toEqual([]);
}

interface Row {
  readonly name: string;
  begin(): unknown;
  /** Where healing the node is not enough. */
  end?(): unknown;
  readonly code: string;
  /** The whole sentence, with HOST for the host and port of the node. */
  readonly sentence: string;
  /** Absent where no call failed: it was answered, and the answer will not do. */
  readonly title?: string;
  readonly layer?: string;
}

const rpcError = (code: number, message: string): object => ({ error: { code, message } });

const ROWS: readonly Row[] = [
  {
    name: 'the endpoint is down',
    begin: () => node.goDown(),
    code: 'endpoint-unreachable',
    sentence: 'Could not connect to HOST: connection refused.',
    title: 'Could not reach the endpoint',
    layer: 'network',
  },
  {
    name: 'a wrong port',
    begin: async () => lead({ httpUrl: await closedAddress(), wsUrl: '' }),
    end: lead,
    code: 'endpoint-unreachable',
    sentence: 'Could not connect to HOST: connection refused.',
    title: 'Could not reach the endpoint',
    layer: 'network',
  },
  {
    name: 'a name that does not resolve',
    begin: () => lead({ httpUrl: 'http://nowhere.invalid/rpc/v1', wsUrl: '' }),
    end: lead,
    code: 'endpoint-unreachable',
    sentence: 'No DNS address for HOST (ENOTFOUND).',
    title: 'Host name not found',
    layer: 'dns',
  },
  {
    name: 'a certificate that nobody vouches for',
    begin: async () => lead({ httpUrl: await startTls(), wsUrl: '' }),
    end: lead,
    code: 'endpoint-unreachable',
    sentence: 'The TLS connection to HOST failed (DEPTH_ZERO_SELF_SIGNED_CERT).',
    title: 'TLS connection failed',
    layer: 'tls',
  },
  {
    name: 'https where the port speaks plain http',
    begin: () => lead({ httpUrl: node.httpUrl.replace('http:', 'https:'), wsUrl: '' }),
    end: lead,
    code: 'endpoint-unreachable',
    sentence: 'The TLS connection to HOST failed (ERR_SSL_WRONG_VERSION_NUMBER).',
    title: 'TLS connection failed',
    layer: 'tls',
  },
  {
    name: 'a web page instead of JSON',
    begin: () => node.fail(asText(200, '<!doctype html><title>Hello</title>')),
    code: 'endpoint-bad-reply',
    sentence: 'HOST answered with a web page, not with JSON-RPC. Check the path of the URL.',
    title: 'The response is a web page',
    layer: 'json',
  },
  {
    name: 'an empty body',
    begin: () => node.fail(asText(200, '')),
    code: 'endpoint-bad-reply',
    sentence: 'HOST answered with an empty body.',
    title: 'Empty response',
    layer: 'json',
  },
  {
    name: '400',
    begin: () => node.fail(asText(400, '')),
    code: 'endpoint-bad-reply',
    sentence: 'HOST answered with HTTP 400.',
    title: 'A web server responded instead of the node',
    layer: 'http',
  },
  {
    name: '401',
    begin: () => node.fail(asText(401, '')),
    code: 'endpoint-unauthorised',
    sentence: 'HOST requires a valid token (HTTP 401): the token is invalid, expired, revoked or from another node.',
    title: 'The endpoint refused the token',
    layer: 'http',
  },
  {
    name: '403',
    begin: () => node.fail(asText(403, '')),
    code: 'endpoint-unauthorised',
    sentence: 'HOST does not allow this call (HTTP 403).',
    title: 'The service refused the call',
    layer: 'http',
  },
  {
    name: '404',
    begin: () => node.fail(asText(404, '404 page not found')),
    code: 'endpoint-bad-reply',
    sentence: 'HOST has nothing at this path (HTTP 404). A node serves /rpc/v1 and /rpc/v0.',
    title: 'No node at this path',
    layer: 'http',
  },
  {
    name: '405',
    begin: () => node.fail(asText(405, '')),
    code: 'endpoint-bad-reply',
    sentence: 'HOST does not accept POST at this path (HTTP 405).',
    title: 'This path does not accept POST',
    layer: 'http',
  },
  {
    name: '429',
    begin: () => node.fail(asText(429, '')),
    code: 'endpoint-rate-limited',
    sentence: 'HOST received too many requests from this machine (HTTP 429).',
    title: 'Rate-limited by the endpoint',
    layer: 'http',
  },
  {
    name: '500 without a reply',
    begin: () => node.fail(asText(500, '')),
    code: 'endpoint-bad-reply',
    sentence: 'HOST answered with HTTP 500.',
    title: 'The server failed without a JSON-RPC response',
    layer: 'http',
  },
  {
    name: '500 with a reply',
    begin: () => node.fail(asReply(500, rpcError(1, 'blockstore: block not found'))),
    code: 'node-error',
    sentence: 'The node refused ChainHead.',
    title: 'The node does not have this data',
    layer: 'chain',
  },
  {
    name: '502 of a proxy',
    begin: () => node.fail(asText(502, '<html>bad gateway')),
    code: 'endpoint-unreachable',
    sentence: 'The node behind HOST does not respond (HTTP 502).',
    title: 'The node behind the endpoint does not respond',
    layer: 'http',
  },
  {
    name: 'JSON that breaks off',
    begin: () => node.fail(asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":{"Head`)),
    code: 'endpoint-bad-reply',
    sentence: 'HOST answered with incomplete or malformed JSON.',
    title: 'The response is incomplete or malformed JSON',
    layer: 'json',
  },
  {
    name: 'deep nesting',
    begin: () => node.fail(asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)),
    code: 'endpoint-bad-reply',
    sentence: 'The reply of HOST exceeds a limit: JSON is nested deeper than 256 levels.',
    title: 'The reply exceeds a limit',
    layer: 'json',
  },
  {
    name: 'the answer to another call',
    begin: () => node.fail(asReply(200, { id: 4711, result: {} })),
    code: 'endpoint-bad-reply',
    sentence: 'HOST answered with the id of another call.',
    title: 'The response id does not match the call',
    layer: 'json',
  },
  {
    name: 'a reply beyond the cap',
    begin: () => node.fail(asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":"${'x'.repeat(128 * MEBIBYTE)}"}`)),
    code: 'endpoint-bad-reply',
    sentence: 'The reply of HOST is larger than 128 MiB and was not read.',
    title: 'The reply exceeds a limit',
    layer: 'json',
  },
  {
    name: 'a head of another shape',
    begin: () => node.fail(asReply(200, { result: { Cids: 'none', Height: '5' } })),
    code: 'endpoint-bad-reply',
    sentence: 'The node answered ChainHead in an unexpected shape at Cids.',
    title: 'Unexpected result type',
    layer: 'json',
  },
  {
    name: 'another network than the profile says',
    begin: () => lead({ network: 'mainnet' }),
    end: lead,
    code: 'wrong-network',
    sentence:
      'Expected network “mainnet”, but the node reports “NETWORK”. The endpoint is not used. Choose another endpoint or change its network.',
  },
  {
    name: 'a token of another node, or one that expired',
    begin: () => lead({ token: 'of-another-node' }),
    end: lead,
    code: 'endpoint-unauthorised',
    sentence: 'HOST requires a valid token (HTTP 401): the token is invalid, expired, revoked or from another node.',
    title: 'The endpoint refused the token',
    layer: 'http',
  },
];

describe('the head cannot be read', () => {
  test.each(ROWS)('$name', async ({ begin, end, code, sentence, title, layer }) => {
    await begin();
    const { problem } = await eventually(() => (head().problem?.code === code ? head() : undefined), `the problem ${code}`);
    expect(problem?.message).toBe(sentence.replace('HOST', hostNow()).replace('NETWORK', networkName));
    expect(head().status).toBe('failed');
    if (problem?.callId !== undefined) {
      expect(await explained(problem.callId)).toEqual({ title, layer });
    }
    await node.heal();
    await end?.();
    await expectRecovered();
  });
});

describe('the stream of heads is disturbed', () => {
  test('the WebSocket drops', async () => {
    node.refuseSockets();
    const { headHeight } = (await control(devnet, 'advance', { epochs: 3 })) as { headHeight: number };
    const polled = await eventually(() => (head().status === 'polling' ? head() : undefined), 'heads to be polled');
    expect(polled.problem?.code).toBe('endpoint-unreachable');
    expect([`${hostNow()} closed the WebSocket (code 1006).`, `The node behind ${hostNow()} does not respond (HTTP 503).`]).toContain(
      polled.problem?.message,
    );
    await eventually(() => head().head?.height === headHeight, 'the epochs that passed meanwhile');
    await node.heal();
    await expectRecovered();
  });

  test('it is half open: nothing passes, and nobody says so', async () => {
    node.freezeSockets();
    const { headHeight } = (await control(devnet, 'advance', { epochs: 2 })) as { headHeight: number };
    const told = await eventually(() => (head().status === 'polling' ? head() : undefined), 'the silence to be noticed');
    expect(told.problem?.code).toBe('endpoint-timeout');
    expect(['The subscription to new tipsets stalled. Sextant is opening it again.', `${hostNow()} sent nothing for 45 s.`]).toContain(
      told.problem?.message,
    );
    await eventually(() => head().head?.height === headHeight, 'the epochs that were not told');
    await node.heal();
    await expectRecovered();
  });

  test('the subscription is silent while the connection lives', async () => {
    node.onNodeFrame((text) => (text.includes('xrpc.ch.val') ? undefined : text));
    const { headHeight } = (await control(devnet, 'advance', { epochs: 2 })) as { headHeight: number };
    const told = await eventually(() => (head().problem === undefined ? undefined : head()), 'the silence to be told');
    expect(told.problem).toEqual({
      code: 'endpoint-timeout',
      message: 'The subscription to new tipsets stalled. Sextant is opening it again.',
    });
    await eventually(() => head().head?.height === headHeight, 'the epochs that were not told');
    await node.heal();
    await expectRecovered();
  });

  test('late, second and foreign replies and items are passed over, and found in the inspector', async () => {
    node.inject('{"jsonrpc":"2.0","id":1,"result":77}');
    node.inject('{"jsonrpc":"2.0","id":4711,"result":{"Height":9}}');
    node.inject('{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[4711,[{"Type":"current","Val":null}]]}');
    node.inject('{"jsonrpc":"2.0","id":');
    await expectRecovered();
    const { rows } = await core.handlers.inspector.listCalls({
      source: LIVE_SOURCE,
      filter: '',
      part: 'all',
      order: { by: 'id', direction: 'descending' },
      offset: 0,
      limit: 200,
    });
    const events = rows.filter(({ kind }) => kind === 'event').map(({ method }) => method);
    expect(events.slice(0, 4)).toEqual(['unreadable frame', 'unmatched frame', 'unmatched frame', 'unmatched frame']);
  });
});

describe('the node says different things', () => {
  test('a head that goes backwards is not followed', async () => {
    const { head: top } = await live();
    const parent = await ask('ChainGetTipSet', [top.parents.map((cid) => ({ '/': cid }))]);
    const seen = heights();
    node.refuseSockets();
    node.failMethods(['ChainHead'], asReply(200, { result: parent }));
    await eventually(() => head().status === 'polling', 'heads to be polled');
    expect(head().head?.height).toBe(top.height);
    await node.heal();
    await expectRecovered();
    expect(Math.min(...seen.stop())).toBe(top.height);
  });

  test('a split head: two replicas that each hold to their own', async () => {
    const { head: top } = await live();
    const tipset = (await ask('ChainHead', [])) as { Cids: object[]; Blocks: { ParentWeight: string; Messages: object }[] };
    // A sibling of one height, a little lighter; its CID is that of something else.
    const sibling = {
      ...tipset,
      Cids: [tipset.Blocks[0]?.Messages],
      Blocks: tipset.Blocks.slice(0, 1).map((block) => ({ ...block, ParentWeight: String(BigInt(block.ParentWeight) - 1n) })),
    };
    const { reorgs } = head();
    const keys = new Set<string>();
    const end = core.topics.chain.headChanged.onChange((state) => keys.add(state.head?.key.join() ?? ''));
    let asked = 0;
    node.refuseSockets();
    node.failMethods(['ChainHead'], (request, response, count) => {
      asked += 1;
      asReply(200, { result: asked % 2 === 1 ? sibling : tipset })(request, response, count);
    });
    await eventually(() => asked >= 6, 'both to be asked');
    end();
    expect([...keys]).toEqual([top.key.join()]);
    expect(head().reorgs).toEqual(reorgs);
    await node.heal();
    await expectRecovered();
  });

  test('a head that is set back and goes on elsewhere is followed, and told as a reorg', async () => {
    await control(devnet, 'advance', { epochs: 3 });
    await live();
    await control(devnet, 'reorg', { depth: 2 });
    await eventually(() => head().reorgs.some(({ depth }) => depth >= 2), 'the reorg to be told');
    await expectRecovered();
  });
});

describe('what the token does not allow', () => {
  test.each([
    ['no token', 'This method needs a token'],
    ['a token that reads', 'The token does not allow this method'],
  ])('a call that needs more, with %s', async (name, title) => {
    await lead({ token: name === 'no token' ? '' : devnet.tokens.read });
    await eventually(() => head().status === 'live', 'the head, which anybody may read');
    const { id } = await core.handlers.inspector.sendCall({ method: 'LogList', params: '[]' });
    const { summary, explanation } = await core.handlers.inspector.getCall({ source: LIVE_SOURCE, id });
    expect(summary).toMatchObject({
      status: 'error',
      layer: 'rpc',
      errorMessage: "missing permission to invoke 'LogList' (need 'write')",
    });
    expect(explanation).toMatchObject({ title });
    if (name !== 'no token') expect(explanation?.cause).toContain('grants read; this needs write');
    await lead();
    await eventually(() => head().status === 'live', 'the head with the first token');
    const allowed = await core.handlers.inspector.sendCall({ method: 'LogList', params: '[]' });
    expect((await core.handlers.inspector.getCall({ source: LIVE_SOURCE, id: allowed.id })).summary.status).toBe('ok');
    await expectRecovered();
  });
});

test('a reply that begins and never ends is given up', async () => {
  const error = await slowProbe;
  expect(error).toMatchObject({
    code: 'endpoint-timeout',
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ did not complete its response within 15 s\.$/),
    retryable: true,
  });
  expect((await explained(error.details?.callId)).title).toBe('The call timed out');
  await expectRecovered();
});

describe('strange JSON that is an answer all the same', () => {
  test('__proto__ and fields that come twice', async () => {
    const text = JSON.stringify(await ask('ChainHead', []));
    const { head: top } = await live();
    node.refuseSockets();
    node.failMethods(
      ['ChainHead'],
      asBody(
        (id) =>
          `{"id":${id},"__proto__":{"result":1},"result":{"Height":1},"result":{"__proto__":{"polluted":1},"Height":2,${text.slice(1)}}`,
      ),
    );
    await eventually(() => head().status === 'polling', 'heads to be polled');
    expect(head().head?.height).toBe(top.height);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    await node.heal();
    await expectRecovered();
  });
});

describe('hostile text', () => {
  const HOSTILE = `<img src=x onerror=alert(1)>\u202e\u0000\u0007=cmd|calc!A1 ${'x'.repeat(MEBIBYTE)}`;

  test('in an error of the node is cut, and crosses as data', async () => {
    node.failMethods(['StateMinerPower', 'StateReadState', 'MpoolPending'], asReply(500, rpcError(1, HOSTILE)));
    await control(devnet, 'advance', { epochs: 1 });
    const { mempool } = await core.handlers.chain.getOverview({});
    const error = 'error' in mempool ? mempool.error : undefined;
    expect(error).toMatchObject({ code: 'node-error', message: 'The node refused MpoolPending.' });
    expect(error?.details?.nodeMessage).toBe(HOSTILE.slice(0, 4000));
    expect(JSON.stringify(await explained(error?.details?.callId))).not.toContain('img');
    await node.heal();
    await expectRecovered();
  });

  test('in the version and the name of the network', async () => {
    node.change({
      Version: (value) => ({ ...(value as object), Version: HOSTILE.slice(0, 250) }),
      StateNetworkName: () => HOSTILE.slice(0, 150),
    });
    await lead();
    await eventually(() => head().software?.includes('onerror'), 'the hostile version');
    expect(head().networkName).toBe(HOSTILE.slice(0, 150));
    await node.heal();
    await lead();
    await expectRecovered();
  });

  test('a version of a megabyte is left out, and the node can be used', async () => {
    node.change({ Version: (value) => ({ ...(value as object), Version: HOSTILE }) });
    await lead();
    await eventually(() => head().status === 'live', 'the head');
    expect(head().software).toBeUndefined();
    await node.heal();
    await lead();
    await expectRecovered();
    expect(head().software).toMatch(/sextant/);
  });
});

/** The head as it is now, where it is live. */
async function live(): Promise<{ head: NonNullable<HeadState['head']> }> {
  return eventually(() => {
    const { status, head: top } = head();
    return status === 'live' && top !== undefined ? { head: top } : undefined;
  }, 'a live head');
}

/** Heights that the head has from now on. */
function heights(): { stop(): number[] } {
  const seen: number[] = [head().head?.height ?? 0];
  const end = core.topics.chain.headChanged.onChange((state) => seen.push(state.head?.height ?? 0));
  return {
    stop: () => {
      end();
      return seen;
    },
  };
}

function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  return askNode(devnet, method, params);
}

function hostNow(): string {
  const { connections, activeId } = core.topics.connections.changed.get();
  return URL.parse(connections.find(({ id }) => id === activeId)?.httpUrl ?? '')?.host ?? '';
}

async function closedAddress(): Promise<string> {
  const other = await startFaultNode(devnet);
  await other.stop();
  return other.httpUrl;
}

/** A server with a certificate of its own making; returns its address. */
async function startTls(): Promise<string> {
  const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')];
  const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...args, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => response.end('{}'));
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  await new Promise((resolve) => server.once('listening', resolve));
  return `https://localhost:${(server.address() as AddressInfo).port}/rpc/v1`;
}
