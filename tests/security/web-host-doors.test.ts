/** What the web host's listeners refuse to a web page, to another user of the machine, and to each other. */
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import WebSocketClient from 'ws';
import { INSTANCE_PATH } from '../../electron/host/loopback-listener.ts';
import { TokenSpace } from '../../electron/host/token-space.ts';
import { CLOSE_UNAUTHORISED, SESSION_PATH, SOCKET_PATH, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '../../shared/ipc/wire.ts';
import { rawRequest } from '../builders/raw-request.ts';
import type { SampleWebServer } from '../builders/sample-web-server.ts';
import { INSTANCE_SECRET, startSampleWebServer, ticketOf } from '../builders/sample-web-server.ts';

let web: SampleWebServer;

beforeEach(async () => {
  web = await startSampleWebServer();
});

afterEach(async () => {
  await web.close();
});

function doors() {
  return [
    { zone: 'app' as const, port: web.appPort, origin: web.server.appOrigin },
    { zone: 'approval' as const, port: web.trustedPort, origin: web.server.trustedOrigin },
  ];
}

function postTicket(port: number, origin: string | undefined, ticket: string, headers: Record<string, string> = {}) {
  return rawRequest(port, {
    method: 'POST',
    path: SESSION_PATH,
    headers: {
      host: `127.0.0.1:${port}`,
      'content-type': 'application/json',
      ...(origin === undefined ? {} : { origin }),
      ...headers,
    },
    body: JSON.stringify({ ticket }),
  });
}

async function tokenFor(zone: 'app' | 'approval'): Promise<string> {
  const url = zone === 'app' ? web.server.mintStartUrl() : web.server.mintTrustedUrl({ name: 'unlock' });
  const { origin, port } = new URL(url);
  const response = await postTicket(Number(port), origin, ticketOf(url));
  return JSON.parse(response.body).token;
}

function upgrade(port: number, headers: Record<string, string>, path = SOCKET_PATH) {
  return rawRequest(port, {
    path,
    headers: {
      host: `127.0.0.1:${port}`,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
      ...headers,
    },
  });
}

/** Opens a socket with a token and resolves with the first message, or the code it was closed with. */
function openSocket(origin: string, token: string): Promise<string | number> {
  const socket = new WebSocketClient(`${origin.replace('http', 'ws')}${SOCKET_PATH}`, [SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX + token], {
    origin,
  });
  return new Promise((resolve, reject) => {
    socket.on('message', (data) => {
      resolve(data.toString());
      socket.terminate();
    });
    socket.on('close', (code) => resolve(code));
    socket.on('error', reject);
  });
}

describe('host header', () => {
  test.each(['localhost:PORT', '127.0.0.1', '127.0.0.1:1', 'evil.example:PORT', '127.0.0.1.evil.example:PORT', '[::1]:PORT'])(
    '%s is refused on every path',
    async (template) => {
      for (const { port } of doors()) {
        const host = template.replace('PORT', String(port));
        for (const path of ['/', SESSION_PATH, INSTANCE_PATH]) {
          const response = await rawRequest(port, { path, headers: { host } });
          expect(response.status).toBe(421);
          expect(response.body).not.toContain('<title>');
        }
        expect((await upgrade(port, { host, origin: `http://${host}` })).status).toBe(403);
      }
    },
  );
});

describe('origin', () => {
  test.each([
    undefined,
    'null',
    'http://evil.example',
    'https://127.0.0.1:PORT',
    'http://localhost:PORT',
    'http://127.0.0.1:PORT.evil.example',
  ])('the ticket exchange and the socket refuse %s', async (template) => {
    for (const { zone, port } of doors()) {
      const origin = template?.replace('PORT', String(port));
      const url = zone === 'app' ? web.server.mintStartUrl() : web.server.mintTrustedUrl({ name: 'unlock' });
      expect((await postTicket(port, origin, ticketOf(url))).status).toBe(403);
      const token = await tokenFor(zone);
      const protocols = `${SOCKET_PROTOCOL}, ${SOCKET_TOKEN_PREFIX}${token}`;
      const headers = { 'sec-websocket-protocol': protocols, ...(origin === undefined ? {} : { origin }) };
      expect((await upgrade(port, headers)).status).toBe(403);
    }
  });

  test('a refused exchange does not use the ticket up, so that a page cannot lock the user out', async () => {
    const url = web.server.mintStartUrl();
    await postTicket(web.appPort, 'http://evil.example', ticketOf(url));
    expect((await postTicket(web.appPort, web.server.appOrigin, ticketOf(url))).status).toBe(200);
  });

  test('a form cannot exchange a ticket', async () => {
    const response = await postTicket(web.appPort, web.server.appOrigin, ticketOf(web.server.mintStartUrl()), {
      'content-type': 'text/plain',
    });
    expect(response.status).toBe(403);
  });

  test('nothing is answered with permission for another origin to read it', async () => {
    for (const { port } of doors()) {
      const response = await rawRequest(port, { headers: { host: `127.0.0.1:${port}`, origin: 'http://evil.example' } });
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('start token', () => {
  test('a ticket works once', async () => {
    const ticket = ticketOf(web.server.mintStartUrl());
    const [first, second] = [
      await postTicket(web.appPort, web.server.appOrigin, ticket),
      await postTicket(web.appPort, web.server.appOrigin, ticket),
    ];
    expect([first.status, second.status]).toEqual([200, 403]);
  });

  test('a ticket works once when two take it at the same time', async () => {
    const ticket = ticketOf(web.server.mintStartUrl());
    const responses = await Promise.all(Array.from({ length: 8 }, () => postTicket(web.appPort, web.server.appOrigin, ticket)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  });

  test('a ticket runs out', () => {
    let nowMs = 0;
    const space = new TokenSpace({ monotonicMs: () => nowMs });
    const early = space.mintTicket(1000);
    const late = space.mintTicket(1000);
    nowMs = 1000;
    expect(space.exchange(early)).toBeTypeOf('string');
    nowMs = 1001;
    expect(space.exchange(late)).toBeUndefined();
  });

  test('the ticket is no session token, and the session token no ticket', async () => {
    const token = await tokenFor('app');
    expect((await postTicket(web.appPort, web.server.appOrigin, token)).status).toBe(403);
    expect(await openSocket(web.server.appOrigin, ticketOf(web.server.mintStartUrl()))).toBe(CLOSE_UNAUTHORISED);
  });

  test('the ticket is in the fragment, which no server and no referrer sees', () => {
    for (const url of [web.server.mintStartUrl(), web.server.mintTrustedUrl({ name: 'approve', approvalId: 'a b&c' })]) {
      const { pathname, search, hash } = new URL(url);
      expect([pathname, search]).toEqual(['/', '']);
      expect(hash).toMatch(/^#ticket=[\w-]{43}/);
    }
  });

  test('a malformed or huge exchange is refused', async () => {
    for (const body of ['', 'null', '{"ticket":7}', `{"ticket":"${'x'.repeat(100_000)}"}`]) {
      const response = await rawRequest(web.appPort, {
        method: 'POST',
        path: SESSION_PATH,
        headers: { host: `127.0.0.1:${web.appPort}`, origin: web.server.appOrigin, 'content-type': 'application/json' },
        body,
      });
      expect(response.status).toBe(403);
    }
  });
});

describe('zones', () => {
  test('each origin opens its own socket', async () => {
    expect(await openSocket(web.server.appOrigin, await tokenFor('app'))).toBe('{"type":"welcome"}');
    expect(await openSocket(web.server.trustedOrigin, await tokenFor('approval'))).toBe('{"type":"welcome"}');
  });

  test("a token of one origin is unknown to the other's socket", async () => {
    expect(await openSocket(web.server.trustedOrigin, await tokenFor('app'))).toBe(CLOSE_UNAUTHORISED);
    expect(await openSocket(web.server.appOrigin, await tokenFor('approval'))).toBe(CLOSE_UNAUTHORISED);
  });

  test('the app cannot exchange the ticket it was given for the trusted document', async () => {
    const ticket = ticketOf(web.server.mintTrustedUrl({ name: 'unlock' }));
    expect((await postTicket(web.trustedPort, web.server.appOrigin, ticket)).status).toBe(403);
    expect((await postTicket(web.appPort, web.server.appOrigin, ticket)).status).toBe(403);
    expect((await postTicket(web.trustedPort, web.server.trustedOrigin, ticket)).status).toBe(200);
  });

  test("the app's origin cannot open the trusted socket even with its token", async () => {
    const token = await tokenFor('approval');
    const headers = { origin: web.server.appOrigin, 'sec-websocket-protocol': `${SOCKET_PROTOCOL}, ${SOCKET_TOKEN_PREFIX}${token}` };
    expect((await upgrade(web.trustedPort, headers)).status).toBe(403);
  });

  test('neither origin serves the document of the other', async () => {
    const app = await rawRequest(web.appPort, { path: '/approve.html', headers: { host: `127.0.0.1:${web.appPort}` } });
    const trusted = await rawRequest(web.trustedPort, { path: '/index.html', headers: { host: `127.0.0.1:${web.trustedPort}` } });
    expect([app.status, trusted.status]).toEqual([404, 404]);
  });
});

describe('frames', () => {
  /** Speaks WebSocket by hand: what a well-behaved client library would not send. */
  function sendFrame(port: number, origin: string, frame: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const sent = request({
        host: '127.0.0.1',
        port,
        path: SOCKET_PATH,
        agent: false,
        headers: {
          origin,
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': Buffer.from('0123456789abcdef').toString('base64'),
          'sec-websocket-protocol': `${SOCKET_PROTOCOL}, ${SOCKET_TOKEN_PREFIX}guessed`,
        },
      });
      sent.on('upgrade', (_response, socket) => {
        socket.on('error', () => undefined);
        socket.on('close', () => resolve());
        socket.resume();
        socket.write(frame);
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  test.each([
    ['with reserved bits set', Buffer.from([0xf1, 0x80, 0, 0, 0, 0])],
    ['that is not masked', Buffer.from([0x81, 0x01, 0x41])],
    ['said to be longer than any message', Buffer.from([0x82, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0])],
  ])('a frame %s, from somebody without a token, ends his connection and nothing else', async (_name, frame) => {
    const isCrashed = vi.fn();
    process.on('uncaughtException', isCrashed);
    try {
      for (const { port, origin } of doors()) await sendFrame(port, origin, frame);
      expect(isCrashed).not.toHaveBeenCalled();
      expect(await openSocket(web.server.appOrigin, await tokenFor('app'))).toContain('welcome');
    } finally {
      process.off('uncaughtException', isCrashed);
    }
  });
});

describe('files', () => {
  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/secret.js',
    '/assets/..\\..\\secret.txt',
    '/assets/.hidden',
    '/assets//etc/passwd',
    '/assets/main-abc.js/../../secret.js',
    '/secret.js',
    '//secret.txt',
    '/assets/',
    '/assets/main-abc.js%00.html',
    'http://127.0.0.1/secret.js',
  ])('%s is not there', async (path) => {
    for (const { port } of doors()) {
      const response = await rawRequest(port, { path, headers: { host: `127.0.0.1:${port}` } });
      expect(response.status).toBe(404);
      expect(response.body).not.toContain('outside');
    }
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'])('%s is refused', async (method) => {
    for (const { port } of doors()) {
      expect((await rawRequest(port, { method, headers: { host: `127.0.0.1:${port}` } })).status).toBe(405);
    }
  });

  test('GET and HEAD serve the document and its assets', async () => {
    for (const { port } of doors()) {
      const headers = { host: `127.0.0.1:${port}` };
      expect((await rawRequest(port, { headers })).body).toContain('<title>');
      expect(await rawRequest(port, { method: 'HEAD', headers })).toMatchObject({ status: 200, body: '' });
      expect(await rawRequest(port, { path: '/assets/main-abc.js?v=1', headers })).toMatchObject({ status: 200, body: 'export {};' });
    }
  });
});

describe('headers', () => {
  test('every answer carries the policy', async () => {
    for (const { port } of doors()) {
      const host = `127.0.0.1:${port}`;
      for (const path of ['/', '/assets/main-abc.js', '/missing', SESSION_PATH]) {
        const { headers } = await rawRequest(port, { path, headers: { host } });
        const policy = Object.fromEntries(
          String(headers['content-security-policy'])
            .split('; ')
            .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
        );
        expect(policy).toEqual({
          'default-src': "'none'",
          'script-src': "'self'",
          'style-src': "'self' 'unsafe-inline'",
          'font-src': "'self'",
          'img-src': "'self' data:",
          'connect-src': `'self' ws://${host}`,
          'frame-ancestors': "'none'",
          'base-uri': "'none'",
          'form-action': "'none'",
        });
        expect(headers).toMatchObject({
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'origin-agent-cluster': '?1',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'referrer-policy': 'no-referrer',
          'cache-control': 'no-store',
          'permissions-policy': expect.stringContaining('camera=()'),
        });
      }
    }
  });
});

describe('second start', () => {
  const ask = (headers: Record<string, string>, method = 'POST', port = web.appPort) =>
    rawRequest(port, { method, path: INSTANCE_PATH, headers: { host: `127.0.0.1:${port}`, ...headers } });

  test('who knows the secret of the instance file gets a fresh link', async () => {
    const response = await ask({ authorization: `Bearer ${INSTANCE_SECRET}` });
    const answer = JSON.parse(response.body);
    expect(answer).toMatchObject({ node: 'http://127.0.0.1:1/rpc/v1' });
    expect((await postTicket(web.appPort, web.server.appOrigin, ticketOf(answer.url))).status).toBe(200);
  });

  test('nobody else does, and no browser', async () => {
    expect((await ask({})).status).toBe(403);
    expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(403);
    expect((await ask({ authorization: `Bearer ${INSTANCE_SECRET}` }, 'GET')).status).toBe(403);
    expect((await ask({ authorization: `Bearer ${INSTANCE_SECRET}`, origin: web.server.appOrigin })).status).toBe(403);
    expect((await ask({ authorization: `Bearer ${INSTANCE_SECRET}`, 'sec-fetch-site': 'none' })).status).toBe(403);
  });

  test('the trusted listener has no such endpoint', async () => {
    expect((await ask({ authorization: `Bearer ${INSTANCE_SECRET}` }, 'POST', web.trustedPort)).status).toBe(405);
  });
});
