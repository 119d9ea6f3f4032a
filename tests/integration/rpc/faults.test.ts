/**
 * What can go wrong between here and a node, one row a fault: the code and the sentence that a person reads, and that the next good
 * call through the same client works.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { JsonRpcClient, type JsonRpcClientOptions } from '../../../electron/rpc/json-rpc-client.ts';
import { eventually } from '../../builders/eventually.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { RecordingTap } from '../../builders/recording-tap.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';
import { answer, answerText, type HttpScript, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const OPTIONS = { cause: 'test' };
const MEBIBYTE = 1024 * 1024;

let node: ScriptedNode;
let tap: RecordingTap;
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  node = await startScriptedNode();
  tap = new RecordingTap();
  cleanups.push(() => node.stop());
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function connect(options: Partial<JsonRpcClientOptions> = {}): JsonRpcClient {
  const client = new JsonRpcClient({
    connectionId: 'c',
    connectionName: 'C',
    httpUrl: node.httpUrl,
    namespace: 'Filecoin',
    tap,
    clock: { ...systemClock, sleep: () => Promise.resolve() },
    ...options,
  });
  cleanups.push(() => client.close());
  return client;
}

const rpcError = (code: number, message: string): object => ({ error: { code, message } });
const asText =
  (status: number, body: string, headers: Record<string, string> = {}): HttpScript =>
  (_request, response) =>
    answerText(response, status, body, headers);
const asReply =
  (status: number, body: object): HttpScript =>
  (request, response) =>
    answer(response, status, request, body);
const asBody =
  (write: (id: string) => string): HttpScript =>
  (request, response) =>
    answerText(response, 200, write(String(request.call.id)));

interface Fault {
  readonly name: string;
  readonly script: HttpScript;
  readonly code: string;
  readonly sentence: RegExp;
  readonly layer: string;
}

const FAULTS: readonly Fault[] = [
  {
    name: 'a web page instead of JSON',
    script: asText(200, '<!doctype html><title>Hello</title>'),
    code: 'endpoint-bad-reply',
    sentence: /a web page, not with JSON-RPC\. Check the path/,
    layer: 'json',
  },
  { name: 'an empty body', script: asText(200, ''), code: 'endpoint-bad-reply', sentence: /an empty body/, layer: 'json' },
  { name: 'no content (204)', script: asText(204, ''), code: 'endpoint-bad-reply', sentence: /an empty body/, layer: 'json' },
  { name: '400 without a reply', script: asText(400, ''), code: 'endpoint-bad-reply', sentence: /HTTP 400/, layer: 'http' },
  {
    name: '400 with a reply',
    script: asReply(400, { id: null, ...rpcError(-32600, 'Invalid request') }),
    code: 'node-error',
    sentence: /refused StateGetActor/,
    layer: 'rpc',
  },
  {
    name: '401 without a reply',
    script: asText(401, ''),
    code: 'endpoint-unauthorised',
    sentence: /requires a valid token/,
    layer: 'http',
  },
  {
    name: '401 with a reply',
    script: asReply(401, rpcError(1, 'token expired')),
    code: 'endpoint-unauthorised',
    sentence: /No token was sent to \S+: StateGetActor needs one/,
    layer: 'rpc',
  },
  { name: '403', script: asText(403, '<html>no</html>'), code: 'endpoint-unauthorised', sentence: /HTTP 403/, layer: 'http' },
  {
    name: '403 with a reply',
    script: asReply(403, rpcError(1, "missing permission to invoke 'X' (need 'write')")),
    code: 'endpoint-unauthorised',
    sentence: /does not allow StateGetActor \(HTTP 403\)/,
    layer: 'rpc',
  },
  {
    name: '404 without a reply',
    script: asText(404, '404 page not found'),
    code: 'endpoint-bad-reply',
    sentence: /nothing at this path \(HTTP 404\)/,
    layer: 'http',
  },
  {
    name: '404 with a reply',
    script: asReply(404, rpcError(-32601, "method 'X' not found")),
    code: 'method-not-served',
    sentence: /does not serve StateGetActor/,
    layer: 'rpc',
  },
  { name: '405', script: asText(405, ''), code: 'endpoint-bad-reply', sentence: /does not accept POST at this path/, layer: 'http' },
  { name: '413', script: asText(413, ''), code: 'endpoint-bad-reply', sentence: /too large \(HTTP 413\)/, layer: 'http' },
  { name: '429 without a reply', script: asText(429, ''), code: 'endpoint-rate-limited', sentence: /too many requests/, layer: 'http' },
  {
    name: '429 with a reply',
    script: asReply(429, rpcError(1, 'slow down')),
    code: 'endpoint-rate-limited',
    sentence: /rate-limiting calls/,
    layer: 'rpc',
  },
  { name: '500 without a reply', script: asText(500, ''), code: 'endpoint-bad-reply', sentence: /HTTP 500/, layer: 'http' },
  {
    name: '500 with a reply',
    script: asReply(500, rpcError(-32602, "wrong param count (method 'X'): 1 != 2")),
    code: 'node-error',
    sentence: /refused StateGetActor/,
    layer: 'rpc',
  },
  {
    name: '502 from a proxy',
    script: asText(502, '<html>bad gateway'),
    code: 'endpoint-unreachable',
    sentence: /node behind/,
    layer: 'http',
  },
  {
    name: 'JSON that breaks off',
    script: asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":{"Head`),
    code: 'endpoint-bad-reply',
    sentence: /incomplete or malformed JSON/,
    layer: 'json',
  },
  {
    name: 'a body that breaks off',
    script: (_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"jsonrpc"', () => response.destroy());
    },
    code: 'endpoint-unreachable',
    sentence: /broke off after \d+ of 1,000 bytes/,
    layer: 'network',
  },
  {
    name: 'deep nesting',
    script: asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
    code: 'endpoint-bad-reply',
    sentence: /exceeds a limit: JSON is nested deeper than 256/,
    layer: 'json',
  },
  {
    name: 'deep nesting in a short body',
    script: asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(300)}${']'.repeat(300)}}`),
    code: 'endpoint-bad-reply',
    sentence: /nested deeper/,
    layer: 'json',
  },
  {
    name: 'tens of millions of tiny arrays',
    script: asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":[${'[],'.repeat(8_000_000)}[]]}`),
    code: 'endpoint-bad-reply',
    sentence: /JSON with more than 8000000 values/,
    layer: 'json',
  },
  {
    name: 'the answer to another call',
    script: asReply(200, { id: 4711, result: 1 }),
    code: 'endpoint-bad-reply',
    sentence: /answered with the id of another call/,
    layer: 'json',
  },
  {
    name: 'an id of another type',
    script: asBody((id) => `{"jsonrpc":"2.0","id":"${id}","result":1}`),
    code: 'endpoint-bad-reply',
    sentence: /answered with the id of another call/,
    layer: 'json',
  },
  {
    name: 'an error about another call',
    script: asReply(200, { id: 4711, ...rpcError(1, 'no') }),
    code: 'endpoint-bad-reply',
    sentence: /answered with the id of another call/,
    layer: 'json',
  },
  {
    name: 'a result and an error at once',
    script: asReply(200, { result: 1, ...rpcError(1, 'no') }),
    code: 'endpoint-bad-reply',
    sentence: /both a result and an error/,
    layer: 'json',
  },
  {
    name: 'another version of JSON-RPC',
    script: asReply(200, { jsonrpc: '1.0', result: 1 }),
    code: 'endpoint-bad-reply',
    sentence: /not JSON-RPC/,
    layer: 'json',
  },
  {
    name: 'a body that is not packed as it says',
    script: asText(200, 'not packed', { 'Content-Encoding': 'gzip' }),
    code: 'endpoint-bad-reply',
    sentence: /could not be decompressed/,
    layer: 'http',
  },
  {
    name: 'a redirect',
    script: asText(308, '', { Location: 'https://elsewhere.example/rpc/v1' }),
    code: 'endpoint-bad-reply',
    sentence: /redirects to elsewhere\.example\. Sextant does not follow redirects/,
    layer: 'http',
  },
];

describe('an answer that is none', () => {
  test.each(FAULTS)('$name', async ({ script, code, sentence, layer }) => {
    const client = connect();
    node.onRequest(script);
    const error = await failureOf(client.call('StateGetActor', ['f01', []], OPTIONS));
    expect({ code: error.code, message: error.message }).toEqual({ code, message: expect.stringMatching(sentence) });
    const recorded = tap.calls.at(-1);
    expect(recorded?.end?.failure).toMatchObject({ code, layer });
    expect(error.details?.callId).toBe(recorded?.id);
    await expectWorks(client);
  });
});

describe('an answer that is strange, and one all the same', () => {
  const strange: readonly (readonly [string, HttpScript, unknown])[] = [
    ['no version', asBody((id) => `{"id":${id},"result":7}`), 7],
    ['a null result', asBody((id) => `{"jsonrpc":"2.0","id":${id},"result":null}`), null],
    ['a null error beside the result', asBody((id) => `{"jsonrpc":"2.0","id":${id},"error":null,"result":7}`), 7],
    ['text/plain', asBody((id) => ` \n{"result":7,"id":${id},"jsonrpc":"2.0"}\n`), 7],
    ['a result under 500', asReply(500, { result: 7 }), 7],
    ['equal fields: the last one counts', asBody((id) => `{"id":${id},"result":1,"result":{"a":1,"a":2}}`), { a: 2 }],
  ];
  test.each(strange)('%s', async (_name, script, value) => {
    node.onRequest(script);
    expect((await connect().call('StateGetActor', ['f01', []], OPTIONS)).value).toEqual(value);
  });

  test('__proto__ and constructor are fields like any other', async () => {
    node.onRequest(
      asBody(
        (id) => `{"id":${id},"__proto__":{"result":1},"result":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}`,
      ),
    );
    const { value } = await connect().call('ChainHead', [], OPTIONS);
    expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  test('a result that only __proto__ has is none', async () => {
    node.onRequest(asBody((id) => `{"id":${id},"__proto__":{"result":1}}`));
    expect((await failureOf(connect().call('ChainHead', [], OPTIONS))).code).toBe('endpoint-bad-reply');
  });
});

describe('nobody there', () => {
  test('the endpoint is down, and back again', async () => {
    const client = connect();
    node.onRequest(asReply(200, { result: 'up' }));
    await client.call('ChainHead', [], OPTIONS);
    const { port } = new URL(node.httpUrl);
    await node.stop();
    const error = await failureOf(client.call('StateGetActor', ['f01', []], OPTIONS));
    expect(error).toMatchObject({
      code: 'endpoint-unreachable',
      message: expect.stringMatching(/Could not connect to 127\.0\.0\.1:\d+: connection refused/),
    });
    node = await startScriptedNode({ port: Number(port) });
    await expectWorks(client);
  });

  test('a wrong port', async () => {
    const closed = createTcpServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const error = await failureOf(connect({ httpUrl: `http://127.0.0.1:${port}/rpc/v1` }).call('ChainHead', [], OPTIONS));
    expect(error).toMatchObject({ code: 'endpoint-unreachable', message: expect.stringContaining(`127.0.0.1:${port}`) });
    expect(tap.calls.map(({ start }) => [start.attempt, start.parentId])).toEqual([
      [undefined, undefined],
      [2, 1],
      [3, 1],
    ]);
  });

  test('a port that speaks something else', async () => {
    const server = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')).listen(0, '127.0.0.1');
    cleanups.push(() => server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const error = await failureOf(connect({ httpUrl: `http://127.0.0.1:${port}/rpc/v1` }).call('ChainHead', [], OPTIONS));
    expect(error).toMatchObject({
      code: 'endpoint-unreachable',
      message: expect.stringMatching(/did not answer with HTTP\. Check http or https/),
    });
  });

  test('a name that does not resolve', async () => {
    const error = await failureOf(connect({ httpUrl: 'http://does-not-exist.invalid/rpc/v1' }).call('ChainHead', [], OPTIONS));
    expect(error).toMatchObject({
      code: 'endpoint-unreachable',
      message: expect.stringMatching(/No DNS address for does-not-exist\.invalid/),
    });
    expect(tap.calls.at(-1)?.end?.failure?.layer).toBe('dns');
  });
});

describe('TLS', () => {
  async function startTls(): Promise<number> {
    const folder = await temporaryFolder();
    cleanups.push(() => folder.remove());
    const [key, cert] = [path.join(folder.path, 'key.pem'), path.join(folder.path, 'cert.pem')];
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', [...args, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' });
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) => response.end('{}'));
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    cleanups.push(() => new Promise((resolve) => server.close(resolve)));
    await new Promise((resolve) => server.once('listening', resolve));
    return (server.address() as AddressInfo).port;
  }

  test('a certificate that nobody vouches for', async () => {
    const port = await startTls();
    const error = await failureOf(connect({ httpUrl: `https://localhost:${port}/rpc/v1` }).call('ChainHead', [], OPTIONS));
    expect(error).toMatchObject({
      code: 'endpoint-unreachable',
      message: expect.stringMatching(/The TLS connection to localhost:\d+ failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/),
    });
    expect(tap.calls).toHaveLength(1);
    expect(tap.calls[0]?.end?.failure?.layer).toBe('tls');
  });

  test('https where the port speaks plain http', async () => {
    const error = await failureOf(connect({ httpUrl: node.httpUrl.replace('http:', 'https:') }).call('ChainHead', [], OPTIONS));
    expect(error).toMatchObject({
      code: 'endpoint-unreachable',
      message: expect.stringMatching(/The TLS connection to .* failed/),
    });
    expect(tap.calls[0]?.end?.failure?.layer).toBe('tls');
  });

  test('http where the port speaks TLS', async () => {
    const port = await startTls();
    const error = await failureOf(connect({ httpUrl: `http://127.0.0.1:${port}/rpc/v1` }).call('ChainHead', [], OPTIONS));
    expect(error.code).toBe('endpoint-unreachable');
    expect(error.message).toMatch(/closed the connection|not HTTP/);
  });
});

describe('size and time', () => {
  test('a reply of 100 MB is read; one just over the cap is not', async () => {
    const client = connect({ maxReplyBytes: 100 * MEBIBYTE });
    const fill = (request: { call: { id?: unknown } }, bytes: number): string => {
      const [head, tail] = [`{"jsonrpc":"2.0","id":${String(request.call.id)},"result":"`, '"}'];
      return head + 'x'.repeat(bytes - head.length - tail.length) + tail;
    };
    node.onRequest((request, response) => answerText(response, 200, fill(request, 100 * MEBIBYTE)));
    expect(((await client.call('StateGetActor', ['f01', []], OPTIONS)).value as string).length).toBeGreaterThan(99 * MEBIBYTE);
    node.onRequest((request, response) => answerText(response, 200, fill(request, 100 * MEBIBYTE + 1)));
    const error = await failureOf(client.call('StateGetActor', ['f01', []], OPTIONS));
    expect(error).toMatchObject({ code: 'endpoint-bad-reply', message: expect.stringMatching(/larger than 100 MiB and was not read/) });
    await expectWorks(client);
  });

  test('a reply that is slow is given up, whether it never begins or never ends', async () => {
    const client = connect();
    node.onRequest(() => undefined);
    const silent = await failureOf(client.call('ChainHead', [], { ...OPTIONS, timeoutMs: 50 }));
    expect(silent).toMatchObject({ code: 'endpoint-timeout', message: expect.stringMatching(/did not respond within 50 ms/) });
    node.onRequest((_request, response) => {
      response.writeHead(200);
      response.write('{"jsonrpc":');
    });
    const slow = await failureOf(client.call('ChainHead', [], { ...OPTIONS, timeoutMs: 300 }));
    expect(slow).toMatchObject({
      code: 'endpoint-timeout',
      message: expect.stringMatching(/did not complete its response within 300 ms/),
    });
    expect(tap.calls.at(-1)?.end).toMatchObject({ httpStatus: 200, phases: { waitMs: expect.any(Number), readMs: expect.any(Number) } });
    await expectWorks(client);
  });

  test('a call that is cancelled while it waits for its answer is cancelled for the node too', async () => {
    const client = connect();
    let isGone = false;
    node.onRequest((_request, response) => {
      response.on('close', () => {
        isGone = true;
      });
    });
    const leaving = new AbortController();
    const left = failureOf(client.call('StateWaitMsg', [], { ...OPTIONS, signal: leaving.signal }));
    await eventually(() => node.requests.length > 0, 'the call');
    leaving.abort();
    expect(await left).toMatchObject({ code: 'cancelled', message: 'The call was cancelled.' });
    await eventually(() => isGone, 'the connection to be closed');
    await expectWorks(client);
  });
});

/** The state after a fault: the next call through the same client is answered. */
async function expectWorks(client: JsonRpcClient): Promise<void> {
  node.onRequest((request, response) => answer(response, 200, request, { result: { Height: 5 } }));
  const { value, call } = await client.call('ChainHead', [], OPTIONS);
  expect(value).toEqual({ Height: 5 });
  expect(tap.calls[call.id - 1]?.end?.failure).toBeUndefined();
}
