/**
 * The open inspector while 1,000 calls per second are recorded for a minute, compared with the same page idle: frame times, heap growth,
 * and whether every call is recorded.
 *
 * The calls are real calls to the embedded node, sent from a second document of the same host, so that the measured page only displays
 * them. Replies are small: 60,000 fit the recording's limit.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { openDocument } from './lib/document-client.ts';
import { goTo } from './lib/go-to.ts';
import { launchBrowser } from './lib/launch-browser.ts';
import { openApp } from './lib/open-app.ts';
import { report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const CALLS_A_SECOND = 1000;
const LOAD_MS = 60_000;
const IDLE_MS = 15_000;
const TICK_MS = 10;
/** Below the host's limit per document. */
const MAX_IN_FLIGHT = 100;
const MEBIBYTE = 1024 * 1024;

const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
const host = await startWebHostProcess(profile);
// A second start of the same profile returns a URL for another document from the first.
const second = await startWebHostProcess(profile);
const browser = await launchBrowser();
const loader = await openDocument(second.url);
try {
  const page = await openApp(browser, host.url);
  const devtools = await page.context().newCDPSession(page);
  await goTo(page, '/inspector');
  await page.waitForSelector('[role="grid"]');

  const idleFrames = await framesDuring(page, IDLE_MS);
  const heapBefore = await heapBytes(devtools);
  const framesUnderLoad = framesDuring(page, LOAD_MS);
  const { sent, answered, tookMs } = await makeCalls();
  const loadFrames = await framesUnderLoad;
  const heapAfter = await heapBytes(devtools);
  const { matching } = await loader.client.inspector.listCalls({
    source: 'live',
    filter: 'cause:user kind:call',
    part: 'all',
    order: { by: 'id', direction: 'descending' },
    offset: 0,
    limit: 1,
  });

  const rate = (answered / tookMs) * 1000;
  const idleP95 = percentile(idleFrames, 0.95);
  const loadP95 = percentile(loadFrames, 0.95);
  report({
    bench: `inspector open under ${Math.round(rate)} calls a second for ${Math.round(tookMs / 1000)} s: frame time, 95th percentile`,
    unit: 'ms',
    measured: loadP95,
    baseline: { name: 'the same page idle', value: idleP95 },
    ratio: loadP95 / idleP95,
    aim: '<= 20 ms',
    note: `median ${percentile(loadFrames, 0.5).toFixed(1)} ms, longest ${Math.max(...loadFrames).toFixed(0)} ms, idle longest ${Math.max(...idleFrames).toFixed(0)} ms`,
  });
  report({
    bench: 'growth of its heap meanwhile, after collection',
    unit: 'MiB',
    measured: (heapAfter - heapBefore) / MEBIBYTE,
    baseline: { name: 'its heap before', value: heapBefore / MEBIBYTE },
    ratio: heapAfter / heapBefore,
    aim: '<= 50 MB of growth',
  });
  report({
    bench: 'calls found in the recording afterwards',
    unit: 'calls',
    measured: matching,
    baseline: { name: 'calls sent', value: sent },
    ratio: matching / sent,
    aim: '1: nothing lost',
  });
} finally {
  loader.close();
  await browser.close();
  await second.stop();
  await host.stop();
  rmSync(profile, { recursive: true, force: true });
}

async function makeCalls(): Promise<{ sent: number; answered: number; tookMs: number }> {
  const startedMs = performance.now();
  const pending = new Set<Promise<unknown>>();
  let sent = 0;
  let answered = 0;
  for (let elapsedMs = 0; elapsedMs < LOAD_MS; elapsedMs = performance.now() - startedMs) {
    const due = Math.floor((Math.min(elapsedMs + TICK_MS, LOAD_MS) / 1000) * CALLS_A_SECOND);
    for (; sent < due; sent += 1) {
      if (pending.size >= MAX_IN_FLIGHT) await Promise.race(pending);
      const call = loader.client.inspector
        .sendCall({ method: 'StateMinerPower', params: '["t01000", null]' })
        .then(() => {
          answered += 1;
        })
        .finally(() => pending.delete(call));
      pending.add(call);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(pending);
  return { sent, answered, tookMs: performance.now() - startedMs };
}

/** Times between animation frames, in milliseconds. */
function framesDuring(page: Page, durationMs: number): Promise<number[]> {
  return page.evaluate(
    (forMs) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = [];
        const startedMs = performance.now();
        let lastMs = startedMs;
        const onFrame = (): void => {
          const nowMs = performance.now();
          frames.push(nowMs - lastMs);
          lastMs = nowMs;
          if (nowMs - startedMs < forMs) requestAnimationFrame(onFrame);
          else resolve(frames);
        };
        requestAnimationFrame(onFrame);
      }),
    durationMs,
  );
}

async function heapBytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
