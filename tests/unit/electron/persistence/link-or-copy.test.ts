/** On a disk without hard links everything that is kept twice is kept as a copy. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { replaceFile } from '../../../../electron/persistence/replace-file.ts';
import { setAside } from '../../../../electron/persistence/set-aside.ts';
import { temporaryProfile } from '../../../builders/temporary-profile.ts';

vi.mock('node:fs/promises', async (importOriginal) => ({
  ...(await importOriginal<typeof import('node:fs/promises')>()),
  link: () => Promise.reject(Object.assign(new Error('no hard links here'), { code: 'EPERM' })),
}));

let profile: Awaited<ReturnType<typeof temporaryProfile>>;
beforeEach(async () => {
  profile = await temporaryProfile();
});
afterEach(() => profile.remove());

test('the content of before is kept beside the new one', async () => {
  const [path, backup] = [profile.paths.file('a'), profile.paths.file('a.bak')];
  for (const content of ['one', 'two', 'three']) await replaceFile(path, content, backup);
  expect(await readFile(path, 'utf8')).toBe('three');
  expect(await readFile(backup, 'utf8')).toBe('two');
  if (process.platform !== 'win32') expect((await stat(backup)).mode & 0o077).toBe(0);
});

test('a file that is set aside takes no other’s place', async () => {
  const path = profile.paths.file('a');
  const kept: string[] = [];
  for (const content of ['one', 'two']) {
    await writeFile(path, content);
    kept.push(await setAside(path));
  }
  expect(await Promise.all(kept.map((aside) => readFile(aside, 'utf8')))).toEqual(['one', 'two']);
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});
