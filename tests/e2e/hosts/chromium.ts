/** The Chromium that shows both hosts' documents in tests. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, BrowserType } from 'playwright';
import { expect } from 'playwright/test';

/** A limit against hanging, far above what a step takes on a machine with other work. */
const HANG_MS = 100_000;

/** As root Chromium refuses its sandbox; the rest keeps it from calling home. The product itself passes none of these. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-pings',
  '--disable-domain-reliability',
  // Snapshots of the heap hold strings whole.
  `--js-flags=--heap-snapshot-string-limit=${2 ** 30}`,
  '--disable-features=OptimizationHints,MediaRouter,Translate,DialMediaRouteProvider,AutofillServerCommunication',
];

const SYSTEM_CHROMIUM = '/usr/bin/chromium';

export interface TestBrowser {
  readonly context: BrowserContext;
  /** DevTools address, for the stand-in's windows. */
  readonly cdpUrl: string;
  /** Its profile. */
  readonly folder: string;
  close(): Promise<void>;
}

export async function launchTestBrowser(chromium: BrowserType): Promise<TestBrowser> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sextant-chromium-'));
  const named = process.env.SEXTANT_CHROMIUM ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined);
  const context = await chromium.launchPersistentContext(folder, {
    ...(named === undefined ? {} : { executablePath: named }),
    args: [...FLAGS, '--remote-debugging-port=0'],
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(HANG_MS);
  return {
    context,
    cdpUrl: await readCdpUrl(folder),
    folder,
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Chromium writes the port it chose, and the path of its endpoint, into its profile. */
async function readCdpUrl(folder: string): Promise<string> {
  const file = path.join(folder, 'DevToolsActivePort');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').split('\n').length > 1).toBe(true);
  const [port, endpoint] = readFileSync(file, 'utf8').split('\n');
  return `ws://127.0.0.1:${port}${endpoint}`;
}
