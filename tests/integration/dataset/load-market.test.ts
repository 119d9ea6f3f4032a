import { execFile } from 'node:child_process';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { launchLoad, openDataset } from '../../../electron/dataset/dataset-client.ts';
import { DatasetStore } from '../../../electron/dataset/dataset-store.ts';
import type { SqlRow } from '../../../electron/dataset/engine.ts';
import { type LoadProgress, startLoad } from '../../../electron/dataset/load-market.ts';
import type { MarketSource } from '../../../electron/dataset/load-protocol.ts';
import { MAINNET_GENESIS_CID } from '../../../shared/domain/chain/networks.ts';
import { eventually } from '../../builders/eventually.ts';
import { marketFile } from '../../builders/market-file.ts';
import { type MarketServer, startMarketServer } from '../../builders/market-server.ts';
import { comparable, readMarketFile } from '../../builders/read-market-file.ts';
import { temporaryFolder } from '../../builders/temporary-folder.ts';

const run = promisify(execFile);
const CLI = join(import.meta.dirname, '../../../electron/dataset/cli.ts');
const sample = Buffer.concat([...marketFile({ deals: 4000, rejectEvery: 40 })]);
const other = Buffer.concat([...marketFile({ deals: 3000, seed: 7 })]);
const wanted = readMarketFile(sample.toString('utf8'));

let folder: string;
let remove: () => Promise<void>;
let store: DatasetStore;
let server: MarketServer | undefined;

beforeEach(async () => {
  const temporary = await temporaryFolder();
  folder = temporary.path;
  remove = temporary.remove;
  store = new DatasetStore(join(folder, 'datasets', MAINNET_GENESIS_CID));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  await remove();
});

function start(source: MarketSource, onProgress: (progress: LoadProgress) => void = () => undefined) {
  return startLoad({ source, store, nowMs: () => 1_700_000_000_000, onProgress });
}

/** Progress until a condition holds. */
function progressOf(source: MarketSource) {
  const seen: LoadProgress[] = [];
  const waiting: { readonly isMet: (progress: LoadProgress) => boolean; readonly resolve: () => void }[] = [];
  const running = start(source, (progress) => {
    seen.push(progress);
    for (const { isMet, resolve } of waiting) if (isMet(progress)) resolve();
  });
  const until = (isMet: (progress: LoadProgress) => boolean): Promise<void> =>
    new Promise((resolve) => {
      if (seen.some(isMet)) resolve();
      else waiting.push({ isMet, resolve });
    });
  return { running, seen, until };
}

async function saved(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

async function ask(sql: string): Promise<readonly SqlRow[]> {
  const current = await store.current();
  if (current === undefined) throw new Error('No dataset is in use.');
  const engine = await openDataset({ path: current.path, memoryMib: 128, threads: 1 });
  try {
    return await engine.query(sql);
  } finally {
    await engine.close();
  }
}

const allRows = async () => (await ask('SELECT * FROM deals ORDER BY deal_id')).map(comparable);
const wantedRows = wanted.map(({ row }) => row).toSorted((left, right) => Number(left[0]) - Number(right[0]));

describe('a market file becomes the dataset', () => {
  it.each([
    ['plain', (bytes: Buffer) => bytes],
    ['gzip', (bytes: Buffer) => gzipSync(bytes)],
    ['zstd', (bytes: Buffer) => zstdCompressSync(bytes)],
    [
      'zstd of several frames',
      (bytes: Buffer) => Buffer.concat([zstdCompressSync(bytes.subarray(0, 1000)), zstdCompressSync(bytes.subarray(1000))]),
    ],
  ])('%s: every row equals an independent reading of the file', async (_name, pack) => {
    const about = await start({ path: await saved('market', pack(sample)) }).done;
    expect(about).toMatchObject({ rows: wanted.length, rejects: 100, loadedAtMs: 1_700_000_000_000 });
    expect(await allRows()).toEqual(wantedRows);
    const sum = (column: number): bigint => wanted.reduce((total, { row }) => total + BigInt(row[column] as bigint), 0n);
    expect(await ask('SELECT sum(storage_price_per_epoch), sum(provider_collateral), sum(piece_size) FROM deals')).toEqual([
      [sum(10), sum(11), sum(4)],
    ]);
  });

  it('has each CID of its deals in the look-up, ordered', async () => {
    await start({ path: await saved('market', sample) }).done;
    const [[pieces, payloads] = []] = await ask('SELECT count(*) FILTER (kind = 0), count(*) FILTER (kind = 1) FROM cids');
    expect([pieces, payloads]).toEqual([wanted.length, expect.any(Number)]);
    const prefixes = (await ask('SELECT prefix FROM cids')).map(([prefix]) => BigInt(prefix as bigint));
    expect(prefixes).toEqual(prefixes.toSorted((left, right) => (left < right ? -1 : left > right ? 1 : 0)));
  });

  it('keeps what is not a deal with its place and its reason', async () => {
    await start({ path: await saved('market', sample) }).done;
    const rejects = await ask('SELECT byte_offset, reason, record FROM rejects ORDER BY byte_offset');
    expect(rejects).toHaveLength(100);
    for (const [offset, reason, record] of rejects) {
      expect(sample.toString('utf8', Number(offset), Number(offset) + String(record).length)).toBe(record);
      expect(reason).not.toBe('');
    }
  });

  it('writes what it was made from', async () => {
    await start({ path: await saved('market', sample) }).done;
    const about = Object.fromEntries((await ask('SELECT key, value FROM about')) as [string, string][]);
    const epoch = Math.max(...wanted.flatMap(({ row }) => row.slice(14, 17) as number[]));
    expect(about).toMatchObject({ source: join(folder, 'market'), rows: String(wanted.length), rejects: '100', epoch: String(epoch) });
    expect((await store.current())?.about.epoch).toBe(epoch);
  });

  it('sorts a file whose keys are in no order', async () => {
    const members = sample
      .toString('utf8')
      .trim()
      .slice(1, -1)
      .split(/,(?="\d+":)/);
    await start({ path: await saved('market', Buffer.from(`{${members.toReversed().join(',')}}`)) }).done;
    const ids = (await ask('SELECT deal_id FROM deals')).map(([id]) => Number(id));
    expect(ids).toEqual(wantedRows.map(([id]) => id));
  });

  it('takes the place of the dataset before it, which is removed', async () => {
    await start({ path: await saved('first', other) }).done;
    const first = await store.current();
    await start({ path: await saved('market', sample) }).done;
    expect(await allRows()).toEqual(wantedRows);
    const names = await readdir(store.folder);
    expect(names.filter((name) => name.startsWith('market-'))).toEqual([basename((await store.current())?.folder ?? '')]);
    expect(first?.about.rows).toBe(3000);
    expect(names).not.toContain('writing.json');
  });

  it('loads through the worker of the host', async () => {
    const seen: LoadProgress[] = [];
    const { done } = launchLoad({
      source: { path: await saved('market', sample) },
      folder: store.folder,
      onProgress: (progress) => seen.push(progress),
    });
    expect(await done).toMatchObject({ rows: wanted.length });
    expect(seen.at(-1)).toMatchObject({ stage: 'finishing', bytesDone: sample.length, bytesTotal: sample.length });
  });
});

describe('a load that cannot end', () => {
  beforeEach(async () => {
    await start({ path: await saved('old', other) }).done;
  });

  afterEach(async () => {
    // The old dataset is whole, nothing is left of the other.
    expect((await store.current())?.about.rows).toBe(3000);
    expect(await ask('SELECT count(*) FROM deals')).toEqual([[3000]]);
    expect((await readdir(store.folder)).filter((name) => /^market-|^writing/.test(name))).toEqual([
      basename((await store.current())?.folder ?? ''),
    ]);
  });

  const damaged = zstdCompressSync(sample);
  it.each([
    ['a truncated file', sample.subarray(0, 50_000), 'The file ends after 50000 bytes'],
    ['a truncated zstd file', damaged.subarray(0, damaged.length - 500), /ends after|damaged or incomplete/],
    ['a truncated gzip file', gzipSync(sample).subarray(0, 9000), 'The packed file is damaged or incomplete'],
    [
      'a damaged gzip file',
      Buffer.concat([gzipSync(sample).subarray(0, 9000), Buffer.alloc(5000, 7)]),
      /damaged or incomplete|Not a market file/,
    ],
    ['another file', Buffer.from('<html><body>Not found</body></html>'), 'Not a market file: expected { at byte 0.'],
    ['an empty file', Buffer.alloc(0), 'The file is empty.'],
    ['a market without deals', Buffer.from('{"1":null}'), 'The file contains no deals.'],
  ])('%s', async (_name, bytes, message) => {
    await expect(start({ path: await saved('market', bytes) }).done).rejects.toThrow(message);
  });

  it('a file that is not there, and a folder', async () => {
    await expect(start({ path: join(folder, 'none') }).done).rejects.toThrow(/Could not open .*none \(ENOENT\)/);
    await expect(start({ path: folder }).done).rejects.toThrow('is not a file');
  });

  it('a second load at the same time, of this process and of another', async () => {
    server = await startMarketServer({ bytes: sample, etag: '"1"' });
    const { release } = server.hold(1000);
    const first = progressOf({ url: server.url });
    await first.until(({ bytesTotal }) => bytesTotal !== undefined);
    await expect(start({ path: await saved('market', sample) }).done).rejects.toThrow('Another load or update of this network is running.');
    first.running.stop();
    await expect(first.running.done).rejects.toThrow('The load was stopped.');
    release();
  });

  it('one of a process that was suspended, and removes nothing of the load that took over', async () => {
    const suspended = await store.startWriting();
    await utimes(join(store.folder, 'writing.json'), 0, 0);
    const about = await start({ path: await saved('newer', other) }).done;
    await expect(suspended.commit(about)).rejects.toThrow('Another load took over while this one was suspended.');
    const next = await store.startWriting();
    await suspended.end();
    expect(await readdir(store.folder)).toContain(basename(dirname(next.path)));
    await next.end();
  });

  it('is stopped', async () => {
    server = await startMarketServer({ bytes: sample, etag: '"1"' });
    const { release } = server.hold(100_000);
    const { running, until } = progressOf({ url: server.url });
    await until(({ bytesTotal }) => bytesTotal === sample.length);
    running.stop();
    await expect(running.done).rejects.toMatchObject({ name: 'LoadStopped' });
    release();
  });

  it('a server that refuses, one that is not there, one that sends more than it announced', async () => {
    server = await startMarketServer({ bytes: sample, etag: '"1"' });
    const { url } = server;
    await expect(start({ url: url.replace('127.0.0.1', 'nonexistent.invalid') }).done).rejects.toThrow(
      'Could not read http://nonexistent.invalid',
    );
    server.announcedBytes = sample.length - 10;
    server.object = { bytes: sample };
    await expect(start({ url }).done).rejects.toThrow();
  });

  it.each([
    ['downloading', (url: string, _path: string) => url],
    ['writing', (_url: string, path: string) => path],
  ])('a full disk, while %s', async (_when, pick) => {
    server = await startMarketServer({ bytes: sample, etag: '"1"' });
    const source = pick(server.url, await saved('market', sample));
    // No file of the process may become larger than 300 KiB.
    const limited = `ulimit -f 300; exec "$0" "$@"`;
    const failed = await run('bash', ['-c', limited, process.execPath, CLI, 'load', source, '--profile', folder]).then(
      () => undefined,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failed?.code).toBe(1);
    expect(failed?.stderr).toContain('The disk is full.');
  });
});

describe('a download', () => {
  const etag = '"first"';

  it('goes on where it was cut, as often as it is cut', async () => {
    server = await startMarketServer({ bytes: sample, etag });
    server.cuts = [700_000, 600_000, 5];
    const { running, seen } = progressOf({ url: server.url });
    expect(await running.done).toMatchObject({ rows: wanted.length, etag });
    expect(await allRows()).toEqual(wantedRows);
    expect(server.requests.map(({ ifRange }) => ifRange)).toEqual([undefined, etag, etag, etag]);
    expect(seen.some(({ note }) => note?.startsWith('Connection lost') === true)).toBe(true);
  });

  it('goes on after a stop, from what was kept', async () => {
    server = await startMarketServer({ bytes: sample, etag });
    const { release } = server.hold(400_000);
    const first = progressOf({ url: server.url });
    await first.until(({ bytesDone }) => bytesDone > 0);
    first.running.stop();
    await expect(first.running.done).rejects.toThrow();
    release();
    const again = progressOf({ url: server.url });
    expect(await again.running.done).toMatchObject({ rows: wanted.length });
    const from = Number(/^bytes=(\d+)-$/.exec(server.requests.at(-1)?.range ?? '')?.[1]);
    expect(from).toBeGreaterThan(0);
    expect(again.seen[0]?.note).toBe(`Resumed after ${from} bytes.`);
    expect(await allRows()).toEqual(wantedRows);
    expect(await readdir(store.downloadFolder)).toEqual([]);
  });

  it('begins anew, and says so, where the object has changed', async () => {
    server = await startMarketServer({ bytes: other, etag });
    server.cuts = [200_000];
    const { running, seen } = progressOf({ url: server.url });
    // The first bytes are of the old object; the answer after the cut is of the new one.
    await eventually(() => server?.cuts.length === 0, 'the first answer');
    server.object = { bytes: sample, etag: '"second"' };
    expect(await running.done).toMatchObject({ rows: wanted.length, etag: '"second"' });
    expect(await allRows()).toEqual(wantedRows);
    expect(seen.some(({ note }) => note === 'The file on the server has changed. Starting again from the first byte.')).toBe(true);
  });

  it('is compared by Last-Modified where the ETag is weak, and begins anew where there is neither', async () => {
    const lastModified = 'Tue, 24 Nov 2026 10:00:00 GMT';
    server = await startMarketServer({ bytes: sample, etag: 'W/"1"', lastModified });
    server.cuts = [200_000];
    expect((await start({ url: server.url }).done).lastModifiedMs).toBe(Date.parse(lastModified));
    expect(server.requests.at(-1)?.ifRange).toBe(lastModified);
    server.object = { bytes: other };
    server.cuts = [200_000];
    const { running, seen } = progressOf({ url: server.url });
    expect(await running.done).toMatchObject({ rows: 3000 });
    expect(server.requests.at(-1)?.range).toBe(undefined);
    expect(seen.some(({ note }) => note?.includes('the server cannot resume it') === true)).toBe(true);
  });

  it('that was complete is loaded where the object is the same, and downloaded again where it has changed', async () => {
    server = await startMarketServer({ bytes: sample, etag });
    const { url } = server;
    const keep = async (): Promise<void> => {
      await mkdir(store.downloadFolder, { recursive: true });
      await writeFile(join(store.downloadFolder, 'market.part'), sample);
      await writeFile(join(store.downloadFolder, 'market.json'), JSON.stringify({ url, etag, sizeBytes: sample.length }));
    };
    await keep();
    expect(await start({ url: server.url }).done).toMatchObject({ rows: wanted.length });
    expect(server.requests).toEqual([{ range: `bytes=${sample.length}-`, ifRange: etag }]);
    await keep();
    server.object = { bytes: other, etag: '"second"' };
    expect(await start({ url: server.url }).done).toMatchObject({ rows: 3000, etag: '"second"' });
  });

  it('waits while it is paused', async () => {
    server = await startMarketServer({ bytes: sample, etag });
    const { release } = server.hold(200_000);
    const { running, until } = progressOf({ url: server.url });
    await until(({ bytesTotal }) => bytesTotal !== undefined);
    running.pause();
    release();
    running.resume();
    expect(await running.done).toMatchObject({ rows: wanted.length });
  });
});
