/**
 * From loading the app at a screen's address to the first paint that is of use (its head, no bars in place of values, something of the
 * chain or of the profile to read), beside a route without a screen. Cache off, the same host and browser throughout, orders alternate.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { ALL_SCREENS } from '../../renderer/app/screens.ts';
import { launchBrowser } from './lib/launch-browser.ts';
import { openApp } from './lib/open-app.ts';
import { median, report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const ROUNDS = 5;
/** Bars in place of values come late, so as not to flash: what is useful until then and not after it was empty. */
const STEADY_MS = 200;
const EMPTY_ROUTE = '/nowhere';
/** A miner has no screen of its own in the navigation. */
const ROUTES = [...ALL_SCREENS.map(({ path: route }) => route), '/miners/t01000', '/tipsets/100', '/actors/t05'];

const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
const host = await startWebHostProcess(profile);
const browser = await launchBrowser();
try {
  const page = await openApp(browser, host.url);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
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

/** In milliseconds from the begin of loading on, by the page's own clock. */
async function paintMs(page: Page, route: string): Promise<number> {
  const { origin } = new URL(host.url);
  // What the last screen still does is not measured.
  await page.goto('about:blank');
  await page.goto(`${origin}/#${route}`, { waitUntil: 'commit' });
  return page.evaluate(
    (steadyMs) =>
      new Promise<number>((resolve) => {
        let wasUseful = false;
        let paintedMs: number | undefined;
        const look = (): void => {
          const main = document.querySelector('main');
          const head = main?.querySelector('h1')?.textContent ?? '';
          const isWaiting = main?.querySelector('[role="status"][aria-label="Loading"], [aria-busy="true"]') != null;
          const isUseful = head !== '' && !isWaiting && (main?.innerText.length ?? 0) > head.length + 20;
          // Painted: the frame after the one that held it.
          if (!isUseful) paintedMs = undefined;
          else if (wasUseful) paintedMs ??= performance.now();
          wasUseful = isUseful;
          if (paintedMs !== undefined && performance.now() - paintedMs >= steadyMs) resolve(paintedMs);
          else requestAnimationFrame(look);
        };
        look();
      }),
    STEADY_MS,
  );
}
