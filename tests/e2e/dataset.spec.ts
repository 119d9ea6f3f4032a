/** The market dataset: load a market file, list and filter its deals, look a CID up, and find all of it again after a reload. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { marketFile, marketRecords } from '../builders/market-file.ts';
import { SUPERUSER, SUPERUSER_PASSWORD, startPostgres } from '../builders/postgres-server.ts';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';

const FILE = { deals: 3000, rejectEvery: 500 };
const REJECTS = 6;
const ROWS = FILE.deals - REJECTS;

let folder = '';

test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sextant-dataset-'));
});

test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => {
    location.hash = next;
  }, hash);
}

/** A deal of the file, as its record has it, that the embedded node does not have. */
function plainDeal(): { readonly id: string; readonly pieceCid: string; readonly provider: RegExp } {
  for (const record of marketRecords(FILE)) {
    const [, id, pieceCid, provider] = /^"(\d+)":.*?"PieceCID":\{"\/":"(\w+)"\}.*?"Provider":"f(\d+)"/.exec(record) ?? [];
    if (Number(id) < 5000) continue;
    if (id !== undefined && pieceCid !== undefined && provider !== undefined)
      return { id, pieceCid, provider: new RegExp(`[ft]${provider}`) };
  }
  throw new Error('The generated file has no plain record.');
}

test('a market file becomes the dataset: its deals, filters and look-ups, also after a reload', async ({ launch }) => {
  const file = path.join(folder, 'StateMarketDeals.json');
  const bytes = Buffer.concat([...marketFile(FILE)]);
  writeFileSync(file, bytes);
  const deal = plainDeal();
  const sextant = await launch({ blockTimeMs: 5000 });
  const { page } = sextant;
  // A path is entered that does not exist.
  sextant.allowConsoleError(/A load of the market failed.*\.missing/);

  await test.step('a market file that was opened is offered to the dataset', async () => {
    await openScreen(page, 'Deals');
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page
      .getByLabel('File with a list of deals')
      .setInputFiles({ name: 'StateMarketDeals.json', mimeType: 'application/json', buffer: bytes });
    await expect(page.getByRole('heading', { name: /^Market file, / })).toBeVisible();
    await page.getByRole('button', { name: 'Load as dataset' }).click();
    await expect(page.getByRole('heading', { name: 'No dataset for this network' })).toBeVisible();
  });

  await test.step('a file that is not there is told, and can be corrected', async () => {
    await page.getByLabel('Path').fill(`${file}.missing`);
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('The load failed');
  });

  await test.step('the file is loaded', async () => {
    await page.getByLabel('Path').fill(file);
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page.getByRole('heading', { name: `${ROWS.toLocaleString('en')} deals loaded` })).toBeVisible();
    await expect(page.getByText(`${REJECTS} records rejected.`)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Current dataset' })).toBeVisible();
  });

  await test.step('its deals are listed and filtered', async () => {
    await page.getByRole('button', { name: 'Show deals' }).click();
    await expect(page).toHaveURL(/source=dataset/);
    await expect(page.getByText(/f05 deals, as of epoch/)).toBeVisible();
    await expect(page.getByText(`${ROWS.toLocaleString('en')} deals`, { exact: true })).toBeVisible();
    await go(page, `/deals?source=dataset&filter=${encodeURIComponent(`id:${deal.id}`)}`);
    const rows = page.getByRole('grid', { name: 'Deals' }).getByRole('row');
    await expect(rows.nth(1)).toContainText(deal.id);
    await expect(rows).toHaveCount(2);
    await page.getByRole('button', { name: 'Charts' }).click();
    await expect(page.getByRole('region', { name: 'By provider' })).toContainText(deal.provider);
  });

  await test.step('a deal that the node does not have is shown from the dataset', async () => {
    await go(page, `/deals/${deal.id}?source=dataset`);
    const pane = page.getByRole('complementary', { name: `Deal ${deal.id}` });
    await expect(pane.getByRole('heading', { name: 'From the dataset' })).toBeVisible();
    await expect(pane).toContainText(deal.provider);
  });

  await test.step('all deals of the filter are exported, with labels', async () => {
    await go(page, '/deals?source=dataset&filter=verified%3Ayes');
    const saving = page.waitForEvent('download');
    await expect(page.getByRole('grid', { name: 'Deals' }).getByRole('row').nth(3)).toBeVisible();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const download = await saving;
    expect(download.suggestedFilename()).toMatch(/^sextant-market-deals-.*\.csv$/);
    const saved = path.join(folder, 'exported.csv');
    await download.saveAs(saved);
    const [head = '', ...lines] = readFileSync(saved, 'utf8').trimEnd().split('\n');
    expect(head).toContain('label');
    const words = await page.getByText(/^[\d,]+ deals exported$/).textContent();
    const count = Number(words?.split(' ')[0]?.replaceAll(',', ''));
    // More than a page holds, fewer than there are; a label may have line breaks.
    expect(count).toBeGreaterThan(500);
    expect(count).toBeLessThan(ROWS);
    expect(lines.length).toBeGreaterThanOrEqual(count);
  });

  await test.step('records that are no deals are listed with their place', async () => {
    await go(page, '/deals/dataset');
    await page.getByRole('link', { name: `${REJECTS} records` }).click();
    const rejected = page.getByRole('grid', { name: 'Rejected records' }).getByRole('row');
    await expect(rejected).toHaveCount(REJECTS + 1);
    await rejected.nth(1).click();
    await expect(page.getByRole('complementary').getByRole('heading', { name: 'Rejection' })).toBeVisible();
    await page.getByRole('button', { name: 'Back to dataset' }).click();
  });

  await test.step('a CID is looked up', async () => {
    await go(page, '/deals/look-up');
    await page.getByLabel(/^Piece CIDs/).fill(`${deal.pieceCid}\nnonsense`);
    await page.getByRole('button', { name: 'Look up 2' }).click();
    const results = page.getByRole('grid', { name: 'Results' });
    await expect(results.getByRole('row').nth(2)).toContainText('Not recognised');
    await results.getByRole('row').nth(1).click();
    await expect(page.getByRole('complementary', { name: 'Piece CID' })).toContainText(deal.provider);
    await page.getByRole('button', { name: 'Show in list' }).click();
    await expect(page).toHaveURL(/source=dataset.*piece/);
    await expect(page.getByRole('grid', { name: 'Deals' }).getByRole('row').nth(1)).toBeVisible();
  });

  await test.step('after a reload the source and the dataset are the same', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Dataset', exact: true }).last()).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('grid', { name: 'Deals' }).getByRole('row').nth(1)).toBeVisible();
    await page.getByRole('button', { name: 'Node' }).click();
    await expect(page).not.toHaveURL(/source=dataset/);
    await expect(page.getByText(/Whole market, as of epoch/)).toBeVisible();
    await go(page, '/deals/dataset');
    await expect(page.getByRole('heading', { name: 'Current dataset' })).toBeVisible();
  });
});

test('the dataset is on a server: chosen, loaded, listed, and left again', async ({ launch }) => {
  const file = path.join(folder, 'StateMarketDeals.json');
  writeFileSync(file, Buffer.concat([...marketFile(FILE)]));
  const server = await startPostgres();
  try {
    const { page } = await launch({ blockTimeMs: 5000 });
    await openScreen(page, 'Deals');
    await go(page, '/deals/dataset');
    const location = page.getByRole('group', { name: 'Location of the dataset' });
    await location.getByRole('button', { name: 'Server' }).click();
    await page.getByLabel('Server URL').fill(`postgresql://${SUPERUSER}@127.0.0.1:${server.port}/postgres`);
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByRole('alert')).toContainText(`rejected the password of ${SUPERUSER}`);
    await page.getByLabel('Password').fill(SUPERUSER_PASSWORD);
    await page.getByRole('button', { name: 'Test connection' }).click();
    await expect(
      page.getByText(/^PostgreSQL .*, not encrypted on this machine; this role can load datasets; no dataset for this network$/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Use this server' }).click();
    await expect(page.getByRole('heading', { name: 'No dataset for this network' })).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveValue('');
    await page.getByRole('button', { name: 'File', exact: true }).click();
    await page.getByLabel('Path').fill(file);
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page.getByRole('heading', { name: `${ROWS.toLocaleString('en')} deals loaded` })).toBeVisible();
    await expect(page.getByText(`postgresql://${SUPERUSER}@127.0.0.1:${server.port}/postgres?sslmode=disable`)).toBeVisible();
    await page.getByRole('button', { name: 'Show deals' }).click();
    await expect(page.getByText(/f05 deals on 127\.0\.0\.1, as of epoch/)).toBeVisible();
    await expect(page.getByRole('grid', { name: 'Deals' }).getByRole('row').nth(1)).toBeVisible();
    await go(page, '/deals/dataset');
    await location.getByRole('button', { name: 'This machine' }).click();
    await expect(page.getByRole('heading', { name: 'No dataset for this network' })).toBeVisible();
  } finally {
    await server.stop();
  }
});

test('the dataset is updated from the chain and kept current', async ({ launch }) => {
  const file = path.join(folder, 'StateMarketDeals.json');
  writeFileSync(file, Buffer.concat([...marketFile(FILE)]));
  const sextant = await launch({ blockTimeMs: 2000 });
  const { page } = sextant;
  await openScreen(page, 'Deals');
  await go(page, '/deals/dataset');
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByLabel('Path').fill(file);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Current dataset' })).toBeVisible();
  await expect(page.getByText('not verified yet')).toBeVisible();

  await page.getByRole('button', { name: 'Update from chain' }).click();
  // None of the deals of the file is a deal of the practice network.
  await expect(page.getByText(/^[\d,]+ new, [\d,]+ changed, [\d,]+ removed$/)).toBeVisible();
  const epoch = page.locator('dt', { hasText: /^As of epoch$/ }).locator('xpath=following-sibling::dd[1]');
  await expect(epoch).toContainText(/^\d/);
  await expect(page.locator('dt', { hasText: 'Proposals root' })).toBeVisible();

  // The number stands before its time, which begins with a number too.
  const shownEpoch = async () =>
    Number(
      await epoch
        .locator('span')
        .first()
        .evaluate((span) => span.firstChild?.textContent?.replaceAll(',', '')),
    );
  const first = await shownEpoch();
  await page.getByLabel('Keep current').check();
  await expect.poll(shownEpoch).toBeGreaterThan(first + 2);
  await page.getByLabel('Keep current').uncheck();

  await page.getByRole('button', { name: 'Show deals' }).click();
  await expect(page.getByText(/claims and allocations, as of epoch \d/)).toBeVisible();
  await expect(page.getByText(/file written/)).toHaveCount(0);
  await expect(page.getByRole('grid', { name: 'Deals' }).getByRole('row').nth(1)).toBeVisible();
});
