/**
 * Opens the app window of an installed browser without its URL on the command line, which other users of the machine can
 * read: the window opens a private file that redirects to the URL.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const OPENER_LIFE_MS = 5000;

/**
 * Opens `url` once. `profile` is the folder for the browser's own files.
 * Returns the browser's process; the file is removed when it ends.
 */
export function openAppWindow(browser, { url, profile }) {
  const folder = path.join(profile, 'browser');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const opener = path.join(folder, 'open.html');
  // An existing file would keep its mode.
  rmSync(opener, { force: true });
  // The URL may come from another process (a second start): it must not break out of the script.
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
  // The first load uses up the ticket in the file. If the browser is already running, its second process ends immediately,
  // so the file stays long enough to be read.
  for (const end of ['exit', 'error']) window.on(end, () => setTimeout(() => rmSync(opener, { force: true }), OPENER_LIFE_MS));
  return window;
}
