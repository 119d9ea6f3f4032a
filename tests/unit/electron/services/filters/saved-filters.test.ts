import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SavedFilters } from '../../../../../electron/services/filters/saved-filters.ts';
import { KeepingLogger } from '../../../../builders/keeping-logger.ts';
import { temporaryProfile } from '../../../../builders/temporary-profile.ts';

let profile: Awaited<ReturnType<typeof temporaryProfile>>;
beforeEach(async () => {
  profile = await temporaryProfile();
});
afterEach(() => profile.remove());

async function open(logger = new KeepingLogger()): Promise<SavedFilters> {
  const filters = new SavedFilters({ paths: profile.paths, logger });
  await filters.start();
  return filters;
}

test('filters are there after a restart, by name, one for each list and name', async () => {
  const filters = await open();
  const told: number[] = [];
  filters.slice.onChange((value) => told.push(value.length));
  await filters.save({ list: 'calls', name: 'slow', text: 'dur:>1s' });
  await filters.save({ list: 'deals', name: 'slow', text: 'state:faulty' });
  await filters.save({ list: 'calls', name: 'errors', text: 'status:error' });
  await filters.save({ list: 'calls', name: 'slow', text: 'dur:>2s' });
  expect(told).toEqual([1, 2, 3, 3]);
  const again = await open();
  expect(again.slice.get()).toEqual([
    { list: 'calls', name: 'errors', text: 'status:error' },
    { list: 'deals', name: 'slow', text: 'state:faulty' },
    { list: 'calls', name: 'slow', text: 'dur:>2s' },
  ]);
  await again.remove({ list: 'calls', name: 'slow' });
  await expect(again.remove({ list: 'calls', name: 'slow' })).rejects.toMatchObject({ code: 'not-found' });
  expect((await open()).slice.get()).toEqual([
    { list: 'calls', name: 'errors', text: 'status:error' },
    { list: 'deals', name: 'slow', text: 'state:faulty' },
  ]);
});

test('filters are kept without secrets', async () => {
  const filters = await open();
  await filters.save({ list: 'calls', name: 'mine', text: 'param:"Bearer opaque-secret" status:error' });
  expect((await open()).slice.get()).toEqual([{ list: 'calls', name: 'mine', text: 'param:"Bearer [masked]" status:error' }]);
  expect(await readFile(profile.paths.file('call-filters.json'), 'utf8')).not.toContain('opaque');
});

test('a list has a hundred filters at most', async () => {
  const filters = await open();
  for (let count = 0; count < 100; count += 1) await filters.save({ list: 'sectors', name: `f${count}`, text: 'x' });
  await expect(filters.save({ list: 'sectors', name: 'one more', text: 'x' })).rejects.toMatchObject({ code: 'invalid-input' });
  await filters.save({ list: 'sectors', name: 'f7', text: 'y' });
  await filters.save({ list: 'mempool', name: 'one more', text: 'x' });
  expect(filters.slice.get()).toHaveLength(101);
});

test('filters from before there were other lists than calls are filters of calls', async () => {
  const data = { filters: [{ name: 'slow', text: 'dur:>1s' }] };
  await writeFile(profile.paths.file('call-filters.json'), JSON.stringify({ version: 1, data }));
  expect((await open()).slice.get()).toEqual([{ list: 'calls', name: 'slow', text: 'dur:>1s' }]);
});

test('filters of a damaged file are none, the file stays as it is, and saving says why', async () => {
  await writeFile(profile.paths.file('call-filters.json'), '{"version":1,"data":{"filters":[{"na');
  const logger = new KeepingLogger();
  const filters = await open(logger);
  expect(filters.slice.get()).toEqual([]);
  await expect(filters.save({ list: 'calls', name: 'a', text: 'b' })).rejects.toMatchObject({ code: 'disk-failure' });
  expect(JSON.stringify(logger.lines)).toContain('Could not read the saved filters');
});
