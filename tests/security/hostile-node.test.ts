/** What a node can do with its answers alone: nothing but be refused. Caps of size and depth are in tests/integration/rpc. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { JsonRpcClient } from '../../electron/rpc/json-rpc-client.ts';
import { parseLosslessJson } from '../../shared/rpc/lossless-json.ts';
import { RecordingTap } from '../builders/recording-tap.ts';
import { answerText, startScriptedNode } from '../fakes/scripted-node/scripted-node.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function connect(urls: { httpUrl: string; wsUrl?: string }): JsonRpcClient {
  const tap = new RecordingTap();
  const client = new JsonRpcClient({
    connectionId: 'c',
    connectionName: 'C',
    namespace: 'Filecoin',
    token: 'a-token',
    tap,
    clock: systemClock,
    ...urls,
  });
  cleanups.push(() => client.close());
  return client;
}

describe('numbers', () => {
  test('of a chain are read exactly, longer ones are refused before they cost time', async () => {
    const longest = '9'.repeat(160);
    expect(parseLosslessJson(`[${longest}]`)).toEqual([BigInt(longest)]);
    for (const text of [`[${'9'.repeat(161)}]`, `{"a":${'9'.repeat(20_000_000)}}`, `[-${'1'.repeat(400)}]`]) {
      expect(() => parseLosslessJson(text)).toThrow(SyntaxError);
    }
    const node = await startScriptedNode();
    cleanups.push(() => node.stop());
    node.onRequest((request, response) => answerText(response, 200, `{"id":${String(request.call.id)},"result":${'7'.repeat(5000)}}`));
    await expect(connect(node).call('ChainHead', [], { cause: 'test' })).rejects.toMatchObject({ code: 'endpoint-bad-reply' });
  });
});

describe('redirects', () => {
  test('of a WebSocket handshake are not followed, and the token goes nowhere', async () => {
    const other = await startScriptedNode();
    cleanups.push(() => other.stop());
    const redirecting = createServer();
    redirecting.on('upgrade', (_request, socket) => {
      socket.end(`HTTP/1.1 307 Temporary Redirect\r\nLocation: ${other.wsUrl}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    });
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => redirecting.close());
    const host = `127.0.0.1:${(redirecting.address() as AddressInfo).port}`;
    const client = connect({ httpUrl: `http://${host}/rpc/v1`, wsUrl: `ws://${host}/rpc/v1` });
    const items = client.subscribe('ChainNotify', [], { cause: 'test' })[Symbol.asyncIterator]();
    await expect(items.next()).rejects.toMatchObject({ message: expect.stringMatching(/redirect/i) });
    expect(other.upgrades).toEqual([]);
  });
});
