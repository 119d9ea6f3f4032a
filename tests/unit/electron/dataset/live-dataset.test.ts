import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDuckDbWriter } from '../../../../electron/dataset/duckdb-engine.ts';
import type { DatasetWriter } from '../../../../electron/dataset/engine.ts';
import { LiveDataset } from '../../../../electron/dataset/live-dataset.ts';
import { temporaryFolder } from '../../../builders/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let live: LiveDataset;
let path: string;

const NOTES = "SELECT value FROM about WHERE key = 'note' ORDER BY value";

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, 'market.duckdb');
  const options = { path, memoryMib: 64, threads: 1 };
  await (await openDuckDbWriter(options)).close();
  live = await LiveDataset.open(options);
});

afterEach(async () => {
  await live.close();
  await folder.remove();
});

const note = (value: string) => async (writer: DatasetWriter) => {
  await writer.begin();
  await writer.query("INSERT INTO about VALUES ('note', $1)", [value]);
  await writer.commit();
};

const { signal } = new AbortController();

it('leaves nothing to be replayed once it has settled', async () => {
  for (const value of ['a', 'b', 'c']) {
    await live.change(note(value), signal);
    expect(await live.query(NOTES)).toHaveLength(['a', 'b', 'c'].indexOf(value) + 1);
    await live.settle();
    expect(existsSync(`${path}.wal`)).toBe(false);
  }
  expect(await live.query(NOTES)).toEqual([['a'], ['b'], ['c']]);
});

it('waits for a change that is running before the file is closed', async () => {
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const changing = live.change(async (writer) => {
    await writer.begin();
    await goesOn;
    await writer.query("INSERT INTO about VALUES ('note', 'late')");
    await writer.commit();
  }, signal);
  const settling = live.settle();
  goOn();
  await Promise.all([changing, settling]);
  expect(existsSync(`${path}.wal`)).toBe(false);
  expect(await live.query(NOTES)).toEqual([['late']]);
});

it('does not close the file of a change that begins while it settles', async () => {
  await live.change(note('first'), signal);
  const read = Promise.withResolvers<void>();
  const streaming = live.stream(NOTES, [], () => read.promise);
  const settling = live.settle();
  const going = Promise.withResolvers<void>();
  const changing = live.change(async (writer) => {
    await writer.begin();
    read.resolve();
    await streaming;
    await live.query(NOTES);
    await going.promise;
    await writer.query("INSERT INTO about VALUES ('note', 'second')");
    await writer.commit();
  }, signal);
  await streaming;
  expect(await live.query(NOTES)).toEqual([['first']]);
  going.resolve();
  await Promise.all([changing, settling]);
  expect(existsSync(`${path}.wal`)).toBe(false);
  expect(await live.query(NOTES)).toEqual([['first'], ['second']]);
});
