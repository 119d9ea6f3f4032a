/** Finds, and for tests installs, the Chromium that shows Sextant if Electron is not available. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail, findNode, ROOT, run, say } from './setup.mjs';

const CANDIDATES = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
  ],
  darwin: ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'],
  win32: [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .map((folder) => path.join(folder, 'Google/Chrome/Application/chrome.exe')),
};

/** Find an installed Chromium or Chrome; undefined if none. `SEXTANT_CHROMIUM` overrides it. */
export function findChromium() {
  const named = process.env.SEXTANT_CHROMIUM;
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  return (CANDIDATES[process.platform] ?? []).find((candidate) => existsSync(candidate));
}

/** Playwright's Chromium, if it was downloaded. */
async function findPlaywrightChromium() {
  const { chromium } = await import('playwright');
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/** The browser for tests; installed if missing (Debian as root: apt; elsewhere Playwright's). */
export async function ensureTestChromium() {
  const found = findChromium() ?? (await findPlaywrightChromium());
  if (found !== undefined) return found;
  if (process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing Chromium from Debian.');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  } else {
    say("Installing Playwright's Chromium.");
    await run(findNode(), [path.join(ROOT, 'node_modules/playwright/cli.js'), 'install', 'chromium']);
  }
  return (
    findChromium() ??
    (await findPlaywrightChromium()) ??
    fail('Could not install Chromium. Install Chromium or Chrome, or set SEXTANT_CHROMIUM to its path, and run npm test again.')
  );
}
