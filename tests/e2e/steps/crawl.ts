/** Goes through everything that a Sextant shows, by the links and rows that a user could follow. */
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { brokenWords } from './broken-words.ts';

/** So many places that differ in their numbers alone are looked at. */
const OF_A_KIND = 2;
const SETTLED_MS = 8000;
/** Of switches and tabs. */
const CHOICES = '[role="tab"], [role="radio"], fieldset button[aria-pressed], [role="group"] button[aria-pressed]';
const MAX_CHOICES = 8;
const MAX_TABLES = 3;

export interface CrawlOptions {
  /** After so many places no other one is visited. */
  readonly limit: number;
  /** Places to begin with, before the screens of the navigation. Each is visited, whatever the limit. */
  readonly alsoFrom?: readonly string[];
  /** What no place may show, beside words of missing values. */
  readonly forbidden?: readonly RegExp[];
}

export interface Crawled {
  /** Addresses that were looked at, in that order. */
  readonly places: readonly string[];
  /** What was found wrong, each with its place. */
  readonly problems: readonly string[];
}

/** Visits the given places and the screens of the navigation, then what they lead to. */
export async function crawl(page: Page, { limit, alsoFrom = [], forbidden = [] }: CrawlOptions): Promise<Crawled> {
  const places: string[] = [];
  const problems: string[] = [];
  const seeds = new Set([...alsoFrom, ...(await linksIn(page, 'nav'))]);
  const waiting: string[] = [...seeds];
  const given = new Set(alsoFrom);
  const kinds = new Map<string, number>();
  const take = (place: string): boolean => {
    const kind = kindOf(place);
    const seen = kinds.get(kind) ?? 0;
    kinds.set(kind, seen + 1);
    return seeds.delete(place) || (seen < OF_A_KIND && !places.includes(place));
  };
  for (let next = waiting.shift(); next !== undefined && (given.has(next) || places.length < limit); next = waiting.shift()) {
    if (!take(next)) continue;
    await goTo(page, next);
    places.push(next);
    problems.push(...(await lookAt(page, next, forbidden)));
    if (!given.has(next) && (await isNowhere(page))) problems.push(`${next}: a link that leads nowhere`);
    // What is chosen among the settings stays, and everything after it would look otherwise.
    if (next !== '/settings') problems.push(...(await lookAtChoices(page, next, forbidden)));
    waiting.push(...(await linksIn(page, 'main')));
    for (let table = 0; table < MAX_TABLES; table += 1) {
      const row = await openFirstRow(page, next, table);
      if (row === undefined) continue;
      places.push(row);
      problems.push(...(await lookAt(page, row, forbidden)));
      waiting.push(...(await linksIn(page, 'main')));
    }
  }
  return { places, problems };
}

/** The same place with other numbers and identifiers is of the same kind. */
function kindOf(place: string): string {
  return place
    .replace(/[?&](at|filter)=[^&]*/g, '')
    .replace(/\/[^/?]*\d[^/?]*/g, '/…')
    .replace(/=[^&]*/g, '=…');
}

async function linksIn(page: Page, region: 'nav' | 'main'): Promise<string[]> {
  const found = await page.locator(`${region} a[href^="#/"]`).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return [...new Set(found.map((href) => href.slice(1)))];
}

/** Chooses what each switch of a place offers besides what is shown, as long as that stays in this place. */
async function lookAtChoices(page: Page, place: string, forbidden: readonly RegExp[]): Promise<string[]> {
  const problems: string[] = [];
  const choices = page.getByRole('main').locator(CHOICES);
  const path = page.url().split(/[?]/)[0];
  for (let index = 0; index < Math.min(await choices.count(), MAX_CHOICES); index += 1) {
    const choice = choices.nth(index);
    if (!(await choice.isVisible()) || !(await choice.isEnabled())) continue;
    const name = (await choice.innerText()).trim();
    await choice.click();
    await settled(page);
    problems.push(...(await lookAt(page, `${place}, ${name}`, forbidden)));
    if (page.url().split(/[?]/)[0] !== path) await page.goBack();
  }
  return problems;
}

/** Chooses the first row of a table, where the place has that table and a row to choose, and says where that leads. */
async function openFirstRow(page: Page, place: string, table: number): Promise<string | undefined> {
  await goTo(page, place);
  const before = page.url();
  const row = page.getByRole('main').getByRole('grid').nth(table).locator('tbody tr[aria-selected]').first();
  if ((await row.count()) === 0) return undefined;
  await row.click({ position: { x: 4, y: 8 } });
  await settled(page);
  return page.url() === before ? undefined : page.url().split('#')[1];
}

export async function goTo(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
  await settled(page);
}

/** Until nothing is on its way any more. What never settles is looked at as it is. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page
    .waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null, undefined, { timeout: SETTLED_MS })
    .catch(() => undefined);
}

async function isNowhere(page: Page): Promise<boolean> {
  return (await page.getByRole('heading', { level: 1, name: 'Screen not found' }).count()) > 0;
}

/** What a reader of this place meets that should not be there. Raw answers of nodes, which may hold anything, are left out. */
export async function lookAt(page: Page, place: string, forbidden: readonly RegExp[]): Promise<string[]> {
  const { text, isWide } = await page.evaluate(() => {
    const parts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
      node instanceof Element && node.matches('script, style, [role="tree"], .cm-editor, pre')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
    );
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node instanceof Element) {
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) parts.push(node.getAttribute(name) ?? '');
      } else if (node.nodeValue !== 'null' || node.parentElement?.matches('svg text') !== true) {
        // In a drawing of tipsets the word stands alone under an epoch without blocks.
        parts.push(node.nodeValue ?? '');
      }
    }
    return {
      text: parts.filter((part) => part.trim() !== '').join(' | '),
      isWide: document.documentElement.scrollWidth > window.innerWidth,
    };
  });
  return [...brokenWords(text, forbidden).map((words) => `${place}: “${words}”`), ...(isWide ? [`${place}: wider than the window`] : [])];
}
