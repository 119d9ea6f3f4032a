/** The web host as a process of its own, run from its sources: its one line, its second start, its end. */
import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postPairing, ticketOf } from '../../builders/paired-document.ts';

const ENTRY = path.resolve(import.meta.dirname, '../../../electron/web-host.ts');

interface Ready {
  readonly url: string;
  readonly node: string;
  readonly profile: string;
}

interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly lines: string[];
  readonly errors: () => string;
  /** Exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  readonly ready: Promise<Ready>;
}

let profile: string;
let started: Started[];

beforeEach(() => {
  profile = path.join(mkdtempSync(path.join(tmpdir(), 'sextant-web-host-')), 'profile');
  started = [];
});

afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(path.dirname(profile), { recursive: true, force: true });
});

function start(...args: string[]): Started {
  const child = spawn(process.execPath, [ENTRY, '--profile', profile, '--block-time-ms', '60000', '--large-miner', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = new Promise<number | string>((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')));
  const ready = new Promise<Ready>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      const complete = text.split('\n').slice(0, -1);
      lines.push(...complete.slice(lines.length));
      if (lines[0] !== undefined) resolve(JSON.parse(lines[0]));
    });
    void ended.then((code) => reject(new Error(`the host ended with ${code}: ${errors}`)));
  });
  // A test that expects a failure looks at the end instead.
  ready.catch(() => undefined);
  const entry: Started = { child, lines, errors: () => errors, ended, ready };
  started.push(entry);
  return entry;
}

async function openLink(url: string): Promise<number> {
  return (await postPairing(url)).response.status;
}

interface TipsetReply {
  readonly Height: number;
  readonly Cids: readonly { readonly '/': string }[];
}

async function tipset(node: string, method: 'ChainHead' | 'ChainGetGenesis'): Promise<TipsetReply> {
  const response = await fetch(node, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: `Filecoin.${method}`, params: [] }),
  });
  return ((await response.json()) as { result: TipsetReply }).result;
}

/** A port that is free together with the next one, below those that systems hand out to whoever asks for any. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 30_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

test('one line when ready, the node behind it answers, and SIGTERM ends everything', async () => {
  const host = start();
  const ready = await host.ready;
  expect(ready.profile).toBe(profile);
  expect((await tipset(ready.node, 'ChainHead')).Height).toBeGreaterThan(0);
  expect([await openLink(ready.url), await openLink(ready.url)]).toEqual([200, 403]);
  host.child.kill('SIGTERM');
  expect(await host.ended).toBe(0);
  expect(host.lines).toHaveLength(1);
  expect(existsSync(path.join(profile, 'instance.json'))).toBe(false);
  await expect(fetch(ready.node)).rejects.toThrow();
  await expect(fetch(ready.url)).rejects.toThrow();
});

test('a second start with the same profile prints a fresh link to the first and ends', async () => {
  const first = start();
  const { url, node } = await first.ready;
  const second = start();
  const answer = await second.ready;
  expect(await second.ended).toBe(0);
  expect(new URL(answer.url).origin).toBe(new URL(url).origin);
  expect(answer).toMatchObject({ node, profile });
  expect(answer.url).not.toBe(url);
  expect([await openLink(answer.url), await openLink(url)]).toEqual([200, 200]);
});

test('after a kill the next start takes the profile over, with the same chain', async () => {
  const first = start('--seed', 'same');
  const { node } = await first.ready;
  const genesis = await tipset(node, 'ChainGetGenesis');
  const head = await tipset(node, 'ChainHead');
  first.child.kill('SIGKILL');
  await first.ended;
  expect(existsSync(path.join(profile, 'instance.json'))).toBe(true);
  // The seed is the profile's: it need not be named again.
  const second = start();
  const again = (await second.ready).node;
  expect((await tipset(again, 'ChainGetGenesis')).Cids).toEqual(genesis.Cids);
  expect((await tipset(again, 'ChainHead')).Height).toBeGreaterThanOrEqual(head.Height);
});

test('--port puts the app on N; a port in use is told in a sentence', async () => {
  const port = await freePort();
  const host = start('--port', String(port));
  expect(new URL((await host.ready).url).port).toBe(String(port));
  const blocked = spawn(process.execPath, [ENTRY, '--profile', `${profile}-2`, '--no-devnet', '--port', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let sentence = '';
  blocked.stderr.on('data', (chunk) => {
    sentence += String(chunk);
  });
  expect(await new Promise((resolve) => blocked.once('close', resolve))).toBe(1);
  expect(sentence).toContain('is in use. Choose another with --port.');
});

test('a full disk is told in a sentence', async () => {
  // A process that may write no file at all gets the same answer from the system as on a full disk, by another name.
  const child = spawn('bash', ['-c', 'ulimit -f 0; exec "$@"', 'bash', process.execPath, ENTRY, '--profile', profile, '--no-devnet'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
  expect(
    errors
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('The log cannot be written')),
  ).toEqual([`Could not write to ${profile}: the disk is full (EFBIG). Free some space and start again.`]);
});

test('an option that does not exist is told in a sentence, and nothing is started', async () => {
  const host = start('--prot', '1');
  expect(await host.ended).toBe(1);
  expect(host.errors()).toMatch(/--prot/);
  expect(existsSync(profile)).toBe(false);
});

test('neither the log nor the standard error holds a ticket or the secret of the instance', async () => {
  const host = start();
  const { url } = await host.ready;
  await openLink(url);
  const { secret } = JSON.parse(readFileSync(path.join(profile, 'instance.json'), 'utf8'));
  const text = readFileSync(path.join(profile, 'logs', 'sextant.log'), 'utf8') + host.errors();
  expect(text).not.toContain(ticketOf(url));
  expect(text).not.toContain(secret);
});
