import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TemporaryFiles } from '../../../../../electron/services/inspector/temporary-files.ts';
import { temporaryFolder } from '../../../../builders/temporary-folder.ts';

let root: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let files: TemporaryFiles;

beforeEach(async () => {
  root = await temporaryFolder();
  folder = join(root.path, 'temporary');
  files = new TemporaryFiles(folder);
});

afterEach(async () => {
  await files.stop();
  await root.remove();
});

test('what an earlier run left goes with the first file; files are their owner’s alone', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'left-behind'), 'x');
  const { remove } = await files.create();
  const [name = '', ...others] = await readdir(folder);
  expect([name === 'left-behind', others]).toEqual([false, []]);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  await remove();
  await remove();
  expect(await readdir(folder)).toEqual([]);
});

test('a file that cannot be made does not take the others of this run with it', async () => {
  await files.create();
  await rm(folder, { recursive: true });
  await writeFile(folder, 'in the way');
  await expect(files.create()).rejects.toMatchObject({ code: 'disk-failure' });
  await rm(folder);
  await mkdir(folder);
  await writeFile(join(folder, 'of-this-run'), 'x');
  await (await files.create()).remove();
  expect(await readdir(folder)).toEqual(['of-this-run']);
});
