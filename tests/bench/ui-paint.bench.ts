/**
 * From loading the app at a screen's address to the first paint that is of use (its head, no bars in place of values, something of the
 * chain or of the profile to read), beside a route without a screen. Cache off, the same host and browser throughout, orders alternate.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright';
import { ALL_SCREENS } from '../../renderer/app/screens.ts';
import { median, report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const ROUNDS = 5;
const EMPTY_ROUTE = '/nowhere';
/** A miner has no screen of its own in the navigation. */
const ROUTES = [...ALL_SCREENS.map(({ path: route }) => route), '/miners/t01000', '/tipsets/100', '/actors/t05'];

const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
const host = await startWebHostProcess(profile);
const browser = await chromium.launch({
  ...(process.env.SEXTANT_CHROMIUM === undefined ? {} : { executablePath: process.env.SEXTANT_CHROMIUM }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.goto(host.url);
  await page.waitForFunction(() => /\d/.test(document.querySelector('[data-head-epoch]')?.textContent ?? ''));
  const empty: number[] = [];
  const times = new Map<string, number[]>(ROUTES.map((route) => [route, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    empty.push(await paintMs(page, EMPTY_ROUTE));
    for (const route of round % 2 === 0 ? ROUTES : ROUTES.toReversed()) times.get(route)?.push(await paintMs(page, route));
    empty.push(await paintMs(page, EMPTY_ROUTE));
  }
  for (const [route, measured] of times) {
    report({
      bench: `ui: first useful paint, ${route}`,
      unit: 'ms',
      measured: median(measured),
      baseline: { name: 'a route without a screen', value: median(empty) },
      ratio: median(measured) / median(empty),
      aim: '<= 2 x',
    });
  }
} finally {
  await browser.close();
  await host.stop();
  rmSync(profile, { recursive: true, force: true });
}

async function paintMs(page: Page, route: string): Promise<number> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, route);
  const startedMs = performance.now();
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(
    () => {
      const main = document.querySelector('main');
      const head = main?.querySelector('h1')?.textContent ?? '';
      const isWaiting = main?.querySelector('[role="status"][aria-label="Loading"], [aria-busy="true"]') != null;
      return head !== '' && !isWaiting && (main?.innerText.length ?? 0) > head.length + 20;
    },
    undefined,
    { polling: 'raf' },
  );
  // Painted: the frame after the one that held it.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return performance.now() - startedMs;
}
