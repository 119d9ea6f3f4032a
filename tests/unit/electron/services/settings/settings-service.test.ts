import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProfilePaths } from '../../../../../electron/platform/profile-paths.ts';
import { SettingsService } from '../../../../../electron/services/settings/settings-service.ts';
import { memoryLogger } from '../../../../builders/memory-logger.ts';
import { temporaryFolder } from '../../../../builders/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

async function start(): Promise<SettingsService> {
  const service = new SettingsService({ paths: createProfilePaths(folder.path), logger: memoryLogger().logger });
  await service.start();
  return service;
}

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

test('changes are published, kept, and build on each other', async () => {
  const service = await start();
  const seen: string[] = [];
  service.slice.onChange(({ theme }) => seen.push(theme));
  await Promise.all([service.updateSettings({ theme: 'dark' }), service.updateSettings({ density: 'roomy' })]);
  expect(seen).toEqual(['dark', 'dark']);
  expect((await start()).slice.get()).toMatchObject({ theme: 'dark', density: 'roomy', isNavigationFolded: false });
});

test('fields that are undefined change nothing', async () => {
  const service = await start();
  expect(await service.updateSettings({ theme: undefined, isNavigationFolded: true })).toMatchObject({
    theme: 'system',
    density: 'dense',
    isNavigationFolded: true,
  });
});

test('a file that cannot be read gives the usual settings and is not overwritten', async () => {
  await writeFile(createProfilePaths(folder.path).file('settings.json'), 'damaged');
  const service = await start();
  expect(service.slice.get().theme).toBe('system');
  await expect(service.updateSettings({ theme: 'dark' })).rejects.toMatchObject({ code: 'disk-failure' });
});

test('what the first version kept is taken over, with the usual values for what it did not know', async () => {
  const path = createProfilePaths(folder.path).file('settings.json');
  await writeFile(path, JSON.stringify({ version: 1, data: { theme: 'light', density: 'roomy', isNavigationFolded: true } }));
  const service = await start();
  expect(service.slice.get()).toEqual({
    theme: 'light',
    density: 'roomy',
    isNavigationFolded: true,
    autoLockMinutes: 10,
    clipboardSeconds: 30,
    feeWarningPercent: 10,
    zoomPercent: 100,
    clock: 'local',
    columnChoices: {},
  });
  await service.updateSafety({ autoLockMinutes: 5, clipboardSeconds: 10, feeWarningPercent: 1 });
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ version: 4, data: { theme: 'light', clipboardSeconds: 10 } });
  expect((await start()).slice.get()).toMatchObject({ theme: 'light', autoLockMinutes: 5, feeWarningPercent: 1 });
});

const VERSION_3 = {
  theme: 'light',
  density: 'dense',
  isNavigationFolded: false,
  zoomPercent: 100,
  clock: 'local',
  columnChoices: {},
  autoLockMinutes: 10,
  clipboardSeconds: 30,
  feeWarningPercent: 10,
};

test.each([
  [
    { autoLockMinutes: 720, clipboardSeconds: 600, feeWarningPercent: 100 },
    { autoLockMinutes: 60, clipboardSeconds: 120, feeWarningPercent: 25 },
  ],
  [{ clipboardSeconds: 0 }, { autoLockMinutes: 10, clipboardSeconds: 120, feeWarningPercent: 10 }],
  [
    { autoLockMinutes: 1, clipboardSeconds: 1, feeWarningPercent: 1 },
    { autoLockMinutes: 1, clipboardSeconds: 1, feeWarningPercent: 1 },
  ],
])('safety settings of an older file are kept within what is allowed now: %j', async (kept, expected) => {
  const path = createProfilePaths(folder.path).file('settings.json');
  await writeFile(path, JSON.stringify({ version: 3, data: { ...VERSION_3, ...kept } }));
  expect((await start()).slice.get()).toMatchObject({ theme: 'light', ...expected });
});

test('a file of this version with weaker settings than are allowed gives the usual ones', async () => {
  const path = createProfilePaths(folder.path).file('settings.json');
  await writeFile(path, JSON.stringify({ version: 4, data: { ...VERSION_3, feeWarningPercent: 100 } }));
  expect((await start()).slice.get()).toMatchObject({ feeWarningPercent: 10 });
});

test('a size that nobody could read is refused', async () => {
  const service = await start();
  await expect(service.updateSettings({ zoomPercent: 20 })).rejects.toThrow();
  expect(service.slice.get().zoomPercent).toBe(100);
});
