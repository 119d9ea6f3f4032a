/**
 * A miner's 100,000 sectors in a browser: what a frame takes while they are scrolled, beside the frames of a page without a screen; and
 * what it takes from a filter or a row that is chosen to the paint that shows it, beside the same filter asked without a page. Every
 * filter is new.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from 'playwright';
import { answerOf } from '../e2e/steps/speak.ts';
import { median, report } from './lib/report.ts';
import { startWebHostProcess, type WebHostProcess } from './lib/web-host-process.ts';

const SECTORS = 100_000;
/** How long a table may take until all of it is there. */
const READ_MS = 300_000;
const ROUNDS = 12;
const FRAMES = 180;
const EMPTY_ROUTE = '/nowhere';

interface Table {
  readonly name: string;
  readonly route: string;
  readonly grid: string;
  readonly rows: number;
  /** A filter that was not asked for before. */
  readonly filter: (round: number) => string;
  /** The question behind it, and what it is asked with. */
  readonly query: string;
  readonly input: (filter: string) => object;
}

const SECTOR_TABLE: Table = {
  name: `${SECTORS.toLocaleString('en-US')} sectors`,
  route: '/miners/t01008',
  grid: 'Sectors',
  rows: SECTORS,
  filter: (round) => `sector:>${1000 + round}`,
  query: 'miners.listSectors',
  input: (filter) => ({ address: 't01008', filter, order: { by: 'number', direction: 'ascending' }, offset: 0, limit: 100 }),
};

const browser = await chromium.launch({
  ...(process.env.SEXTANT_CHROMIUM === undefined ? {} : { executablePath: process.env.SEXTANT_CHROMIUM }),
  args: ['--no-sandbox', '--disable-gpu'],
});
const folder = mkdtempSync(path.join(tmpdir(), 'sextant-bench-'));
try {
  // Slow heads: what a head brings is measured elsewhere.
  const host = await startWebHostProcess(folder, ['--large-miner', String(SECTORS), '--block-time-ms', '30000']);
  try {
    await measure(host, SECTOR_TABLE);
  } finally {
    await host.stop();
  }
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(host: WebHostProcess, table: Table): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.url);
  await page.waitForFunction(() => /\d/.test(document.querySelector('[data-head-epoch]')?.textContent ?? ''), undefined, {
    timeout: READ_MS,
  });
  await show(page, EMPTY_ROUTE);
  const empty = await framesWhileScrolling(page, undefined);
  await show(page, table.route);
  const grid = page.getByRole('grid', { name: table.grid });
  await grid.and(page.locator(`[aria-rowcount="${table.rows + 1}"]`)).waitFor({ timeout: READ_MS });
  const scrolled = await framesWhileScrolling(page, table.grid);
  report({
    bench: `ui: a frame while scrolling ${table.name}, p95`,
    unit: 'ms',
    measured: p95(scrolled),
    baseline: { name: 'a page without a screen', value: p95(empty) },
    ratio: p95(scrolled) / p95(empty),
    aim: '<= 17 ms at 60 Hz',
    note: `${FRAMES} frames, middle ${median(scrolled).toFixed(1)} ms`,
  });

  const filtered: number[] = [];
  const opened: number[] = [];
  const asked: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    asked.push(await timeOf(() => answerOf(page, table.query, table.input(table.filter(round + 100)))));
    filtered.push(await untilPainted(page, table.grid, { kind: 'filter', route: table.route, filter: table.filter(round) }));
    opened.push(await untilPainted(page, table.grid, { kind: 'open', row: round }));
  }
  for (const [name, times] of [
    ['filter', filtered],
    ['open a row of', opened],
  ] as const) {
    report({
      bench: `ui: ${name} ${table.name}, p95`,
      unit: 'ms',
      measured: p95(times),
      baseline: { name: 'the same filter as a question alone, p95', value: p95(asked) },
      ratio: p95(times) / p95(asked),
      aim: '<= 100 ms',
      note: `${ROUNDS} rounds, middle ${median(times).toFixed(1)} ms; the question's ${median(asked).toFixed(1)} ms`,
    });
  }
  await page.close();
}

async function show(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, route);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** What each frame took while the table moves on by some rows a frame; without a table, while nothing moves. */
function framesWhileScrolling(page: Page, grid: string | undefined): Promise<number[]> {
  return page.evaluate(
    ({ label, count }) => {
      const table = label === undefined ? null : document.querySelector(`[role="grid"][aria-label="${label}"]`);
      const scroller = table?.closest<HTMLElement>('[tabindex]')?.parentElement ?? table?.parentElement ?? undefined;
      if (label !== undefined && scroller === undefined) throw new Error('nothing scrolls');
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

type Act = { readonly kind: 'filter'; readonly route: string; readonly filter: string } | { readonly kind: 'open'; readonly row: number };

/** From the act to the frame after the one that shows what it led to. */
function untilPainted(page: Page, grid: string, act: Act): Promise<number> {
  return page.evaluate(
    ({ label, act: wanted }) => {
      const find = () => document.querySelector(`[role="grid"][aria-label="${label}"]`);
      const state = () => {
        const table = find();
        const pane = document.querySelector('[role="complementary"] h2, aside h2')?.textContent ?? '';
        const order = [...(table?.querySelectorAll('th') ?? [])].map((head) => head.getAttribute('aria-sort')).join();
        const isHere = table?.querySelector('tbody tr[aria-busy="true"]') === null;
        return {
          count: table?.getAttribute('aria-rowcount') ?? '',
          order,
          first: table?.querySelector('tbody tr[data-row]')?.textContent ?? '',
          pane,
          isHere,
        };
      };
      const before = state();
      const startedMs = performance.now();
      if (wanted.kind === 'filter') location.hash = `${wanted.route}?filter=${encodeURIComponent(wanted.filter)}`;
      if (wanted.kind === 'open') find()?.querySelectorAll<HTMLElement>('tbody tr[data-row]')[wanted.row + 1]?.click();
      return new Promise<number>((resolve, reject) => {
        const look = (): void => {
          const now = state();
          const isDone = wanted.kind === 'filter' ? now.count !== before.count : now.pane !== before.pane;
          if (isDone && now.isHere) requestAnimationFrame(() => resolve(performance.now() - startedMs));
          else if (performance.now() - startedMs > 10_000) reject(new Error(`Nothing came of ${JSON.stringify(wanted)}`));
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
