/** Electron's main as it is, under the stand-in: windows, links, second start, end. Runs in the stand-in's project alone. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { test as base, expect } from '../fixture.ts';
import { endProcess } from '../hosts/host-process.ts';
import type { StandinProcess } from '../hosts/standin.ts';
import { startStandin } from '../hosts/standin.ts';

interface Fixtures {
  readonly profile: string;
  readonly electron: { readonly process: StandinProcess; readonly page: Page };
}

const test = base.extend<Fixtures>({
  profile: async ({ testBrowser: _testBrowser }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sextant-electron-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  electron: async ({ testBrowser, profile }, use) => {
    const opened = testBrowser.context.waitForEvent('page');
    const process = startStandin(testBrowser.cdpUrl, ['--profile', profile, '--large-miner', '0']);
    const page = await opened;
    await page.waitForURL(/standin\.test/);
    await expect(page.locator('#root > :not(style)').first()).toBeVisible();
    await use({ process, page });
    await endProcess(process.child, 'SIGTERM');
  },
});

function recordsOf(process: StandinProcess, kind: string): unknown[] {
  return process.records.filter((record) => record.kind === kind).map((record) => record.data);
}

test('the window is sandboxed and shown once there is something to show', async ({ electron }) => {
  expect(recordsOf(electron.process, 'sandbox')).toEqual([true]);
  expect(recordsOf(electron.process, 'window')).toMatchObject([
    { webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, additionalArguments: ['--sextant-zone=app'] } },
  ]);
  await expect.poll(() => recordsOf(electron.process, 'show')).toHaveLength(1);
  expect(recordsOf(electron.process, 'preload-error')).toEqual([]);
  expect(recordsOf(electron.process, 'menu')).toHaveLength(1);
});

test('the document stays where it is', async ({ electron }) => {
  const { page, process } = electron;
  const before = page.url();
  for (const [index, url] of ['https://example.org/', 'http://127.0.0.1:1/', 'https://bundle.approve.standin.test/'].entries()) {
    await page.evaluate((address) => {
      location.href = address;
    }, url);
    // One after the other: a navigation that has not begun gives way to the next.
    await expect.poll(() => recordsOf(process, 'will-navigate')).toHaveLength(index + 1);
  }
  expect(recordsOf(process, 'will-navigate')).toEqual([
    { url: 'https://example.org/', isPrevented: true },
    { url: 'http://127.0.0.1:1/', isPrevented: true },
    { url: 'approve://bundle/', isPrevented: true },
  ]);
  expect(page.url()).toBe(before);
});

test('a link out goes to the system when it is https, and nowhere otherwise; no window opens', async ({ electron, testBrowser }) => {
  const { page, process } = electron;
  const before = testBrowser.context.pages();
  for (const url of ['https://docs.filecoin.io/', 'http://example.org/', 'file:///etc/passwd']) {
    // As the app's links open: with an opener the browser would make the page wait for a window that is closed at once.
    await page.evaluate((address) => void window.open(address, '_blank', 'noopener'), url);
  }
  await expect.poll(() => recordsOf(process, 'window-open').length).toBeGreaterThanOrEqual(2);
  expect(recordsOf(process, 'window-open').every((entry) => (entry as { action: string }).action === 'deny')).toBe(true);
  expect(recordsOf(process, 'open-external')).toEqual(['https://docs.filecoin.io/']);
  // Not counted: a window of the spec before this one may still be closing.
  await expect.poll(() => testBrowser.context.pages().filter((other) => !before.includes(other))).toEqual([]);
});

test('a second start brings the first window to the front', async ({ electron }) => {
  electron.process.announceSecondStart();
  await expect.poll(() => recordsOf(electron.process, 'focus')).toHaveLength(1);
});

test('closing the last window ends the program and leaves the profile free', async ({ electron, profile }) => {
  const exited = new Promise((resolve) => electron.process.child.once('exit', resolve));
  expect(existsSync(path.join(profile, 'instance.json'))).toBe(true);
  await electron.page.close();
  expect(await exited).toBe(0);
  expect(existsSync(path.join(profile, 'instance.json'))).toBe(false);
});

test('who quits again while it ends does not cut short what is saved', async ({ electron, profile }) => {
  const { child } = electron.process;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const again = setInterval(() => child.kill('SIGTERM'), 2);
  expect(await exited).toBe(0);
  clearInterval(again);
  const quits = recordsOf(electron.process, 'will-quit');
  expect(quits.length).toBeGreaterThan(1);
  expect(quits.filter((quit) => !(quit as { isPrevented: boolean }).isPrevented)).toEqual([]);
  // Given back by the last step of the end.
  expect(existsSync(path.join(profile, 'instance.json'))).toBe(false);
});
