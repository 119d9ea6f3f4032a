/** One's miners, one miner's deadlines with a recovery that is drafted, and twenty thousand sectors looked through. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright';
import { parseCsv } from '../../shared/text/csv.ts';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';

const LARGE = 't01008';
const LARGE_SECTORS = 20_000;

async function show(page: Page, where: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/miners/${where}`);
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Sectors' });
const deadlines = (page: Page) => page.getByRole('toolbar', { name: 'Deadlines' });

test('miners are added, a faulty deadline leads to the draft of its recovery, sectors are found among many', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 2000, largeMinerSectors: LARGE_SECTORS });
  const { page } = sextant;

  await test.step('several miners are added at once, and an address that is not a miner is refused', async () => {
    await openScreen(page, 'Miners');
    const own = page.getByRole('grid', { name: 'My miners' });
    await expect(own.getByRole('row')).toHaveCount(2);
    const field = page.getByRole('textbox', { name: 'Miner address' });
    await field.fill('f01');
    await page.getByRole('button', { name: 'Add miner' }).click();
    await expect(page.getByRole('alert')).toContainText('is an init actor, not a miner');
    await field.fill(`f01001 ${LARGE}`);
    await expect(page.getByRole('button', { name: 'Add 2 miners' })).toBeEnabled();
    await field.press('Enter');
    await expect(own.getByRole('row')).toHaveCount(4);
    await own.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: LARGE })).toBeVisible();
    await expect(page.getByText('Yours', { exact: true })).toBeVisible();
  });

  await test.step('the deadlines are walked by arrow keys, and each opens beside the map', async () => {
    const sectors = page.getByRole('region', { name: 'Sectors' });
    await expect(sectors).toContainText(`${LARGE_SECTORS.toLocaleString('en-US')} live`);
    const open = deadlines(page).getByRole('button', { name: /, open now, / });
    await open.focus();
    await page.keyboard.press('Enter');
    const pane = page.getByRole('complementary', { name: /^Deadline \d+$/ });
    await expect(pane).toContainText('open, closes in');
    await expect(pane).toContainText(/If missed[\d,.]+\s?FIL a day/);
    const first = await pane.getByRole('heading', { level: 2 }).innerText();
    await page.keyboard.press('ArrowRight');
    await expect(pane.getByRole('heading', { level: 2 })).not.toHaveText(first);
    await page.keyboard.press('Escape');
    await expect(pane).toBeHidden();
  });

  await test.step('a recovery is drafted with the sectors that are lost', async () => {
    // One that opens in some hours: its declarations have not ended.
    const now = Number(
      (await deadlines(page)
        .getByRole('button', { name: /, open now, / })
        .getAttribute('data-deadline')) ?? 0,
    );
    const troubled = await deadlines(page)
      .getByRole('button', { name: /, some faulty, / })
      .evaluateAll((buttons) => buttons.map((button) => Number(button.getAttribute('data-deadline'))));
    const index = troubled.find((one) => one < now || one > now + 3) ?? 0;
    await show(page, `${LARGE}?deadline=${index}`);
    const pane = page.getByRole('complementary', { name: `Deadline ${index}` });
    await expect(pane).toContainText(/\d+ faulty sectors? without a declared recovery/);
    const lost = Number(/(\d+) faulty sector/.exec(await pane.innerText())?.[1]);
    await pane.getByRole('button', { name: 'Declare recovery' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Compose' })).toBeVisible();
    const draft = await page.evaluate(() => JSON.parse(sessionStorage.getItem('compose draft') ?? '{}'));
    expect(draft).toMatchObject({ to: LARGE, method: '11', value: '0' });
    const [recovery] = JSON.parse(draft.params.json).Recoveries;
    expect(recovery).toMatchObject({ Deadline: index, Partition: 0 });
    expect(recovery.Sectors.filter((_: number, place: number) => place % 2 === 1).reduce((sum: number, run: number) => sum + run, 0)).toBe(
      lost,
    );
  });

  await test.step('the counts of the sectors are whole beside an open pane in a narrow window', async () => {
    const size = page.viewportSize();
    await page.setViewportSize({ width: 1024, height: 700 });
    await show(page, `${LARGE}?deadline=3`);
    const counts = page.getByRole('region', { name: 'Sectors' }).locator('h2 + span');
    await expect(counts).toContainText(/ live: .* faulty/);
    await expect.poll(() => counts.evaluate(({ scrollWidth, clientWidth }) => clientWidth - scrollWidth)).toBeGreaterThanOrEqual(0);
    if (size !== null) await page.setViewportSize(size);
  });

  await test.step('sectors are filtered, ordered, opened and copied as the filter and the table say', async () => {
    await show(page, LARGE);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(LARGE_SECTORS + 1));
    const filter = page.getByRole('combobox', { name: 'Filter sectors' });
    await filter.fill('state:faulty or state:recovering');
    await filter.press('Enter');
    await expect(page).toHaveURL(/state%3Afaulty/);
    const faulty = /(\d+) faulty/.exec(await page.getByRole('region', { name: 'Sectors' }).innerText())?.[1];
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(Number(faulty) + 1));
    await expect(grid(page).getByRole('row').nth(1)).toContainText(/Faulty|Recovering/);
    await grid(page).getByRole('columnheader', { name: 'Expires' }).getByRole('button').click();
    await grid(page).getByRole('columnheader', { name: 'Expires' }).getByRole('button').click();
    await expect(grid(page).getByRole('columnheader', { name: 'Expires' })).toHaveAttribute('aria-sort', 'descending');
    await grid(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const pane = page.getByRole('complementary', { name: /^Sector \d+$/ });
    await expect(pane).toContainText('Termination fee');
    await expect(pane.getByRole('list', { name: 'Sector timeline' })).toContainText('Activated');
    await page.keyboard.press('Escape');
    await expect(pane).toBeHidden();

    await grid(page).focus();
    await page.keyboard.press('x');
    const started = page.waitForEvent('download');
    await page.getByRole('dialog', { name: 'Copy or save rows' }).getByRole('button', { name: 'Save CSV' }).click();
    const file = path.join(sextant.profile, 'sectors.csv');
    await (await started).saveAs(file);
    const [, ...rows] = parseCsv(await readFile(file, 'utf8'));
    expect(rows).toHaveLength(Number(faulty));
    await page.keyboard.press('Escape');
  });

  await test.step('the end of the list is reached, and a bar of the expiries lists its sectors', async () => {
    await show(page, `${LARGE}?expiries=1`);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(LARGE_SECTORS + 1));
    await grid(page).focus();
    await page.keyboard.press('End');
    await expect(grid(page).locator(`[data-row="${LARGE_SECTORS - 1}"]`)).toBeVisible();
    const bar = page.getByRole('region', { name: 'Sector expirations' }).getByRole('listitem').getByRole('button').nth(3);
    const count = Number(/([\d,]+) sector/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1]?.replaceAll(',', ''));
    expect(count).toBeGreaterThan(0);
    await bar.click();
    await expect(page).toHaveURL(/expires/);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', String(count + 1));
  });
});
