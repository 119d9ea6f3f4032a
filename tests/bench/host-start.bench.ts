/**
 * Time from starting the web host to the first painted chain head, compared with the same bundle from a bare HTTP server until its
 * shell is painted without data. Chromium is already running; each round has a new context (cold cache) and an existing profile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from 'playwright';
import { median, report } from './lib/report.ts';
import { startProcess, startWebHostProcess, type WebHostProcess } from './lib/web-host-process.ts';

const ROUNDS = 7;
/** The shell paints the navigation first; the head's epoch is the first value from the chain. */
const SHELL = () => document.querySelector('nav a') !== null;
const HEAD = () => /\d/.test(document.querySelector('[data-head-epoch]')?.textContent ?? '');

const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
const browser = await chromium.launch({
  ...(process.env.SEXTANT_CHROMIUM === undefined ? {} : { executablePath: process.env.SEXTANT_CHROMIUM }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--no-first-run'],
});
try {
  const startHost = () => startWebHostProcess(profile);
  const startBare = () => startProcess([path.resolve(import.meta.dirname, 'lib/bare-static-server.ts')]);
  await timeTo(browser, startHost, HEAD);
  await timeTo(browser, startBare, SHELL);
  const hosts: number[] = [];
  const shells: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    shells.push(await timeTo(browser, startBare, SHELL));
    hosts.push(await timeTo(browser, startHost, HEAD));
  }
  report({
    bench: 'host start to first chain head painted',
    unit: 'ms',
    measured: median(hosts),
    baseline: { name: "the same bundle's shell with no data, painted", value: median(shells) },
    ratio: median(hosts.map((value, index) => value / (shells[index] ?? Number.NaN))),
    aim: '<= 1.5 x',
  });
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
}

async function timeTo(inBrowser: Browser, start: () => Promise<WebHostProcess>, isThere: () => boolean): Promise<number> {
  const context = await inBrowser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const startedMs = performance.now();
  const host = await start();
  try {
    await page.goto(host.url, { waitUntil: 'commit' });
    await page.waitForFunction(isThere, undefined, { polling: 'raf' });
    // Painted: the following frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    return performance.now() - startedMs;
  } finally {
    await context.close();
    await host.stop();
  }
}
