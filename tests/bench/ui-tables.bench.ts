/**
 * The two longest tables in a browser: a miner's 100,000 sectors, and 1,000,000 deals, claims and allocations read from a node. Frame
 * times while scrolling, compared with a page without a screen; and the time from a filter, sort order or selected row to the paint,
 * compared with the same query without a page. Every filter is new, and no order is cached.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import { startDevnet } from '../../electron/devnet/start-devnet.ts';
import type { DealOrder } from '../../shared/ipc/schemas/deals.ts';
import type { SectorOrder } from '../../shared/ipc/schemas/miner-sectors.ts';
import { profileKnowing } from '../e2e/replay-profile.ts';
import { startAnsweringNode } from './lib/answering-node.ts';
import { openDocument } from './lib/document-client.ts';
import { goTo } from './lib/go-to.ts';
import { launchBrowser } from './lib/launch-browser.ts';
import { MILLION, millionDeals } from './lib/million-deals.ts';
import { openApp } from './lib/open-app.ts';
import { median, report } from './lib/report.ts';
import { startWebHostProcess } from './lib/web-host-process.ts';

const SECTORS = 100_000;
/** Timeout for loading a table. */
const READ_MS = 300_000;
const ROUNDS = 12;
const FRAMES = 180;
const EMPTY_ROUTE = '/nowhere';

type Client = Awaited<ReturnType<typeof openDocument>>['client'];

interface Table<By extends string> {
  readonly name: string;
  readonly route: string;
  readonly grid: string;
  readonly rows: number;
  /** A new filter. */
  readonly filter: (round: number) => string;
  /** Visible column headers and their sort keys: more than a service caches. */
  readonly orders: readonly (readonly [head: string, by: By])[];
  readonly defaultOrder: By;
  readonly ask: (client: Client, filter: string, by: By) => Promise<unknown>;
}

const SECTOR_TABLE: Table<SectorOrder['by']> = {
  name: `${SECTORS.toLocaleString('en-US')} sectors`,
  route: '/miners/t01008',
  grid: 'Sectors',
  rows: SECTORS,
  filter: (round) => `sector:>${1000 + round}`,
  orders: [
    ['State', 'state'],
    ['Deadline, part.', 'place'],
    ['Deals', 'data'],
    ['Quality', 'quality'],
    ['Expires', 'expires'],
    ['Pledge', 'pledge'],
  ],
  defaultOrder: 'number',
  ask: (client, filter, by) =>
    client.miners.listSectors({ address: 't01008', filter, order: { by, direction: 'ascending' }, offset: 0, limit: 100 }),
};

const DEAL_TABLE: Table<DealOrder['by']> = {
  name: `${MILLION.toLocaleString('en-US')} deals`,
  route: '/deals',
  grid: 'Deals',
  rows: MILLION,
  filter: (round) => `id:>${1000 + round}`,
  orders: [
    ['ID', 'id'],
    ['Size', 'size'],
    ['Client', 'client'],
    ['Provider', 'provider'],
    ['State', 'state'],
    ['Piece CID', 'piece'],
  ],
  defaultOrder: 'end',
  ask: (client, filter, by) => client.deals.listDeals({ filter, order: { by, direction: 'ascending' }, offset: 0, limit: 100 }),
};

const browser = await launchBrowser();
try {
  await measureSectors(browser);
  await measureDeals(browser);
} finally {
  await browser.close();
}

async function measureSectors(shown: Browser): Promise<void> {
  const profile = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
  try {
    // Slow epochs: the cost of a new head is measured elsewhere.
    await measure(shown, profile, ['--large-miner', String(SECTORS), '--block-time-ms', '30000'], SECTOR_TABLE);
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureDeals(shown: Browser): Promise<void> {
  const devnet = await startDevnet({ seed: 'million deals', isPaused: true, historyEpochs: 60 });
  const node = await startAnsweringNode(devnet.httpUrl, millionDeals());
  const profile = await profileKnowing({ name: 'A million deals', httpUrl: node.url });
  try {
    await measure(shown, profile.folder, ['--no-devnet'], DEAL_TABLE);
  } finally {
    node.close();
    await devnet.stop();
    profile.remove();
  }
}

async function measure<By extends string>(shown: Browser, profile: string, args: readonly string[], table: Table<By>): Promise<void> {
  const host = await startWebHostProcess(profile, args);
  // A second start of the same profile returns a URL for another document from the first.
  const second = await startWebHostProcess(profile, args);
  const { client, close } = await openDocument(second.url);
  try {
    await measureTable(await openApp(shown, host.url), client, table);
  } finally {
    close();
    await second.stop();
    await host.stop();
  }
}

async function measureTable<By extends string>(page: Page, client: Client, table: Table<By>): Promise<void> {
  await goTo(page, EMPTY_ROUTE);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const empty = await framesWhileScrolling(page, undefined);
  await goTo(page, table.route);
  const grid = page.getByRole('grid', { name: table.grid, exact: true });
  await grid.and(page.locator(`[aria-rowcount="${table.rows + 1}"]`)).waitFor({ timeout: READ_MS });
  const scrolled = await framesWhileScrolling(page, table.grid);
  report({
    bench: `ui: a frame while scrolling ${table.name}, p95`,
    unit: 'ms',
    measured: p95(scrolled),
    baseline: { name: 'a page without a screen', value: p95(empty) },
    ratio: p95(scrolled) / p95(empty),
    aim: '<= 17 ms at 60 Hz',
    note: `${FRAMES} frames, middle ${median(scrolled).toFixed(1)} ms, longest ${Math.max(...scrolled).toFixed(0)} ms`,
  });

  const filtered: number[] = [];
  const opened: number[] = [];
  const asked: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    asked.push(await timeOf(() => table.ask(client, table.filter(round + 100), table.defaultOrder)));
    filtered.push(
      await untilPainted(page, table.grid, { kind: 'filter', address: `${table.route}?filter=${encodeURIComponent(table.filter(round))}` }),
    );
    opened.push(await untilPainted(page, table.grid, { kind: 'open', row: round + 1 }));
  }
  await untilPainted(page, table.grid, { kind: 'filter', address: table.route });
  const ordered: number[] = [];
  const askedInOrder: number[] = [];
  const order = (round: number) => table.orders[round % table.orders.length] ?? (['', table.defaultOrder] as const);
  for (let round = 0; round < ROUNDS; round += 1) {
    // The direct query differs from the page's next one.
    const [, by] = order(round + table.orders.length / 2);
    askedInOrder.push(await timeOf(() => table.ask(client, '', by)));
    ordered.push(await untilPainted(page, table.grid, { kind: 'order', head: order(round)[0] }));
  }
  tell(`filter ${table.name}`, filtered, asked);
  tell(`order ${table.name}`, ordered, askedInOrder);
  tell(`open a row of ${table.name}`, opened, asked);
  await page.close();
}

function tell(name: string, times: readonly number[], alone: readonly number[]): void {
  report({
    bench: `ui: ${name}, p95`,
    unit: 'ms',
    measured: p95(times),
    baseline: { name: 'the same kind of question alone, p95', value: p95(alone) },
    ratio: p95(times) / p95(alone),
    aim: '<= 100 ms',
    note: `${ROUNDS} rounds, middle ${median(times).toFixed(1)} ms; the question's ${median(alone).toFixed(1)} ms`,
  });
}

/** Frame times while the table scrolls by some rows per frame; without a table, while idle. */
function framesWhileScrolling(page: Page, grid: string | undefined): Promise<number[]> {
  return page.evaluate(
    ({ label, count }) => {
      const scroller = label === undefined ? undefined : document.querySelector(`[role="grid"][aria-label="${label}"]`)?.parentElement;
      if (scroller === null || (label !== undefined && scroller === undefined)) throw new Error('nothing scrolls');
      return new Promise<number[]>((resolve) => {
        const took: number[] = [];
        let last = performance.now();
        const step = (): void => {
          const now = performance.now();
          took.push(now - last);
          last = now;
          if (took.length >= count) {
            if (scroller !== undefined && scroller.scrollTop === 0) throw new Error('nothing was scrolled');
            resolve(took);
            return;
          }
          if (scroller !== undefined) scroller.scrollTop += 300;
          requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
      });
    },
    { label: grid, count: FRAMES },
  );
}

type Act =
  | { readonly kind: 'filter'; readonly address: string }
  | { readonly kind: 'order'; readonly head: string }
  | { readonly kind: 'open'; readonly row: number };

/** Time from the action to the frame after its result is shown. */
function untilPainted(page: Page, grid: string, act: Act): Promise<number> {
  return page.evaluate(
    ({ label, act: wanted }) => {
      const table = () => document.querySelector(`[role="grid"][aria-label="${label}"]`);
      const shown = () => ({
        filter: table()?.getAttribute('aria-rowcount'),
        order: [...(table()?.querySelectorAll('th') ?? [])].map((head) => head.getAttribute('aria-sort')).join(),
        open: document.querySelector('[role="complementary"] h2, aside h2')?.textContent,
      });
      // Loading rows are busy, and rows of an earlier query have a class.
      const isSettled = () => table()?.querySelector('[aria-busy="true"]') === null && table()?.querySelector('tbody')?.className === '';
      const before = shown()[wanted.kind];
      const startedMs = performance.now();
      if (wanted.kind === 'filter') location.hash = wanted.address;
      else if (wanted.kind === 'open') table()?.querySelectorAll<HTMLElement>('tbody tr[data-row]')[wanted.row]?.click();
      else [...(table()?.querySelectorAll<HTMLElement>('th button') ?? [])].find((head) => head.textContent === wanted.head)?.click();
      return new Promise<number>((resolve, reject) => {
        const look = (): void => {
          if (shown()[wanted.kind] !== before && isSettled()) requestAnimationFrame(() => resolve(performance.now() - startedMs));
          else if (performance.now() - startedMs > 20_000) reject(new Error(`Nothing came of ${JSON.stringify(wanted)}`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
    },
    { label: grid, act },
  );
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? Number.NaN;
}
