/** What every screen shares: rows copied and saved, columns chosen, the size of everything, the filter, the line of status. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { parseCsv } from '../../shared/text/csv.ts';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';

test('tables, sizes and filters are the same everywhere', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 2000 });
  const { page } = sextant;
  await openScreen(page, 'Miners');
  await expect(page.getByText(/^Every figure here is read at tipset \d+$/)).toBeVisible();
  await test.step('what a row says stands on one line: words, numbers, amounts, addresses, states', async () => {
    const row = page.getByRole('grid').last().getByRole('row').nth(1);
    await expect(row).toContainText('FIL');
    const baselines = await row.evaluate(baselinesOf);
    expect(baselines.length).toBeGreaterThan(4);
    expect(Math.max(...baselines) - Math.min(...baselines)).toBeLessThan(0.25);
  });
  await openScreen(page, 'Inspector');
  const calls = page.getByRole('grid', { name: 'Calls' });
  await expect(calls.getByRole('row').nth(1)).toBeVisible();

  await test.step('a filter is written with completion, stands in the address and is taken back', async () => {
    const filter = page.getByRole('combobox', { name: 'Filter calls' });
    await filter.fill('method:ChainHe');
    await page.getByRole('option', { name: /ChainHead/ }).click();
    await expect(page).toHaveURL(/filter=method%3AChainHead|filter=method:ChainHead/);
    await expect(page.getByRole('button', { name: 'Change method:ChainHead' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/filter=/);
  });

  await test.step('all rows that pass are saved, as many as the table says', async () => {
    await page.getByRole('button', { name: 'Pause recording' }).click();
    await expect(page.getByRole('button', { name: 'Resume recording' })).toBeVisible();
    const said = await page
      .getByText(/^\d[\d,]* calls$/)
      .first()
      .textContent();
    const count = Number(said?.replaceAll(/\D/g, ''));
    expect(count).toBeGreaterThan(10);
    await calls.focus();
    await page.keyboard.press('x');
    const started = page.waitForEvent('download');
    await page.getByRole('dialog', { name: 'Copy or save rows' }).getByRole('button', { name: 'Save CSV' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^sextant-calls-[a-z0-9-]+-\d+\.csv$/);
    const file = path.join(sextant.profile, 'calls.csv');
    await download.saveAs(file);
    const [head, ...rows] = parseCsv(await readFile(file, 'utf8'));
    expect(head?.cells.slice(0, 4)).toEqual(['Time', 'Method', 'Endpoint', 'Status']);
    expect(rows).toHaveLength(count);
    expect(rows.every(({ cells }) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(cells[0] ?? ''))).toBe(true);
    await page.getByRole('button', { name: 'Resume recording' }).click();
  });

  await test.step('a column is chosen, and is there again after a restart', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Number' }).click();
    await page.keyboard.press('Escape');
    await expect(calls.getByRole('columnheader', { name: 'Number' })).toBeVisible();
  });

  await test.step('everything is twice as large, here and where one signs', () => largest(page));
  const trusted = await sextant.openTrusted(() => page.getByRole('button', { name: 'No wallet' }).click());
  await expect(trusted.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => sizeOf(trusted)).toBe('2');
  await trusted.close();

  await test.step('after a restart it is as it was', async () => {
    const again = await sextant.restart();
    await expect.poll(() => sizeOf(again)).toBe('2');
    await openScreen(again, 'Settings');
    await again.getByRole('button', { name: '100 %' }).click();
    await openScreen(again, 'Inspector');
    await expect(again.getByRole('columnheader', { name: 'Number' })).toBeVisible();
  });
});

/** Where the first letters of each cell stand: the lower edge of something empty that is put before them. */
function baselinesOf(row: Element): number[] {
  return [...row.children].flatMap((cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    let text = walker.nextNode();
    while (text !== null && text.textContent?.trim() === '') text = walker.nextNode();
    if (text === null) return [];
    const mark = document.createElement('span');
    mark.style.display = 'inline-block';
    text.parentNode?.insertBefore(mark, text);
    const { bottom } = mark.getBoundingClientRect();
    mark.remove();
    return [bottom];
  });
}

/** Nothing leaves the window, and what opens beside a button stands beside it. */
async function largest(page: Page): Promise<void> {
  await openScreen(page, 'Settings');
  const before = await heightOf(page.getByRole('heading', { level: 1, name: 'Settings' }));
  await page.getByRole('button', { name: '200 %' }).click();
  await expect.poll(() => heightOf(page.getByRole('heading', { level: 1, name: 'Settings' }))).toBeCloseTo(2 * before, 0);
  await openScreen(page, 'Inspector');
  const window = await page.evaluate(() => ({ width: innerWidth, height: innerHeight, scrollWidth: document.documentElement.scrollWidth }));
  expect(window.scrollWidth).toBeLessThanOrEqual(window.width);
  const foot = await page.getByRole('contentinfo').boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeCloseTo(window.height, 0);
  const button = page.getByRole('button', { name: 'Save', exact: true });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Save calls' });
  await expect(dialog).toBeVisible();
  const [from, opened] = [await button.boundingBox(), await dialog.boundingBox()];
  if (from === null || opened === null) throw new Error('Neither of them is drawn.');
  expect(Math.abs(opened.y - (from.y + from.height))).toBeLessThan(40);
  expect(opened.x).toBeLessThan(from.x + from.width);
  expect(opened.x + opened.width).toBeGreaterThan(from.x);
  await page.keyboard.press('Escape');
}

const heightOf = (element: Locator): Promise<number> => element.evaluate((found) => found.getBoundingClientRect().height);
const sizeOf = (page: Page): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).zoom);
