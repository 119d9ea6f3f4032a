/** One profile, one Sextant; the file that holds the secret for second starts is this user's alone. */

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimProfile } from '../../electron/host/instance-file.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'sextant-instance-')), 'profile');
  file = path.join(folder, 'instance.json');
});

afterEach(() => {
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

/** A process that has ended, and its number. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}

test('the file and the profile are readable by this user only', async () => {
  const claim = await claimProfile(folder, 'web');
  if (claim.kind !== 'claimed') throw new Error('the profile was free');
  claim.profile.publishPort(7400);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, port: 7400, secret: claim.profile.secret });
  claim.profile.release();
  expect(existsSync(file)).toBe(false);
});

test('a profile left by a process that died is taken over', async () => {
  const first = await claimProfile(folder, 'web');
  if (first.kind !== 'claimed') throw new Error('the profile was free');
  const left = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...left, pid: await deadPid(), port: 1 }));
  const second = await claimProfile(folder, 'electron');
  expect(second.kind).toBe('claimed');
  // The first owner's late release must not open the door for a third.
  first.profile.release();
  expect(existsSync(file)).toBe(true);
});

test('a damaged file is replaced', async () => {
  const first = await claimProfile(folder, 'web');
  if (first.kind !== 'claimed') throw new Error('the profile was free');
  writeFileSync(file, '{"pid":');
  expect((await claimProfile(folder, 'web')).kind).toBe('claimed');
});

test('a running instance is asked with its secret, and its answer handed on', async () => {
  const seen: unknown[] = [];
  const server = createServer((request, response) => {
    seen.push([request.method, request.url, request.headers.authorization]);
    response.end(JSON.stringify({ url: 'http://127.0.0.1:1/#ticket=x' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  try {
    const first = await claimProfile(folder, 'web');
    if (first.kind !== 'claimed') throw new Error('the profile was free');
    const { port } = server.address() as AddressInfo;
    writeFileSync(file, JSON.stringify({ pid: child.pid, host: 'web', port, secret: first.profile.secret }));
    expect(await claimProfile(folder, 'web')).toEqual({
      kind: 'taken',
      host: 'web',
      file,
      answer: { url: 'http://127.0.0.1:1/#ticket=x' },
    });
    expect(seen).toEqual([['POST', '/instance', `Bearer ${first.profile.secret}`]]);
  } finally {
    child.kill();
    server.close();
  }
});

test('of many starts at the same time one gets the profile', async () => {
  const script = `
    import { claimProfile } from ${JSON.stringify(new URL('../../electron/host/instance-file.ts', import.meta.url).href)};
    const claim = await claimProfile(${JSON.stringify(folder)}, 'electron');
    process.stdout.write(claim.kind);
    process.stdin.resume();
  `;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  try {
    const kinds = await Promise.all(
      children.map((child) => new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))))),
    );
    expect(kinds.sort()).toEqual(['claimed', 'taken', 'taken', 'taken']);
  } finally {
    for (const child of children) child.kill();
  }
});
