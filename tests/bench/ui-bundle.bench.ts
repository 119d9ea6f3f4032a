/**
 * Gzipped size of the scripts and style sheets that the overview loads, compared with a screen without content. One line per chunk of
 * the overview, then the total.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { goTo } from './lib/go-to.ts';
import { launchBrowser } from './lib/launch-browser.ts';
import { openApp } from './lib/open-app.ts';
import { report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const BUNDLE = path.resolve(import.meta.dirname, '../../out/renderer');
const EMPTY_ROUTE = '/nowhere';
/** Fonts and the icon are already compressed and do not block. */
const COUNTED = /\.(js|css|html)$|\/$/;

const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
const host = await startWebHostProcess(profile);
const browser = await launchBrowser();
try {
  const page = await openApp(browser, host.url);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  const empty = await loadedBy(page, EMPTY_ROUTE, () => document.querySelector('main h1') !== null);
  const overview = await loadedBy(page, '/overview', () => document.querySelector('main canvas') !== null);
  const emptyKb = sum(empty);
  const overviewKb = sum(overview);
  const chartKb = overview.get('ChartCanvas.js') ?? 0;
  const large = [...overview].filter(([, kb]) => kb >= 1).sort(([, left], [, right]) => right - left);
  const small: [string, number] = [`${overview.size - large.length} smaller ones`, overviewKb - sum(new Map(large))];
  for (const [name, kb] of [...large, small]) {
    report({
      bench: `ui: bundle, ${name}`,
      unit: 'kB gzipped',
      measured: kb,
      baseline: { name: 'all that the overview loads', value: overviewKb },
      ratio: kb / overviewKb,
      aim: 'none of its own',
    });
  }
  report({
    bench: 'ui: bundle, first screen',
    unit: 'kB gzipped',
    measured: overviewKb - chartKb,
    baseline: { name: 'a screen without content', value: emptyKb },
    ratio: (overviewKb - chartKb) / emptyKb,
    aim: '<= 350 kB',
    note: `until everything but the chart can be read; the chart library comes after that and is ${Math.round(chartKb)} kB more`,
  });
} finally {
  await browser.close();
  await host.stop();
  rmSync(profile, { recursive: true, force: true });
}

/** Files that a route needs, with their gzipped size in kB (1000 bytes). */
async function loadedBy(page: Page, route: string, isThere: () => boolean): Promise<ReadonlyMap<string, number>> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (COUNTED.test(pathname)) asked.add(pathname === '/' ? '/index.html' : pathname);
  });
  await goTo(page, route);
  await page.reload();
  await page.waitForFunction(isThere);
  page.removeAllListeners('request');
  return new Map(
    [...asked].map((file) => [
      path.basename(file).replace(/-[\w-]{8}(?=\.)/, ''),
      gzipSync(readFileSync(path.join(BUNDLE, file)), { level: 9 }).length / 1000,
    ]),
  );
}

function sum(files: ReadonlyMap<string, number>): number {
  return [...files.values()].reduce((total, kb) => total + kb, 0);
}
