/**
 * What a page holds after an hour of heads at ten times the pace, one every 3 s, with the busiest screens in turn: its heap, its nodes and
 * its listeners after a collection, beside the same page at the begin of that hour, when all that is bounded had been filled.
 *
 * The hour's 1200 epochs come faster here, since a bench of an hour is run by nobody; SEXTANT_BENCH_BLOCK_TIME_MS=3000 takes the hour. Every
 * head comes to the page, but a screen asks again at most once a second.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { goTo } from './lib/go-to.ts';
import { launchBrowser } from './lib/launch-browser.ts';
import { openApp } from './lib/open-app.ts';
import { median, report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const EPOCHS_BEFORE = 300;
const EPOCHS = 1200;
const BLOCK_TIME_MS = Number(process.env.SEXTANT_BENCH_BLOCK_TIME_MS ?? 250);
/** The last one is on the screen when something is measured. */
const SCREENS = ['/tipsets', '/miners/t01000', '/mempool', '/inspector', '/overview'];
const EPOCHS_ON_A_SCREEN = 30;
/** One collection more or less is a tenth of the heap. */
const COLLECTIONS = 5;
const COLLECTION_PAUSE_MS = 150;
const ROUNDS_TOGETHER = 3;
const WAIT_MS = 10 * 60_000;

interface Held {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
}

const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
const host = await startWebHostProcess(profile, ['--block-time-ms', String(BLOCK_TIME_MS)]);
const browser = await launchBrowser();
try {
  const page = await openApp(browser, host.url);
  const devtools = await page.context().newCDPSession(page);
  const filledAt = (await shownEpoch(page)) + EPOCHS_BEFORE;
  const seen: Held[] = [];
  for (let epoch = 0; epoch < filledAt + EPOCHS; epoch = await shownEpoch(page)) {
    for (const screen of SCREENS) await stayOn(page, screen);
    if (epoch >= filledAt) seen.push(await measure(page, devtools));
  }
  for (const [what, unit, key] of [
    ['heap', 'MB', 'heapMb'],
    ['nodes', 'nodes', 'nodes'],
    ['listeners', 'listeners', 'listeners'],
  ] as const) {
    const values = seen.map((held) => held[key]);
    const [start, end] = [median(values.slice(0, ROUNDS_TOGETHER)), median(values.slice(-ROUNDS_TOGETHER))];
    report({
      bench: `ui: ${what} of the page after an hour of heads at ten times the pace`,
      unit,
      measured: end,
      baseline: { name: 'the same page at the begin of that hour', value: start },
      ratio: end / start,
      aim: '<= 1.1 x',
      note: `middle of ${ROUNDS_TOGETHER} rounds each, of ${values.map((value) => Math.round(value * 10) / 10).join(', ')}`,
    });
  }
} finally {
  await browser.close();
  await host.stop();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

/** Opens a screen, and lets so many epochs go by. */
async function stayOn(page: Page, screen: string): Promise<void> {
  await goTo(page, screen);
  const until = (await shownEpoch(page)) + EPOCHS_ON_A_SCREEN;
  await page.waitForFunction(
    (epoch) => Number(document.querySelector('[data-head-epoch]')?.textContent?.replaceAll(',', '')) >= epoch,
    until,
    { timeout: WAIT_MS },
  );
}

async function shownEpoch(page: Page): Promise<number> {
  return Number((await page.locator('[data-head-epoch]').first().innerText()).replaceAll(',', ''));
}

/** The least that is left of some collections: the page goes on working between them. */
async function measure(page: Page, devtools: CDPSession): Promise<Held> {
  const held: Held[] = [];
  for (let collection = 0; collection < COLLECTIONS; collection += 1) {
    await page.waitForTimeout(COLLECTION_PAUSE_MS);
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
    held.push({ heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners });
  }
  const least = (key: keyof Held): number => Math.min(...held.map((one) => one[key]));
  return { heapMb: least('heapMb'), nodes: least('nodes'), listeners: least('listeners') };
}
