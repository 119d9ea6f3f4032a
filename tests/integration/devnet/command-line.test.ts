/** `npm run devnet` as a program: what it says where it cannot start, and that a data folder has one node. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postCall, postRaw } from '../../builders/devnet-caller.ts';
import { eventually } from '../../builders/eventually.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

const PROGRAM = path.join(import.meta.dirname, '../../../electron/devnet/cli.ts');
const LOCK = 'node.lock';

interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly said: { out: string; error: string };
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const runs: Run[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  for (const { child, ended } of runs.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  await folder.remove();
});

function run(...args: string[]): Run {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.error += chunk;
  });
  const started: Run = { child, said, ended: new Promise((resolve) => child.once('close', resolve)) };
  runs.push(started);
  return started;
}

const isReady = (node: Run): Promise<unknown> => eventually(() => node.said.out.includes('\n'), 'the ready line');

test('--help prints every option and ends well', async () => {
  const { ended, said } = run('--help');
  expect(await ended).toBe(0);
  for (const name of [
    'port',
    'miner-port',
    'block-time-ms',
    'seed',
    'data',
    'kept-epochs',
    'large-miner',
    'upgrade-at',
    'streams',
    'gateway',
    'hosted',
    'hosted-rate',
    'deals-every',
    'decide-after',
  ]) {
    expect(said.out).toContain(`\n  --${name}`);
  }
});

test('a second node on the same folder is refused by name; the first goes on, and its stop lets the folder go', async () => {
  const first = run('--data', folder.path);
  await isReady(first);
  const second = run('--data', folder.path);
  expect(await second.ended).toBe(1);
  expect(second.said.error).toContain(`another node (process ${first.child.pid}) uses the data folder ${folder.path}`);
  expect(first.child.exitCode).toBeNull();
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(existsSync(path.join(folder.path, LOCK))).toBe(false);
});

test('what a killed node left is taken over, also where its process id was given to another', async () => {
  const first = run('--data', folder.path);
  await isReady(first);
  first.child.kill('SIGKILL');
  await first.ended;
  const lock = path.join(folder.path, LOCK);
  expect(existsSync(lock)).toBe(true);
  // Only Linux tells when a process began.
  if (process.platform === 'linux') writeFileSync(lock, JSON.stringify({ pid: process.pid, started: '1 another-run' }));
  const second = run('--data', folder.path);
  await isReady(second);
  expect(JSON.parse(readFileSync(lock, 'utf8')).pid).toBe(second.child.pid);
});

test('a lock that was cut off holds nobody back', async () => {
  writeFileSync(path.join(folder.path, LOCK), '{"pid":');
  await isReady(run('--data', folder.path));
});

const UNUSABLE: readonly { what: string; data: string; reason: string }[] = [
  { what: 'a file', data: PROGRAM, reason: 'it is a file' },
  { what: 'a folder below a file', data: path.join(PROGRAM, 'below'), reason: 'it is a file' },
  ...(process.platform === 'linux' ? [{ what: 'a place that takes no folders', data: '/proc/nope', reason: 'it cannot be created' }] : []),
];

test.each(UNUSABLE)('$what as the data folder is refused in words', async ({ data, reason }) => {
  const { ended, said } = run('--data', data);
  expect(await ended).toBe(1);
  expect(said.error).toContain(`the data folder ${data} cannot be used: ${reason}`);
  expect(said.error).not.toMatch(/EEXIST|ENOENT|ENOTDIR/);
});

test('--hosted adds the addresses of each part of the hosted service to the ready line, and each of them answers', async () => {
  const node = run('--hosted', '--hosted-rate', '1000');
  await isReady(node);
  const line = JSON.parse(node.said.out) as Record<string, unknown> & { hosted: Record<string, string> };
  expect(Object.keys(line)).toEqual(['node', 'ws', 'miner', 'control', 'tokens', 'hosted', 'deals', 'cidChecker', 'custom', 'files']);
  expect(Object.keys(line.hosted)).toEqual(['mainnet', 'testnet', 'hyperspace']);
  for (const url of [String(line.node), ...Object.values(line.hosted)]) {
    expect((await postCall(url, 'Filecoin.ChainHead', [])).json.result).toMatchObject({ Height: expect.any(Number) });
  }
  expect((await fetch(String(line.deals))).status).toBe(200);
  expect((await fetch(`${line.cidChecker}/status`)).status).toBe(200);
  expect((await postRaw(String(line.custom), '{}')).status).toBe(400);
  expect(existsSync(String(line.files))).toBe(true);
  node.child.kill('SIGTERM');
  expect(await node.ended).toBe(0);
  expect(existsSync(String(line.files))).toBe(false);
});

test('without --hosted the line has none of it', async () => {
  const node = run();
  await isReady(node);
  expect(Object.keys(JSON.parse(node.said.out))).toEqual(['node', 'ws', 'miner', 'control', 'tokens']);
});
