import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../electron/platform/system-clock.ts';
import { AnswerStore } from '../../../electron/rpc/answer-store.ts';
import { JsonRpcClient, type JsonRpcClientOptions } from '../../../electron/rpc/json-rpc-client.ts';
import { failureOf } from '../../builders/failure-of.ts';
import { quietLogger } from '../../builders/quiet-logger.ts';
import { RecordingTap } from '../../builders/recording-tap.ts';
import { answer, answerText, type ScriptedNode, startScriptedNode } from '../../fakes/scripted-node/scripted-node.ts';

const CID = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';
const OPTIONS = { cause: 'test' };

let node: ScriptedNode;
let tap: RecordingTap;
const clients: JsonRpcClient[] = [];

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
  clients.push(client);
  return client;
}

beforeEach(async () => {
  node = await startScriptedNode();
  tap = new RecordingTap();
});
afterEach(async () => {
  for (const client of clients.splice(0)) {
    client.close();
  }
  await node.stop();
});

describe('what is sent', () => {
  test('POST with the namespace, params always an array, the token in a header alone', async () => {
    await connect({ token: 'secret-token', namespace: 'Node' }).call('ChainHead', [], OPTIONS);
    const [request] = node.requests;
    expect(request?.method).toBe('POST');
    expect(request?.path).toBe('/rpc/v1');
    expect(request?.call).toMatchObject({ jsonrpc: '2.0', method: 'Node.ChainHead', params: [] });
    expect(request?.headers.authorization).toBe('Bearer secret-token');
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.body).not.toContain('secret-token');
  });

  test('no Authorization header without a token', async () => {
    await connect().call('ChainHead', [], OPTIONS);
    expect(node.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('integers beyond 2^53 are exact both ways', async () => {
    node.onRequest((request, response) => {
      answerText(response, 200, `{"jsonrpc":"2.0","id":${String(request.call.id)},"result":{"Nonce":18446744073709551615,"Small":7}}`);
    });
    const { value } = await connect().call('MpoolGetNonce', ['f1abc', 9007199254740993n], OPTIONS);
    expect(node.requests[0]?.body).toContain('9007199254740993');
    expect(value).toEqual({ Nonce: 18446744073709551615n, Small: 7 });
  });
});

describe('what comes back', () => {
  test('in thousands of pieces is put together in their order', async () => {
    const value = Array.from({ length: 3000 }, (_, index) => index);
    node.onRequest((request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      for (const character of `{"jsonrpc":"2.0","id":${String(request.call.id)},"result":${JSON.stringify(value)}}`)
        response.write(character);
      response.end();
    });
    expect((await connect().call('StateListMiners', [[]], OPTIONS)).value).toEqual(value);
  });

  test('whole, but not read by a mistake of ours, is no failure of the endpoint: not asked again, thrown as it is', async () => {
    node.onRequest((request, response) => answer(response, 200, request, { result: {} }));
    class BrokenStore extends AnswerStore {
      override set(): never {
        throw new TypeError('a mistake');
      }
    }
    const answers = new BrokenStore({ folder: '/nowhere/answers', logger: quietLogger });
    await expect(connect({ answers }).call('ChainGetMessage', [{ '/': CID }], OPTIONS)).rejects.toThrow(TypeError);
    expect(node.requests).toHaveLength(1);
    expect(tap.calls[0]?.end).toMatchObject({ httpStatus: 200 });
    expect(tap.calls[0]?.end).not.toHaveProperty('failure');
  });
});

describe('one call instead of several', () => {
  test('equal reads under way are one request', async () => {
    const client = connect();
    node.onRequest((request, response) => setTimeout(() => answer(response, 200, request, { result: 1 }), 50));
    const answers = await Promise.all([1, 2, 3].map(() => client.call('ChainHead', [], OPTIONS)));
    expect(node.requests).toHaveLength(1);
    expect(new Set(answers.map(({ call }) => call.id)).size).toBe(1);
  });

  test('a caller who leaves does not take the others along', async () => {
    const client = connect();
    node.onRequest((request, response) => setTimeout(() => answer(response, 200, request, { result: 1 }), 100));
    const leaving = new AbortController();
    const left = failureOf(client.call('ChainHead', [], { ...OPTIONS, signal: leaving.signal }));
    const stayed = client.call('ChainHead', [], OPTIONS);
    leaving.abort();
    expect((await left).code).toBe('cancelled');
    expect((await stayed).value).toBe(1);
    expect(node.requests).toHaveLength(1);
  });

  test('what is immutable is asked once, and says that it was remembered', async () => {
    const client = connect();
    node.onRequest((request, response) => answer(response, 200, request, { result: { Power: '1' } }));
    const params = ['f01000', [{ '/': CID }]];
    const first = await client.call('StateMinerPower', params, OPTIONS);
    const second = await client.call('StateMinerPower', params, OPTIONS);
    expect(node.requests).toHaveLength(1);
    expect(first.call.isCached).toBe(false);
    expect(second.call).toEqual({ ...first.call, isCached: true });
    await client.call('StateMinerPower', ['f01000', []], OPTIONS);
    await client.call('StateMinerPower', ['f01000', []], OPTIONS);
    expect(node.requests).toHaveLength(3);
  });

  test('a negative answer is not remembered', async () => {
    const client = connect();
    for (let count = 0; count < 2; count += 1) {
      await client.call('ChainGetMessage', [{ '/': CID }], OPTIONS);
    }
    expect(node.requests).toHaveLength(2);
  });

  test('the recording of a remembered answer is kept as long as the answer', async () => {
    const kept: number[] = [];
    tap.keep = (id: number): void => void kept.push(id);
    tap.release = (id: number): void => void kept.splice(kept.indexOf(id), 1);
    const client = connect();
    node.onRequest((request, response) => answer(response, 200, request, { result: {} }));
    const { call } = await client.call('ChainGetMessage', [{ '/': CID }], OPTIONS);
    await client.call('ChainHead', [], OPTIONS);
    expect(kept).toEqual([call.id]);
    client.close();
    expect(kept).toEqual([]);
  });
});

describe('statuses and bodies', () => {
  const rpcError = (code: number, message: string): object => ({ error: { code, message } });
  const cases: readonly (readonly [string, number, object | string, string])[] = [
    ['an error of the method itself', 200, rpcError(1, 'something went wrong'), 'node-error'],
    ['missing permission', 200, rpcError(1, "missing permission to invoke 'X' (need 'write')"), 'endpoint-unauthorised'],
    ['absent behind a v0 gateway', 200, rpcError(1, 'method not supported'), 'method-not-served'],
    ['empty body', 400, { id: null, ...rpcError(-32600, 'Invalid request') }, 'node-error'],
    ['malformed JSON', 500, { id: null, ...rpcError(-32700, 'Parse error') }, 'node-error'],
    ['wrong count', 500, rpcError(-32602, "wrong param count (method 'Filecoin.M'): 1 != 2"), 'node-error'],
    ['unknown method', 500, rpcError(-32601, "method 'Filecoin.M' not found"), 'method-not-served'],
    ['a stream over HTTP', 500, rpcError(-32601, "method 'M' not supported in this mode (no out channel support)"), 'method-not-served'],
    ['handler panic', 500, rpcError(0, "fatal error calling 'M': panic in rpc method 'M': nil"), 'node-error'],
    ['refused token', 401, '', 'endpoint-unauthorised'],
    ['forbidden', 403, '', 'endpoint-unauthorised'],
    ['gateway quota', 429, '', 'endpoint-rate-limited'],
    ['unhealthy', 503, '', 'endpoint-unreachable'],
    ['wrong path', 404, '404 page not found', 'endpoint-bad-reply'],
    ['wrong HTTP method', 405, '', 'endpoint-bad-reply'],
    ['proxy limit', 413, '<html></html>', 'endpoint-bad-reply'],
    ['bad gateway', 502, '<html>bad gateway</html>', 'endpoint-unreachable'],
    ['gateway timeout', 504, '', 'endpoint-unreachable'],
    ['a notification reply', 200, '', 'endpoint-bad-reply'],
    ['a web page', 200, '<!doctype html><p>hello', 'endpoint-bad-reply'],
    ['JSON of another kind', 200, '{"hello":1}', 'endpoint-bad-reply'],
    ['a torn body', 200, '{"jsonrpc":"2.0","id":1,"resu', 'endpoint-bad-reply'],
    ['draft statuses with a JSON body', 404, rpcError(-32601, "method 'M' not found"), 'method-not-served'],
    ['look-back', 200, rpcError(1, 'bad tipset height: lookbacks of more than 16h40m0s are disallowed'), 'outside-history'],
    ['no such actor', 200, rpcError(11, 'actor not found'), 'not-found'],
  ];
  test.each(cases)('%s (%i)', async (_name, status, body, code) => {
    node.onRequest((request, response) => {
      if (typeof body === 'string') {
        answerText(response, status, body);
      } else {
        answer(response, status, request, body);
      }
    });
    const error = await failureOf(connect().call('AuthNew', [], OPTIONS));
    expect(error.code).toBe(code);
    expect(error.details?.method).toBe('AuthNew');
    expect(error.details?.httpStatus).toBe(status);
    expect(error.details?.callId).toBe(1);
    expect(tap.calls[0]?.end?.failure?.httpStatus).toBe(status);
  });

  test('the answer of another call is refused', async () => {
    node.onRequest((request, response) => answer(response, 200, request, { id: 4711, result: 1 }));
    expect((await failureOf(connect().call('AuthNew', [], OPTIONS))).code).toBe('endpoint-bad-reply');
  });

  test('a misfit with the schema names the place', async () => {
    node.onRequest((request, response) => answer(response, 200, request, { result: { Height: 'high' } }));
    const error = await failureOf(connect().call('ChainHead', [], { ...OPTIONS, schema: z.object({ Height: z.number() }) }));
    expect(error.code).toBe('endpoint-bad-reply');
    expect(error.message).toContain('Height');
  });

  test('a redirect is not followed, and the token goes nowhere', async () => {
    const other = await startScriptedNode();
    node.onRequest((_request, response) => answerText(response, 307, '', { Location: `${other.httpUrl}?token=abc` }));
    const error = await failureOf(connect({ token: 'secret' }).call('ChainHead', [], OPTIONS));
    expect(error.code).toBe('endpoint-bad-reply');
    expect(error.message).toMatch(/redirect/i);
    expect(error.message).not.toContain('abc');
    expect(other.requests).toHaveLength(0);
    await other.stop();
  });

  test('a reply beyond the cap is not read, packed or not', async () => {
    const huge = `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(200_000)}"}`;
    const client = connect({ maxReplyBytes: 100_000 });
    node.onRequest((_request, response) => answerText(response, 200, huge));
    expect((await failureOf(client.call('AuthNew', [], OPTIONS))).message).toContain('larger than');
    node.onRequest((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      response.end(gzipSync(huge));
    });
    expect((await failureOf(client.call('AuthNew', [], OPTIONS))).message).toContain('larger than');
  });

  test('a packed reply is unpacked', async () => {
    node.onRequest((request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' });
      response.end(gzipSync(JSON.stringify({ jsonrpc: '2.0', id: request.call.id, result: 'ok' })));
    });
    expect((await connect().call('ChainHead', [], OPTIONS)).value).toBe('ok');
  });

  test('a reply that breaks off is a transport failure', async () => {
    node.onRequest((_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"jsonrpc"', () => response.destroy());
    });
    expect((await failureOf(connect().call('AuthNew', [], OPTIONS))).code).toBe('endpoint-unreachable');
  });

  test('JSON nested too deeply is refused', async () => {
    node.onRequest((request, response) => {
      answerText(response, 200, `{"jsonrpc":"2.0","id":${String(request.call.id)},"result":${'['.repeat(5000)}${']'.repeat(5000)}}`);
    });
    expect((await failureOf(connect().call('AuthNew', [], OPTIONS))).code).toBe('endpoint-bad-reply');
  });

  test('silence ends in a timeout', async () => {
    node.onRequest(() => undefined);
    const error = await failureOf(connect().call('ChainHead', [], { ...OPTIONS, timeoutMs: 100 }));
    expect(error.code).toBe('endpoint-timeout');
    expect(node.requests).toHaveLength(1);
  });

  test('nobody there', async () => {
    const client = connect();
    await node.stop();
    const error = await failureOf(client.call('AuthNew', [], OPTIONS));
    expect(error.code).toBe('endpoint-unreachable');
    expect(tap.calls[0]?.end?.failure?.layer).toBe('network');
    node = await startScriptedNode();
  });

  test('a name that does not resolve', async () => {
    const error = await failureOf(connect({ httpUrl: 'http://does-not-exist.invalid/rpc/v1' }).call('AuthNew', [], OPTIONS));
    expect(error.code).toBe('endpoint-unreachable');
    expect(tap.calls[0]?.end?.failure?.layer).toBe('dns');
  });

  test('a plain server where TLS was expected', async () => {
    const error = await failureOf(connect({ httpUrl: node.httpUrl.replace('http:', 'https:') }).call('AuthNew', [], OPTIONS));
    expect(error.code).toBe('endpoint-unreachable');
    expect(['tls', 'network']).toContain(tap.calls[0]?.end?.failure?.layer);
  });
});

describe('again or never again', () => {
  test('a read is sent again after 429 and after "server busy"', async () => {
    node.onRequest((request, response, count) => {
      if (count === 1) {
        answerText(response, 429, '');
      } else if (count === 2) {
        answer(response, 200, request, { error: { code: 1, message: 'server busy. rate: Wait(n=3) would exceed context deadline' } });
      } else {
        answer(response, 200, request, { result: 'at last' });
      }
    });
    const { value, call } = await connect().call('ChainHead', [], OPTIONS);
    expect(value).toBe('at last');
    expect(call.id).toBe(3);
    expect(tap.calls.map(({ end }) => end?.failure?.code)).toEqual(['endpoint-rate-limited', 'endpoint-rate-limited', undefined]);
  });

  test('a read is given up after three attempts', async () => {
    node.onRequest((_request, response) => answerText(response, 429, ''));
    expect((await failureOf(connect().call('ChainHead', [], OPTIONS))).code).toBe('endpoint-rate-limited');
    expect(node.requests).toHaveLength(3);
  });

  test('a read that the node refused is not sent again', async () => {
    node.onRequest((request, response) => answer(response, 200, request, { error: { code: 1, message: 'no' } }));
    await failureOf(connect().call('StateGetActor', ['f01', []], OPTIONS));
    expect(node.requests).toHaveLength(1);
  });

  test('a push is sent once, over a connection of its own', async () => {
    node.onRequest((_request, response) => answerText(response, 503, ''));
    await failureOf(connect().call('MpoolPush', [{}], OPTIONS));
    expect(node.requests).toHaveLength(1);
    expect(node.requests[0]?.headers.connection).toBe('close');
  });

  test('MpoolPush that is not served is tried under its documented misspelling', async () => {
    node.onRequest((request, response) => {
      if (request.call.method === 'Filecoin.MPoolPush') {
        answer(response, 200, request, { result: { '/': CID } });
      } else {
        answer(response, 500, request, { error: { code: -32601, message: `method '${request.call.method}' not found` } });
      }
    });
    expect((await connect().call('MpoolPush', [{}], OPTIONS)).value).toEqual({ '/': CID });
    expect(node.requests.map(({ call }) => call.method)).toEqual(['Filecoin.MpoolPush', 'Filecoin.MPoolPush']);
  });
});

describe('an endpoint whose backends lag', () => {
  const LACKS = { code: 1, message: `loading tipset {${CID}}: get block ${CID}: ipld: could not find ${CID}` };
  const read = (client: JsonRpcClient) => client.call('StateNetworkVersion', [[{ '/': CID }]], OPTIONS);

  test('is asked again until another backend has the tipset; nothing is sent again for long', async () => {
    let left = 2;
    node.onRequest((request, response) => {
      left -= 1;
      answer(response, 200, request, left >= 0 ? { error: LACKS } : { result: 29 });
    });
    const client = connect();
    client.heads.noteLag(1);
    expect((await read(client)).value).toBe(29);
    expect(node.requests).toHaveLength(3);
    left = 100;
    const other = connect();
    other.heads.noteLag(1);
    expect((await failureOf(read(other))).details?.nodeMessage).toBe(LACKS.message);
    expect(node.requests).toHaveLength(7);
  });

  test('is told from one where all answers agree: there the call fails at once', async () => {
    node.onRequest((request, response) => answer(response, 200, request, { error: LACKS }));
    await failureOf(read(connect()));
    expect(node.requests).toHaveLength(1);
  });

  test('is known by its heads, from the calls themselves', async () => {
    const heights = [100, 97];
    node.onRequest((request, response) => answer(response, 200, request, { result: { Height: heights.shift(), Cids: [{ '/': CID }] } }));
    const client = connect();
    await client.call('ChainHead', [], OPTIONS);
    await client.call('ChainHead', [], OPTIONS);
    expect(client.heads.lagEpochs).toBe(3);
    expect(client.heads.answers.map(({ call }) => call.id)).toEqual([1, 2]);
  });
});

describe('calls written by hand', () => {
  test('go out as they are written, and their failures are recorded, not thrown', async () => {
    node.onRequest((request, response) => answer(response, 500, request, { error: { code: -32700, message: 'unmarshaling param array' } }));
    const { id } = await connect().sendRaw('ChainHead', '{"not":"an array"}', { cause: 'user' });
    expect(node.requests[0]?.body).toContain('"method":"Filecoin.ChainHead","params":{"not":"an array"}}');
    expect(tap.calls[id - 1]?.end?.failure?.nodeCode).toBe(-32700);
  });

  test('a name with a dot is used as it is, absent params stay absent, broken JSON stays broken', async () => {
    const client = connect();
    await client.sendRaw('Node.ChainHead', ' ', { cause: 'user' });
    await client.sendRaw('rpc.discover', '[1,', { cause: 'user' });
    expect(node.requests[0]?.body).toBe('{"jsonrpc":"2.0","id":1,"method":"Node.ChainHead"}');
    expect(node.requests[1]?.body).toBe('{"jsonrpc":"2.0","id":2,"method":"rpc.discover","params":[1,}');
  });

  test('Ethereum’s methods go out without a namespace, however they are called', async () => {
    node.onRequest((request, response) => answer(response, 200, request, { result: '0x7' }));
    const client = connect();
    await client.sendRaw('eth_blockNumber', '[]', { cause: 'user' });
    expect((await client.call('net_version', [], OPTIONS)).value).toBe('0x7');
    expect(node.requests.map(({ call }) => call.method)).toEqual(['eth_blockNumber', 'net_version']);
  });
});
