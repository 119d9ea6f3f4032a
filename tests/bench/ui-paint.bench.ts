/**
 * Time from loading the app at a screen's URL to the first meaningful paint (header, no skeletons, data of the chain or the profile),
 * compared with a route without a screen. Cache off, same host and browser throughout, alternating order.
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
/** Skeletons appear with a delay: a screen that is complete before and not after was empty. */
const STEADY_MS = 200;
const EMPTY_ROUTE = '/nowhere';
/** A miner's screen is not in the navigation. */
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

/** Milliseconds from the start of loading, by the page's clock. */
async function paintMs(page: Page, route: string): Promise<number> {
  const { origin } = new URL(host.url);
  // Work of the previous screen is not measured.
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
          // Painted: the following frame.
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
