/**
 * A compromised app together with another user of the machine, against the web host: everything that the app can obtain is
 * handed to a process of another uid, which forges any header and tries to open a session of the trusted document.
 *
 * Only root can start a process as another user. Elsewhere the same attack runs as the same user, and its title says so: a
 * port cannot tell users apart.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HostSession } from '../../electron/host/host-session.ts';
import { PAIRING_IDLE_MS, PAIRING_LIFE_MS, PairedBrowsers } from '../../electron/host/paired-browsers.ts';
import { PROOF_TIMEOUT_MS, TRUSTED_SESSION_LIFE_MS } from '../../electron/host/ws-host.ts';
import { generateBrowserKey, signProof } from '../../renderer/client/browser-key.ts';
import { createSocketTransport } from '../../renderer/client/socket-transport.ts';
import type { Reply } from '../../shared/ipc/envelope.ts';
import type { HostMessage } from '../../shared/ipc/wire.ts';
import { CLOSE_SESSION_ENDED, CLOSE_UNAUTHORISED } from '../../shared/ipc/wire.ts';
import { eventually } from '../builders/eventually.ts';
import { ManualClock } from '../builders/manual-clock.ts';
import { keyCredential, openAppSession, openStartUrl, socketOfPage } from '../builders/paired-document.ts';
import type { SampleWebServer } from '../builders/sample-web-server.ts';
import { startSampleWebServer } from '../builders/sample-web-server.ts';
import { openTrustedSocket } from '../builders/trusted-socket.ts';

const ATTACKER = path.resolve(import.meta.dirname, '../builders/other-user-attack.mjs');
/** `nobody` on Linux and on macOS. */
const NOBODY = process.platform === 'darwin' ? 4_294_967_294 : 65_534;
const ATTACKER_IDS = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const ATTACKER_UID = ATTACKER_IDS.uid ?? process.getuid?.();

let clock: ManualClock;
let web: SampleWebServer;

beforeEach(async () => {
  clock = new ManualClock();
  web = await startSampleWebServer(clock);
});

afterEach(async () => {
  await web.close();
});

interface AttackReport {
  readonly uid: number;
  /** What each attempt came to: a status, a close code, or the messages of a session. */
  readonly attempts: readonly { readonly name: string; readonly outcome: string }[];
}

/** Runs the attack with what the app handed over, in a folder and from an input that nobody may read. */
async function attack(loot: Readonly<Record<string, unknown>>): Promise<AttackReport> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-other-user-'));
  chmodSync(folder, 0o755);
  try {
    const child = spawn(nodeFor(folder), ['--input-type=module', '--eval', readFileSync(ATTACKER, 'utf8')], {
      ...ATTACKER_IDS,
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {},
    });
    let [out, errors] = ['', ''];
    child.stdout.on('data', (chunk) => (out += String(chunk)));
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    child.stdin.end(JSON.stringify(loot));
    await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
    if (out === '') throw new Error(`The attack did not run: ${errors}`);
    const report: AttackReport = JSON.parse(out);
    expect(report.uid).toBe(ATTACKER_UID);
    return report;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A Node that the attacker may run: a copy where ours is below a home that others cannot enter. */
function nodeFor(folder: string): string {
  if (spawnSync(process.execPath, ['--version'], { ...ATTACKER_IDS, cwd: folder }).status === 0) return process.execPath;
  const copy = path.join(folder, path.basename(process.execPath));
  copyFileSync(process.execPath, copy);
  return copy;
}

describe('a compromised app and another user of the machine', () => {
  test(`open no session of the trusted document with all that the app can obtain (as uid ${ATTACKER_UID})`, async () => {
    // The person has paired a browser, and has the trusted document open.
    const startUrl = web.server.mintStartUrl();
    const browser = await openStartUrl(startUrl);
    const open = await openTrustedSocket(browser);
    expect(await open.first).toBe('welcome');
    const { token } = await openAppSession(web.server.mintStartUrl());
    const report = await attack({
      appOrigin: web.server.appOrigin,
      trustedOrigin: web.server.trustedOrigin,
      // What `app.openTrusted` answers; the app's own ticket and token; the links that were used.
      texts: [web.server.trustedUrl({ name: 'unlock' }), browser.appUrl, startUrl, token],
      // More than the app can see: a proof of the open session, as if it had been recorded.
      proof: await open.proof,
    });
    expect(report.attempts.length).toBeGreaterThan(20);
    expect(report.attempts.filter(({ outcome }) => !/^(403|404|405|421|closed 4401)$/.test(outcome))).toEqual([]);
    open.close();
  });

  test('the attack itself works: with a fresh start link, which the app never gets, it opens one', async () => {
    const report = await attack({
      appOrigin: web.server.appOrigin,
      trustedOrigin: web.server.trustedOrigin,
      texts: [web.server.mintStartUrl()],
    });
    expect(report.attempts.filter(({ outcome }) => outcome.includes('"isOpen":true'))).not.toEqual([]);
  });
});

describe('proofs', () => {
  test('a proof that was recorded opens no other socket', async () => {
    const browser = await openStartUrl(web.server.mintStartUrl());
    const first = await openTrustedSocket(browser);
    expect(await first.first).toBe('welcome');
    const recorded = await first.proof;
    const replayed = await openTrustedSocket(browser, async () => recorded);
    expect(await replayed.first).toBe(CLOSE_UNAUTHORISED);
  });

  test('a proof is for one origin, one challenge and one key', async () => {
    const { key } = await openStartUrl(web.server.mintStartUrl());
    const browsers = new PairedBrowsers(clock);
    const other = await generateBrowserKey();
    for (const { publicKey } of [key, other]) expect(browsers.pair(browsers.mintTicket(1000), publicKey)).toBe(true);
    const proof = await signProof(key, 'http://127.0.0.1:7401', 'challenge');
    expect(browsers.isProven('http://127.0.0.1:7401', 'challenge', proof)).toBe(true);
    expect(browsers.isProven('http://127.0.0.1:7403', 'challenge', proof)).toBe(false);
    expect(browsers.isProven('http://127.0.0.1:7401', 'other', proof)).toBe(false);
    expect(browsers.isProven('http://127.0.0.1:7401', 'challenge', { ...proof, publicKey: other.publicKey })).toBe(false);
    for (const signature of ['', 'AA==', proof.signature.slice(4), proof.signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))]) {
      expect(browsers.isProven('http://127.0.0.1:7401', 'challenge', { ...proof, signature })).toBe(false);
    }
  });

  test('a key that was never paired is refused, however well it signs', async () => {
    const stranger = { key: await generateBrowserKey(), trustedOrigin: web.server.trustedOrigin };
    expect(await (await openTrustedSocket(stranger)).first).toBe(CLOSE_UNAUTHORISED);
  });

  test('no script can read the private half of the key', async () => {
    const { privateKey } = await generateBrowserKey();
    expect(privateKey.extractable).toBe(false);
    for (const format of ['pkcs8', 'jwk'] as const) await expect(crypto.subtle.exportKey(format, privateKey)).rejects.toThrow();
  });

  test('who says nothing is sent away', async () => {
    const browser = await openStartUrl(web.server.mintStartUrl());
    const silent = await openTrustedSocket(browser, () => new Promise(() => undefined));
    clock.advance(PROOF_TIMEOUT_MS);
    expect(await silent.closed).toBe(CLOSE_UNAUTHORISED);
  });

  test('a call before the proof is refused, and the socket with it', async () => {
    const browser = await openStartUrl(web.server.mintStartUrl());
    const call = { type: 'call', id: 1, name: 'guarded.unlock', input: { secret: 'x' } };
    const eager = await openTrustedSocket(browser, async () => call as never);
    expect(await eager.first).toBe(CLOSE_UNAUTHORISED);
    expect(web.sample.changed.get()).toEqual({ isOpen: false });
  });
});

describe('sessions', () => {
  test('end after a while, and at a lock: the browser has to prove itself anew', async () => {
    const browser = await openStartUrl(web.server.mintStartUrl());
    const aged = await openTrustedSocket(browser);
    expect(await aged.first).toBe('welcome');
    clock.advance(TRUSTED_SESSION_LIFE_MS);
    expect(await aged.closed).toBe(CLOSE_SESSION_ENDED);
    const locked = await openTrustedSocket(browser);
    expect(await locked.first).toBe('welcome');
    web.server.endTrustedSessions();
    expect(await locked.closed).toBe(CLOSE_SESSION_ENDED);
  });

  test('end only after what they were doing, and take nothing more meanwhile', async () => {
    const running = Promise.withResolvers<Reply>();
    const calls: string[] = [];
    const sent: HostMessage[] = [];
    let isEnded = false;
    const session = new HostSession({
      ...web.sample,
      zone: 'approval',
      dispatch: (_zone, name) => {
        calls.push(name);
        return running.promise;
      },
      send: (message) => sent.push(message),
    });
    session.receive(JSON.stringify({ type: 'call', id: 1, name: 'guarded.unlock', input: { secret: 'first' } }));
    session.endAfterCalls(() => {
      isEnded = true;
    });
    session.receive(JSON.stringify({ type: 'call', id: 2, name: 'guarded.unlock', input: { secret: 'late' } }));
    expect([calls, isEnded]).toEqual([['guarded.unlock'], false]);
    running.resolve({ ok: true, value: {} });
    await eventually(() => isEnded, 'the session has ended');
    expect(sent).toEqual([{ type: 'reply', id: 1, reply: { ok: true, value: {} } }]);
  });

  test('the next one comes by itself to the document of a paired browser', async () => {
    const browser = await openStartUrl(web.server.mintStartUrl());
    const transport = createSocketTransport({
      origin: browser.trustedOrigin,
      credential: keyCredential(browser),
      createSocket: socketOfPage(browser.trustedOrigin),
    });
    const statuses: string[] = [];
    const connected = () =>
      new Promise<void>((resolve) => {
        const stop = transport.onStatus((status) => {
          statuses.push(status);
          if (status !== 'connected') return;
          stop();
          resolve();
        });
      });
    await connected();
    const again = connected();
    web.server.endTrustedSessions();
    await again;
    expect(statuses).toEqual(['connected', 'connecting', 'connected']);
    transport.close();
  });

  test('a pairing ends without use, after its time, and with the host', async () => {
    const idle = await openStartUrl(web.server.mintStartUrl());
    clock.advance(PAIRING_IDLE_MS + 1);
    expect(await (await openTrustedSocket(idle)).first).toBe(CLOSE_UNAUTHORISED);

    const used = await openStartUrl(web.server.mintStartUrl());
    let leftMs = PAIRING_LIFE_MS;
    for (; leftMs >= PAIRING_IDLE_MS; leftMs -= PAIRING_IDLE_MS) {
      clock.advance(PAIRING_IDLE_MS);
      const socket = await openTrustedSocket(used);
      expect(await socket.first).toBe('welcome');
      socket.close();
    }
    clock.advance(leftMs + 1);
    expect(await (await openTrustedSocket(used)).first).toBe(CLOSE_UNAUTHORISED);

    const kept = await openStartUrl(web.server.mintStartUrl());
    const next = await startSampleWebServer(clock);
    expect(await (await openTrustedSocket({ ...kept, trustedOrigin: next.server.trustedOrigin })).first).toBe(CLOSE_UNAUTHORISED);
    await next.close();
  });
});
