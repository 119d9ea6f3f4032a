/** What the web host's listeners refuse to a web page, to another user of the machine, and to each other. */
import { generateKeyPairSync } from 'node:crypto';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import WebSocketClient from 'ws';
import { INSTANCE_PATH } from '../../electron/host/loopback-listener.ts';
import { TicketBook } from '../../electron/host/ticket-book.ts';
import { generateBrowserKey } from '../../renderer/client/browser-key.ts';
import { PAIR_PATH, START_PATH } from '../../shared/ipc/pairing.ts';
import { CLOSE_UNAUTHORISED, SESSION_PATH, SOCKET_PATH, SOCKET_PROTOCOL, SOCKET_TOKEN_PREFIX } from '../../shared/ipc/wire.ts';
import { openAppSession, openStartUrl, postPairing, ticketOf } from '../builders/paired-document.ts';
import { rawRequest } from '../builders/raw-request.ts';
import type { SampleWebServer } from '../builders/sample-web-server.ts';
import { INSTANCE_SECRET, startSampleWebServer } from '../builders/sample-web-server.ts';
import { openTrustedSocket } from '../builders/trusted-socket.ts';

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

/** Where each door takes its ticket, and a body with a fresh one that it would take. */
const EXCHANGES = { app: SESSION_PATH, approval: PAIR_PATH };

async function freshBody(zone: 'app' | 'approval'): Promise<object> {
  const startUrl = web.server.mintStartUrl();
  if (zone === 'app') return { ticket: ticketOf((await openStartUrl(startUrl)).appUrl) };
  return { ticket: ticketOf(startUrl), publicKey: (await generateBrowserKey()).publicKey };
}

function post(zone: 'app' | 'approval', origin: string | undefined, body: unknown, headers: Record<string, string> = {}) {
  const port = zone === 'app' ? web.appPort : web.trustedPort;
  return rawRequest(port, {
    method: 'POST',
    path: EXCHANGES[zone],
    headers: {
      host: `127.0.0.1:${port}`,
      'content-type': 'application/json',
      ...(origin === undefined ? {} : { origin }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function appToken(): Promise<string> {
  return (await openAppSession(web.server.mintStartUrl())).token;
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

/** Opens a socket of the app with a token and resolves with the first message, or the code it was closed with. */
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
      for (const { port, origin } of doors()) {
        const host = template.replace('PORT', String(port));
        for (const path of ['/', START_PATH, SESSION_PATH, PAIR_PATH, INSTANCE_PATH]) {
          const response = await rawRequest(port, { path, headers: { host } });
          expect(response.status).toBe(421);
          expect(response.body).not.toContain('<title>');
        }
        // With the exact Origin: it is the Host alone that is wrong.
        expect((await upgrade(port, { host, origin })).status).toBe(403);
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
      expect((await post(zone, origin, await freshBody(zone))).status).toBe(403);
      const protocols = `${SOCKET_PROTOCOL}, ${SOCKET_TOKEN_PREFIX}${await appToken()}`;
      const headers = { 'sec-websocket-protocol': protocols, ...(origin === undefined ? {} : { origin }) };
      expect((await upgrade(port, headers)).status).toBe(403);
    }
  });

  test('a refused exchange does not use the ticket up, so that a page cannot lock the user out', async () => {
    for (const { zone, origin } of doors()) {
      const body = await freshBody(zone);
      await post(zone, 'http://evil.example', body);
      expect((await post(zone, origin, body)).status).toBe(200);
    }
  });

  test('a form cannot exchange a ticket', async () => {
    for (const { zone, origin } of doors()) {
      expect((await post(zone, origin, await freshBody(zone), { 'content-type': 'text/plain' })).status).toBe(403);
    }
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
    for (const { zone, origin } of doors()) {
      const body = await freshBody(zone);
      expect([(await post(zone, origin, body)).status, (await post(zone, origin, body)).status]).toEqual([200, 403]);
    }
  });

  test('a ticket works once when two take it at the same time', async () => {
    for (const { zone, origin } of doors()) {
      const body = await freshBody(zone);
      const responses = await Promise.all(Array.from({ length: 8 }, () => post(zone, origin, body)));
      expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    }
  });

  test('a ticket runs out', () => {
    let nowMs = 0;
    const book = new TicketBook({ monotonicMs: () => nowMs });
    const early = book.mint(1000);
    const late = book.mint(1000);
    nowMs = 1000;
    expect(book.use(early)).toBe(true);
    nowMs = 1001;
    expect(book.use(late)).toBe(false);
  });

  test('the ticket is no session token, and the session token no ticket', async () => {
    expect((await post('app', web.server.appOrigin, { ticket: await appToken() })).status).toBe(403);
    const { appUrl } = await openStartUrl(web.server.mintStartUrl());
    expect(await openSocket(web.server.appOrigin, ticketOf(appUrl))).toBe(CLOSE_UNAUTHORISED);
  });

  test('the ticket is in the fragment, which no server and no referrer sees', async () => {
    const startUrl = web.server.mintStartUrl();
    for (const url of [startUrl, (await openStartUrl(startUrl)).appUrl]) {
      const { search, hash } = new URL(url);
      expect(search).toBe('');
      expect(hash).toMatch(/^#ticket=[\w-]{43}$/);
    }
  });

  test('a malformed or huge exchange is refused', async () => {
    const { ticket } = (await freshBody('approval')) as { ticket: string };
    const bodies = ['', 'null', '{"ticket":7}', `{"ticket":"${'x'.repeat(100_000)}"}`, JSON.stringify({ ticket })];
    const keys = [
      '',
      'AAAA',
      'x'.repeat(200),
      generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    ];
    for (const publicKey of keys) bodies.push(JSON.stringify({ ticket, publicKey }));
    for (const { zone, origin } of doors()) for (const body of bodies) expect((await post(zone, origin, body)).status).toBe(403);
  });
});

describe('zones', () => {
  test('each origin opens its own socket: the app with its token, the trusted document with its key', async () => {
    expect(await openSocket(web.server.appOrigin, await appToken())).toBe('{"type":"welcome"}');
    const socket = await openTrustedSocket(await openStartUrl(web.server.mintStartUrl()));
    expect(await socket.first).toBe('welcome');
  });

  test("nothing of the app opens the trusted socket, and the trusted document's key not the app's", async () => {
    const { key } = await openStartUrl(web.server.mintStartUrl());
    const socket = await openTrustedSocket({ key, trustedOrigin: web.server.appOrigin });
    expect(await socket.first).toBe(CLOSE_UNAUTHORISED);
    const { appUrl } = await openStartUrl(web.server.mintStartUrl());
    const { publicKey } = await generateBrowserKey();
    for (const ticket of [ticketOf(appUrl), await appToken()]) {
      expect((await post('approval', web.server.trustedOrigin, { ticket, publicKey })).status).toBe(403);
    }
  });

  test('the URL of the trusted document, which the app gets, holds its purpose and nothing else', () => {
    const { origin, pathname, search, hash } = new URL(web.server.trustedUrl({ name: 'approve', approvalId: 'a b&c' }));
    expect([origin, pathname, search]).toEqual([web.server.trustedOrigin, '/', '']);
    expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({ purpose: 'approve', approvalId: 'a b&c' });
  });

  test("a start link of the app's port leads to the trusted origin, which never appears in the app", async () => {
    const start = await rawRequest(web.appPort, { path: START_PATH, headers: { host: `127.0.0.1:${web.appPort}` } });
    expect([start.status, start.headers.location]).toEqual([302, `${web.server.trustedOrigin}${START_PATH}`]);
    const page = await rawRequest(web.trustedPort, { path: START_PATH, headers: { host: `127.0.0.1:${web.trustedPort}` } });
    expect([page.status, page.body]).toEqual([200, '<!doctype html><title>start</title>']);
  });

  test('neither origin serves the document of the other', async () => {
    const app = await rawRequest(web.appPort, { path: '/approve.html', headers: { host: `127.0.0.1:${web.appPort}` } });
    const trusted = await rawRequest(web.trustedPort, { path: '/index.html', headers: { host: `127.0.0.1:${web.trustedPort}` } });
    expect([app.status, trusted.status]).toEqual([404, 404]);
  });

  test("another site's page cannot open the trusted document; the app and a person can", async () => {
    const open = async (site: string, path = '/') => {
      const headers = { host: `127.0.0.1:${web.trustedPort}`, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
      return (await rawRequest(web.trustedPort, { path, headers })).status;
    };
    expect([await open('cross-site'), await open('cross-site', '/approve.html')]).toEqual([403, 403]);
    expect([await open('same-site'), await open('same-origin'), await open('none'), await open('cross-site', START_PATH)]).toEqual([
      200, 200, 200, 200,
    ]);
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
      expect(await openSocket(web.server.appOrigin, await appToken())).toContain('welcome');
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
      for (const path of ['/', '/assets/main-abc.js', '/missing', SESSION_PATH, START_PATH, PAIR_PATH]) {
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
    expect((await postPairing(answer.url)).response.status).toBe(200);
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
