/** Storage providers: one miner, a sector that becomes active while it is watched, and a deal. */
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';

test('a miner, a sector that is sealed while it is watched, and a deal', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 250 });
  await test.step('a miner shows its power and its 48 deadlines', () => showMiner(page));
  await test.step('a sector goes from pSet NO to YES', () => watchSector(page));
  await test.step('a deal shows what was agreed and its life', () => showDeal(page));
});

async function showMiner(page: Page): Promise<void> {
  await openScreen(page, 'Miners');
  const rows = page.getByRole('grid', { name: 'My miners' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  const name = await rows.nth(1).getByRole('gridcell').first().innerText();
  const [address = ''] = /[ft]0\d+/.exec(name) ?? [];
  await rows.nth(1).click();
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible();

  const power = page.getByRole('region', { name: 'Power' });
  await expect(power).toContainText(/\d (Ki|Mi|Gi|Ti|Pi)Bquality adjusted/);
  await expect(power).toContainText(/\d+(\.\d+)?\s?%of the network/);
  const map = page.getByRole('img', { name: /^48 deadlines, \d+ is open/ });
  await expect(map).toBeVisible();
  const label = (await map.getAttribute('aria-label')) ?? '';
  const counts = [...(label.split(': ')[1] ?? '').matchAll(/(\d+) /g)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(48);
  await expect(page.getByRole('region', { name: 'Proving deadlines' })).toContainText(/Deadline \d+ closes at/);
}

async function watchSector(page: Page): Promise<void> {
  await openScreen(page, 'Sealing');
  const board = page.getByRole('list', { name: 'Sectors in the pipeline by group' });
  const lane = board.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^Adding data/ }) });
  const card = lane.getByRole('button').first();
  await expect(card).toBeVisible();
  await card.click();
  const pane = page.getByRole('complementary', { name: /^Sector \d+$/ });
  const title = await pane.getByRole('heading', { name: /^Sector \d+$/ }).innerText();
  await expect(pane).toContainText('Active (pSet)NO');
  await expect(pane).toContainText('A retrieval from this sector returns an empty (0 KB) file until pSet is YES.');

  const sector = title.replace(/\D/g, '');
  const row = page
    .getByRole('grid', { name: 'Sectors' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: sector, exact: true }) });
  await expect(pane).toContainText('Active (pSet)YES, data can be retrieved');
  await expect(pane).toContainText('On chainYES');
  await expect(pane).not.toContainText('0 KB');
  await expect(row.getByRole('gridcell', { name: 'YES', exact: true })).toHaveCount(2);
  await pane.getByRole('button', { name: 'Close' }).click();
  await expect(pane).toBeHidden();
}

async function showDeal(page: Page): Promise<void> {
  await openScreen(page, 'Deals');
  await page.getByRole('button', { name: /^[1-9]\d* proving/ }).click();
  await page.getByRole('button', { name: 'f05 deals' }).click();
  const row = page.getByRole('grid', { name: 'Deals' }).getByRole('row').nth(1);
  await expect(row).toContainText('Proving');
  await row.click();
  const pane = page.getByRole('complementary', { name: /^Deal \d+$/ });
  await expect(pane).toContainText(/Piecebaga/);
  await expect(pane).toContainText(/Provider[ft]0\d+/);
  const life = pane.getByRole('list', { name: 'Deal timeline' }).getByRole('listitem');
  await expect(life.filter({ hasText: 'Published, done' })).toBeVisible();
  await expect(life.filter({ hasText: /^In sector \d+, done/ })).toBeVisible();
  await pane.getByRole('button', { name: 'Open sector' }).click();
  await expect(page.getByRole('img', { name: /^48 deadlines/ })).toBeVisible();
}
