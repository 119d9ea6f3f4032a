/**
 * Memory of the host process and a page after an hour of one epoch per second, visiting the busiest screens in turn: the page's heap,
 * nodes and listeners after a collection; the host's resident memory, and its heap after a collection; compared with the start of that
 * hour. The host's memory grows until the recording of calls is full (352 MiB).
 *
 * Takes 65 minutes; ten minutes when run with all other benchmarks. SEXTANT_BENCH_EPOCHS, SEXTANT_BENCH_BLOCK_TIME_MS and
 * SEXTANT_BENCH_SCREENS (a list of paths; `/overview` for a screen that stays open) change the measurement.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { RING_CAP_BYTES, SIDE_CAP_BYTES } from '../../electron/services/inspector/call-recorder.ts';
import { goTo } from './lib/go-to.ts';
import { HostInspector } from './lib/host-memory.ts';
import { launchBrowser } from './lib/launch-browser.ts';
import { openApp } from './lib/open-app.ts';
import { median, report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const EPOCHS_BEFORE = 300;
const EPOCHS = Number(process.env.SEXTANT_BENCH_EPOCHS ?? 3600);
const BLOCK_TIME_MS = Number(process.env.SEXTANT_BENCH_BLOCK_TIME_MS ?? 1000);
/** The last screen is open during the measurement. */
const SCREENS = process.env.SEXTANT_BENCH_SCREENS?.split(',') ?? ['/tipsets', '/miners/t01000', '/mempool', '/inspector', '/overview'];
const EPOCHS_ON_A_SCREEN = 30;
/** Tolerance: one collection is about a tenth of the heap. */
const COLLECTIONS = 5;
const COLLECTION_PAUSE_MS = 150;
const ROUNDS_TOGETHER = 3;
const WAIT_MS = 10 * 60_000;
/** Limits of the ring and the side store (electron/services/inspector/call-recorder.ts). */
const RECORDING_CAP_MB = Math.round((RING_CAP_BYTES + SIDE_CAP_BYTES) / 1e6);

interface Held {
  readonly heapMb: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly hostResidentMb: number;
  readonly hostHeapMb: number;
}

const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
const host = await startWebHostProcess(profile, ['--block-time-ms', String(BLOCK_TIME_MS)], ['--inspect=127.0.0.1:0']);
if (host.inspectorUrl === undefined) throw new Error('The host has no inspector.');
const inspector = await HostInspector.open(host.inspectorUrl);
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
    ['resident memory of the host', 'MB', 'hostResidentMb'],
    ['heap of the host', 'MB', 'hostHeapMb'],
  ] as const) {
    const isHost = key === 'hostResidentMb' || key === 'hostHeapMb';
    const values = seen.map((held) => held[key]);
    const [start, end] = [median(values.slice(0, ROUNDS_TOGETHER)), median(values.slice(-ROUNDS_TOGETHER))];
    report({
      bench: `ui: ${what}${isHost ? '' : ' of the page'} after ${EPOCHS} heads, one each ${BLOCK_TIME_MS} ms`,
      unit,
      measured: end,
      baseline: { name: 'the same at the begin of them', value: start },
      ratio: end / start,
      // The host's recording of calls grows until it is full.
      aim: isHost ? `<= ${RECORDING_CAP_MB} MB more` : '<= 1.1 x',
      note: `middle of ${ROUNDS_TOGETHER} rounds each, of ${values.map((value) => Math.round(value * 10) / 10).join(', ')}`,
    });
  }
} finally {
  inspector.close();
  await browser.close();
  await host.stop();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

/** Open a screen and wait for a number of epochs. */
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

/** Minimum after several collections, because the page keeps working in between. */
async function measure(page: Page, devtools: CDPSession): Promise<Held> {
  const held: Pick<Held, 'heapMb' | 'nodes' | 'listeners'>[] = [];
  for (let collection = 0; collection < COLLECTIONS; collection += 1) {
    await page.waitForTimeout(COLLECTION_PAUSE_MS);
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
    held.push({ heapMb: usedSize / 1e6, nodes, listeners: jsEventListeners });
  }
  const least = (key: 'heapMb' | 'nodes' | 'listeners'): number => Math.min(...held.map((one) => one[key]));
  const { residentMb, heapMb } = await inspector.measure();
  return {
    heapMb: least('heapMb'),
    nodes: least('nodes'),
    listeners: least('listeners'),
    hostResidentMb: residentMb,
    hostHeapMb: heapMb,
  };
}
