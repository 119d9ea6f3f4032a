/**
 * Opening a recorded reply of 100 MB in the inspector, compared with one of 1 kB: from the URL to the first painted entries, with the
 * longest gap between frames. Both are already recorded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { startAnsweringNode } from './lib/answering-node.ts';
import { openDocument } from './lib/document-client.ts';
import { goTo } from './lib/go-to.ts';
import { launchBrowser } from './lib/launch-browser.ts';
import { openApp } from './lib/open-app.ts';
import { median, report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const ROUNDS = 9;
const LARGE_BYTES = 100_000_000;
const SMALL_BYTES = 1000;
/** An entry of StateMarketDeals. */
const ENTRY =
  '{"Proposal":{"PieceCID":{"/":"baga6ea4seaqao7s73y24kcutaosvacpdjgfe5pw76ooefnyqw4ynr3d2y6x2mpq"},"PieceSize":34359738368,"Client":"t01001","StoragePricePerEpoch":"0"},"State":{"SectorStartEpoch":4,"SlashEpoch":-1}}';

const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
const host = await startWebHostProcess(profile);
// A second start of the same profile returns a URL for another document from the first.
const second = await startWebHostProcess(profile);
const [largeList, smallList] = [listOf(LARGE_BYTES), listOf(SMALL_BYTES)];
const node = await startAnsweringNode(host.node, { 'Bench.Small': smallList, 'Bench.Large': largeList });
const browser = await launchBrowser();
const { client, close } = await openDocument(second.url);
try {
  const draft = { name: 'Large replies', httpUrl: node.url, apiVersion: 'v1' as const, namespace: 'Filecoin' };
  const { id } = await client.connections.addConnection(draft);
  await client.connections.activateConnection({ id });
  const small = await client.inspector.sendCall({ method: 'Bench.Small', params: '[]' });
  const large = await client.inspector.sendCall({ method: 'Bench.Large', params: '[]' });
  for (const [sent, sizeBytes] of [
    [small, smallList.length],
    [large, largeList.length],
  ] as const) {
    const { response } = await client.inspector.getCall({ source: 'live', id: sent.id });
    if (response === undefined || response.isTruncated || response.recordedBytes < sizeBytes) {
      throw new Error(`The reply of ${sizeBytes} bytes was not recorded whole, so that nothing can be measured.`);
    }
  }

  const page = await openApp(browser, host.url);
  const smallOpenings: Opening[] = [];
  const largeOpenings: Opening[] = [];
  // One warm-up each; then they alternate.
  for (let round = -1; round < ROUNDS; round += 1) {
    const first = await openReply(page, small.id);
    const other = await openReply(page, large.id);
    if (round < 0) continue;
    smallOpenings.push(first);
    largeOpenings.push(other);
  }
  const paints = largeOpenings.map(({ paintMs }) => paintMs);
  const basePaints = smallOpenings.map(({ paintMs }) => paintMs);
  report({
    bench: `inspector: opening a reply of ${Math.round(largeList.length / 1_000_000)} MB, to its first entries painted`,
    unit: 'ms',
    measured: median(paints),
    baseline: { name: 'one of 1 kB', value: median(basePaints) },
    ratio: median(paints.map((value, index) => value / (basePaints[index] ?? Number.NaN))),
    aim: '<= 3 x',
    note: `slowest ${Math.max(...paints).toFixed(0)} ms; longest gap between frames ${Math.max(...largeOpenings.map(({ gapMs }) => gapMs)).toFixed(0)} ms, of the small one ${Math.max(...smallOpenings.map(({ gapMs }) => gapMs)).toFixed(0)} ms`,
  });
} finally {
  close();
  await browser.close();
  node.close();
  await second.stop();
  await host.stop();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}

interface Opening {
  readonly paintMs: number;
  readonly gapMs: number;
}

/** Time from an empty inspector to the entries of a reply, measured in the page. */
async function openReply(page: Page, id: number): Promise<Opening> {
  await goTo(page, '/inspector');
  await page.waitForFunction(() => document.querySelector('[role="grid"]') !== null && document.querySelector('[role="tree"]') === null);
  return page.evaluate(
    (hash) =>
      new Promise<Opening>((resolve) => {
        const startedMs = performance.now();
        let lastMs = startedMs;
        let gapMs = 0;
        let isThere = false;
        const onFrame = (): void => {
          const nowMs = performance.now();
          gapMs = Math.max(gapMs, nowMs - lastMs);
          lastMs = nowMs;
          // Painted: the following frame.
          if (isThere) {
            resolve({ paintMs: nowMs - startedMs, gapMs });
            return;
          }
          isThere = document.querySelector('[role="treeitem"][aria-level="3"]') !== null;
          requestAnimationFrame(onFrame);
        };
        requestAnimationFrame(onFrame);
        location.hash = hash;
      }),
    `/inspector/${id}?path=result`,
  );
}

function listOf(sizeBytes: number): Buffer {
  return Buffer.from(`[${Array.from({ length: Math.max(1, Math.floor(sizeBytes / (ENTRY.length + 1))) }, () => ENTRY).join(',')}]`);
}
