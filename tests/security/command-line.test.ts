/** Nothing secret is on a command line: every user of the machine can read those of all processes. */
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readHostOptions } from '../../electron/platform/host-options.ts';
import { eventually } from '../builders/eventually.ts';
import { temporaryFolder } from '../builders/temporary-folder.ts';

interface AppWindow {
  openAppWindow(browser: string, ready: { url: string; profile: string }): { on(event: 'exit', listener: () => void): void };
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(() => folder.remove());

describe('options', () => {
  test.each(['token', 'passphrase', 'password', 'api-info', 'miner-token', 'connection'])('there is no --%s', (name) => {
    expect(() => readHostOptions([`--${name}`, 'x'], true)).toThrow();
  });
});

describe('the app window of a browser', () => {
  test('is opened on a private file; the ticket is in that file alone, and the file goes with the window', async () => {
    // The stand-in for a browser is a script, which Windows does not start by itself.
    if (process.platform === 'win32') return;
    const seen = path.join(folder.path, 'seen.json');
    // Stands for the browser: writes down what everybody could see, and what only this user can.
    const browser = path.join(folder.path, 'browser.mjs');
    writeFileSync(
      browser,
      [
        `#!${process.execPath}`,
        "import { readFileSync, statSync, writeFileSync } from 'node:fs';",
        "const opener = new URL(process.argv.find((text) => text.startsWith('--app=')).slice(6));",
        'const facts = { argv: process.argv, page: readFileSync(opener, "utf8"), mode: statSync(opener).mode & 0o777, opener: opener.pathname };',
        `writeFileSync(${JSON.stringify(seen)}, JSON.stringify(facts));`,
      ].join('\n'),
    );
    chmodSync(browser, 0o700);
    const module = new URL('../../build/lib/app-window.mjs', import.meta.url).href;
    const { openAppWindow }: AppWindow = await import(/* @vite-ignore */ module);
    const url = 'http://127.0.0.1:7400/#ticket=secret-ticket&x=</script>';
    const profile = path.join(folder.path, 'a profile #1');
    const ended = new Promise<void>((resolve) => openAppWindow(browser, { url, profile }).on('exit', resolve));
    await ended;
    const facts: { argv: string[]; page: string; mode: number; opener: string } = JSON.parse(readFileSync(seen, 'utf8'));
    expect(facts.argv.join(' ')).not.toContain('ticket');
    expect(facts.page).toContain('#ticket=secret-ticket');
    expect(facts.page.match(/<\/script>/g)).toHaveLength(1);
    expect(facts.mode).toBe(0o600);
    expect(statSync(path.join(profile, 'browser')).mode & 0o777).toBe(0o700);
    await eventually(() => !existsSync(path.join(profile, 'browser', 'open.html')), 'the file is gone');
  });
});
