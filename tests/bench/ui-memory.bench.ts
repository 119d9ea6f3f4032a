/**
 * What the host's process and a page hold after an hour of one epoch a second, with the busiest screens in turn: of the page its heap, its
 * nodes and its listeners after a collection, of the host its resident memory, and its heap after a collection, beside the same at the
 * begin of that hour. What the host holds grows until the recording of calls is full (352 MiB).
 *
 * Takes 65 minutes; with all other benches ten minutes are measured. SEXTANT_BENCH_EPOCHS, SEXTANT_BENCH_BLOCK_TIME_MS and
 * SEXTANT_BENCH_SCREENS (a list of paths, `/overview` alone for the screen that is left open) measure something else.
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
/** The last one is on the screen when something is measured. */
const SCREENS = process.env.SEXTANT_BENCH_SCREENS?.split(',') ?? ['/tipsets', '/miners/t01000', '/mempool', '/inspector', '/overview'];
const EPOCHS_ON_A_SCREEN = 30;
/** One collection more or less is a tenth of the heap. */
const COLLECTIONS = 5;
const COLLECTION_PAUSE_MS = 150;
const ROUNDS_TOGETHER = 3;
const WAIT_MS = 10 * 60_000;
/** Of the ring and of the place beside it (electron/services/inspector/call-recorder.ts). */
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
      // Of the host the recording of calls grows until it is full.
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
