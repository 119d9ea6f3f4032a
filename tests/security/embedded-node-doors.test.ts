/** A web page can reach the embedded node's port, and get nothing from it: no answer it may read, no change, no control. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';
import { addressFromBlsPublicKey } from '../../shared/domain/keys/key-address.ts';
import { rawRequest } from '../builders/raw-request.ts';
import { startStillDevnet } from '../builders/wallet-core.ts';

let node: RunningDevnet;
let port: number;
let controlPath: string;

beforeAll(async () => {
  node = await startStillDevnet();
  const control = new URL(node.controlUrl);
  port = Number(control.port);
  controlPath = control.pathname;
});

afterAll(() => node.stop());

/** What a page's browser sends of its own accord. */
const FROM_A_PAGE = { origin: 'https://page.example', 'sec-fetch-site': 'cross-site' };

describe('the control address', () => {
  test('has a path that cannot be guessed, new in every run, and only on loopback', async () => {
    expect(new URL(node.controlUrl).hostname).toBe('127.0.0.1');
    expect(controlPath).toMatch(/^\/control\/[A-Za-z0-9_-]{32,}$/);
    const another = await startStillDevnet();
    expect(new URL(another.controlUrl).pathname).not.toBe(controlPath);
    await another.stop();
  });

  test.each(['info', 'faucet', 'advance', 'pause', 'reorg', 'null-round'])('a page that knew it could not use %s', async (command) => {
    const before = await height();
    const path = `${controlPath}/${command}`;
    for (const contentType of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const body = '{"epochs":5,"depth":1}';
      const refused = await rawRequest(port, { method: 'POST', path, headers: { ...FROM_A_PAGE, 'content-type': contentType }, body });
      expect(refused.status).toBe(403);
    }
    // A name rebound to this address: its page's posts carry its origin all the same.
    const rebound = { host: `page.example:${port}`, origin: `http://page.example:${port}`, 'content-type': 'application/json' };
    expect((await rawRequest(port, { method: 'POST', path, headers: rebound, body: '{}' })).status).toBe(403);
    expect((await rawRequest(port, { path })).status).toBe(405);
    expect(await height()).toBe(before);
  });

  test('a browser that asks first is given no permission', async () => {
    for (const path of [`${controlPath}/faucet`, '/rpc/v1']) {
      const asked = await rawRequest(port, {
        method: 'OPTIONS',
        path,
        headers: {
          ...FROM_A_PAGE,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,authorization',
        },
      });
      expect(Object.keys(asked.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('what is no request', () => {
  test.each(['//?x', '//', '/\\?x'])('the target %s is refused, and the node stays', async (path) => {
    expect((await rawRequest(port, { path })).status).toBe(404);
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    };
    expect((await rawRequest(port, { path, headers: upgrade })).status).toBe(404);
    expect(await height()).toBeGreaterThanOrEqual(0);
  });

  test('funds for an address that nobody holds are refused with the reason', async () => {
    // The point at infinity: a real node refuses it as well.
    const address = addressFromBlsPublicKey(Uint8Array.of(0xc0, ...new Uint8Array(47)));
    const path = `${controlPath}/faucet`;
    const headers = { 'content-type': 'application/json' };
    for (const body of [JSON.stringify({ address }), '{"address":"nobody"}']) {
      expect((await rawRequest(port, { method: 'POST', path, headers, body })).status).toBe(400);
    }
    expect(await height()).toBeGreaterThanOrEqual(0);
  });
});

describe('calls', () => {
  test('from a page are answered as to anybody without a token: reading only, and unreadable to the page', async () => {
    const call = (method: string) =>
      rawRequest(port, {
        method: 'POST',
        path: '/rpc/v1',
        headers: { ...FROM_A_PAGE, 'content-type': 'text/plain' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `Filecoin.${method}`, params: [] }),
      });
    for (const method of ['ChainHead', 'MpoolPush', 'AuthNew']) {
      const answered = await call(method);
      expect(Object.keys(answered.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      if (method !== 'ChainHead') expect(answered.body).not.toContain('"result"');
    }
  });
});

/** How an upgrade ends: `open`, or the status that refused it. */
function upgraded(path: string, options: ClientOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, options);
    socket.on('open', () => {
      socket.close();
      resolve('open');
    });
    socket.on('unexpected-response', (_request, response) => resolve(String(response.statusCode)));
    socket.on('error', reject);
  });
}

describe('WebSocket', () => {
  // A browser asks no permission for it: whoever it lets in can read.
  test.each(['https://page.example', 'http://127.0.0.1:8080', 'http://localhost:3000', 'null'])(
    'a page of %s is refused',
    async (origin) => {
      for (const path of ['/rpc/v0', '/rpc/v1', `/rpc/v1?token=${node.tokens.admin}`]) {
        expect(await upgraded(path, { origin })).toBe('403');
      }
    },
  );

  test('a page whose name was rebound to this address is refused, over HTTP too', async () => {
    const host = `page.example:${port}`;
    expect(await upgraded('/rpc/v1', { headers: { host } })).toBe('403');
    const headers = { host, 'content-type': 'application/json' };
    const body = '{"jsonrpc":"2.0","id":1,"method":"Filecoin.ChainHead","params":[]}';
    const refused = await rawRequest(port, { method: 'POST', path: '/rpc/v1', headers, body });
    expect(refused.status).toBe(403);
    expect(refused.body).not.toContain('result');
  });

  test('programs, which send no Origin, are served', async () => {
    expect(await upgraded('/rpc/v1')).toBe('open');
    expect(await upgraded('/rpc/v1', { headers: { host: `localhost:${port}` } })).toBe('open');
  });
});

async function height(): Promise<number> {
  const response = await fetch(`${node.controlUrl}/info`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
  return ((await response.json()) as { headHeight: number }).headHeight;
}
