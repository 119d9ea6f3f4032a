/**
 * Calls and bytes that a new tipset causes with each screen open, counted between the product and its node.
 *
 * The product runs in a browser; its node is an embedded one behind a counting proxy, which produces one tipset at a time and waits
 * until traffic ends. The baseline is the settings screen, which makes no calls of its own: only the notification and the calls of
 * the top bar remain. Reasons for each call: docs/calls-per-tipset.md.
 */
import type { Page } from 'playwright';
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import { profileKnowing } from '../e2e/replay-profile.ts';
import { startCountingProxy } from './lib/counting-proxy.ts';
import { goTo } from './lib/go-to.ts';
import { launchBrowser } from './lib/launch-browser.ts';
import { openApp } from './lib/open-app.ts';
import { report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const TIPSETS = 8;
/** Longer than any pause within one refresh, shorter than the polling of the sealing board. */
const QUIET_MS = 1200;
const BASELINE = 'settings';
const SCREENS: readonly { readonly name: string; readonly path: string }[] = [
  { name: BASELINE, path: '/settings' },
  { name: 'overview', path: '/overview' },
  { name: 'tipsets', path: '/tipsets' },
  { name: 'one miner', path: '/miners/t01000' },
  { name: 'miners', path: '/miners' },
  { name: 'sealing', path: '/sealing' },
  { name: 'deals', path: '/deals' },
  { name: 'one deal', path: '/deals/1' },
  { name: 'one address', path: '/accounts/t01000' },
  { name: 'mempool', path: '/mempool' },
  { name: 'one actor', path: '/actors/t02' },
  { name: 'compose', path: '/compose' },
  { name: 'inspector', path: '/inspector' },
  { name: 'endpoints', path: '/endpoints' },
  { name: 'node', path: '/node' },
];

const node = await startDevnet({ seed: 'calls', isPaused: true, historyEpochs: 240 });
const proxy = await startCountingProxy(node.httpUrl);
const minerProxy = await startCountingProxy(node.minerUrl);
const profile = await profileKnowing({ name: 'Counted', httpUrl: proxy.httpUrl, wsUrl: proxy.wsUrl, minerUrl: minerProxy.httpUrl });
const host = await startWebHostProcess(profile.folder, ['--no-devnet']);
const browser = await launchBrowser();
try {
  const page = await openApp(browser, host.url);
  let baseline: Cost | undefined;
  for (const { name, path } of SCREENS) {
    await goTo(page, path);
    await settle();
    const cost = await costOfTipsets(page);
    baseline ??= cost;
    report({
      bench: `calls caused by one new tipset, ${name} open`,
      unit: 'calls',
      measured: cost.calls,
      baseline: { name: 'the settings screen, which asks for nothing', value: baseline.calls },
      ratio: cost.calls / baseline.calls,
      aim: 'say how many and why each (docs/calls-per-tipset.md)',
      note: `${Math.round(cost.sentBytes)} bytes sent, ${Math.round(cost.receivedBytes)} received; frames ${cost.frames.toFixed(2)}; ${cost.methods}`,
    });
  }
} finally {
  await browser.close();
  await host.stop();
  await proxy.stop();
  await minerProxy.stop();
  await node.stop();
  profile.remove();
}

interface Cost {
  readonly calls: number;
  readonly frames: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly methods: string;
}

async function settle(): Promise<void> {
  await Promise.all([proxy.whenQuiet(QUIET_MS), minerProxy.whenQuiet(QUIET_MS)]);
}

async function costOfTipsets(page: Page): Promise<Cost> {
  const calls = new Map<string, number>();
  let frames = 0;
  let sentBytes = 0;
  let receivedBytes = 0;
  let tipsets = 0;
  proxy.take();
  minerProxy.take();
  while (tipsets < TIPSETS) {
    const before = await control('info');
    const after = await control('advance', { epochs: 1 });
    // A null round has no tipset.
    if (after.headHeight === before.headHeight) continue;
    tipsets += 1;
    // Wait for the head on the screen, then for the end of the calls it causes.
    await page.waitForFunction(isHeadShown, after.headHeight, { polling: 'raf' });
    await settle();
    for (const taken of [proxy.take(), minerProxy.take()]) {
      for (const [method, count] of taken.calls) calls.set(method, (calls.get(method) ?? 0) + count);
      frames += taken.frames;
      sentBytes += taken.sentBytes;
      receivedBytes += taken.receivedBytes;
    }
  }
  const total = [...calls.values()].reduce((sum, count) => sum + count, 0);
  const methods = [...calls].map(([method, count]) => `${method} ${(count / tipsets).toFixed(2)}`).join(', ');
  return {
    calls: total / tipsets,
    frames: frames / tipsets,
    sentBytes: sentBytes / tipsets,
    receivedBytes: receivedBytes / tipsets,
    methods,
  };
}

/** Runs in the page. */
function isHeadShown(height: number): boolean {
  return document.querySelector('[data-head-epoch]')?.textContent?.replaceAll(',', '') === String(height);
}

async function control(command: string, body: Record<string, unknown> = {}): Promise<{ headHeight: number }> {
  const response = await fetch(`${node.controlUrl}/${command}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { headHeight: number };
}
