/**
 * The app window of an installed browser, opened without its address on the command line, which every user of the machine
 * can read: the window is opened on a private file that leads to the address.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const OPENER_LIFE_MS = 5000;

/**
 * Opens `url` once. `profile` is the folder that the browser's own files go below.
 * Returns the browser's process; the file is gone when it has ended.
 */
export function openAppWindow(browser, { url, profile }) {
  const folder = path.join(profile, 'browser');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const opener = path.join(folder, 'open.html');
  // A file that is there already would keep its mode.
  rmSync(opener, { force: true });
  // The address may come from another process (a second start): it must not end the script it stands in.
  const address = JSON.stringify(url).replaceAll('<', '\\u003c');
  writeFileSync(opener, `<!doctype html><meta charset="utf-8"><title>Sextant</title><script>location.replace(${address})</script>\n`, {
    mode: 0o600,
  });
  const window = spawn(
    browser,
    [
      `--app=${pathToFileURL(opener)}`,
      `--user-data-dir=${folder}`,
      '--no-first-run',
      '--no-default-browser-check',
      '--window-size=1440,900',
    ],
    { stdio: 'ignore' },
  );
  // The ticket in the file is used up by the first load. A browser that runs already takes the address over and its second
  // process ends at once: the file stays long enough to be read.
  for (const end of ['exit', 'error']) window.on(end, () => setTimeout(() => rmSync(opener, { force: true }), OPENER_LIFE_MS));
  return window;
}
