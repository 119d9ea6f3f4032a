/** Sealing: the board and the table of a miner's own API, the same from the chain alone, pasted lists, and what can be retrieved. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from 'playwright';
import { readSharedJson, readSharedText } from '../builders/shared-data.ts';
import { expect, test } from './fixture.ts';
import { profileKnowing } from './replay-profile.ts';
import { openScreen } from './steps/open-screen.ts';
import { startStandaloneNode } from './steps/standalone-node.ts';
import { topBar } from './steps/top-bar.ts';

const GATEWAY = 'gateway-1';
const MINER = 't01000';
const cleanups: (() => unknown)[] = [];

test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const go = (page: Page, hash: string): Promise<void> =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
const sectors = (page: Page): Locator => page.getByRole('grid', { name: 'Sectors' }).getByRole('row');
const board = (page: Page): Locator => page.getByRole('list', { name: 'Sectors in the pipeline by group' });
const cell = (row: Locator, index: number): Locator => row.getByRole('gridcell').nth(index);

test('the sealing of an own miner: board, table, retrieval, lists, and a sector that becomes active', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 400 });
  await openScreen(page, 'Sealing');
  await expect(board(page)).toBeVisible();
  await test.step('the table filters and sorts, and back takes that back', () => filterTable(page));
  await test.step('a sector and a deal are asked for their retrieval', () => askRetrieval(page));
  await test.step('every sample of sectors list becomes a board', () => pasteLists(page));
  await test.step('a sector becomes active while it is watched', () => watchActivation(page));
});

async function filterTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(board(page)).toHaveCount(0);
  const head = page.getByRole('grid', { name: 'Sectors' }).getByRole('columnheader');
  await expect(head.filter({ hasText: 'Details' })).toBeVisible();
  await expect(head.filter({ hasText: 'Must land by' })).toBeVisible();
  await go(page, '/sealing?view=table&filter=is:active');
  await expect(page.getByRole('button', { name: 'Change is:active' })).toBeVisible();
  await expect(sectors(page).filter({ hasText: 'YES' }).nth(3)).toBeVisible();
  // The head has no YES.
  await expect
    .poll(
      async () =>
        (await sectors(page).count()) -
        (await sectors(page)
          .filter({ hasText: /YES.*YES/ })
          .count()),
    )
    .toBe(1);
  await go(page, '/sealing?view=table&filter=is:failed%20is:active');
  await expect(page.getByText('No sector matches')).toBeVisible();
  await page.goBack();
  await expect(sectors(page).filter({ hasText: 'Proving' }).first()).toBeVisible();
}

async function askRetrieval(page: Page): Promise<void> {
  const number = await cell(
    sectors(page)
      .filter({ hasText: /Proving/ })
      .first(),
    0,
  ).innerText();
  await page.getByRole('button', { name: 'Check retrieval' }).click();
  const pane = page.getByRole('complementary', { name: 'Check retrieval' });
  await pane.getByRole('textbox', { name: 'Deal, piece or sector' }).fill(`sector ${number}`);
  await page.keyboard.press('Enter');
  await expect(pane).toContainText('Yes: its sector is proven (pSet is YES)');
  await expect(pane.getByRole('link', { name: /StateSectorGetInfo|SectorsStatus/ })).toBeVisible();
  await pane.getByRole('textbox', { name: 'Deal, piece or sector' }).fill('my photos');
  await pane.getByRole('button', { name: 'Check' }).click();
  await expect(pane.getByRole('alert')).toContainText('Enter a deal ID');
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
}

async function pasteLists(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Paste a list' }).click();
  const field = page.getByLabel(/Output of lotus-miner sectors list/);
  await expect(page.getByText('Nothing pasted yet')).toBeVisible();
  const { samples } = readSharedJson<{ samples: { file: string; rows: { id: number; state?: string; error?: string }[] }[] }>(
    'cli/expected.json',
  );
  const lists = samples.filter(({ file }) => file.startsWith('sectors-list'));
  expect(lists.length).toBe(7);
  const rows = page.getByRole('grid', { name: 'Pasted sectors' }).getByRole('row');
  for (const { file, rows: expected } of lists) {
    await field.fill(readSharedText(`cli/${file}`));
    await expect(rows).toHaveCount(expected.length + 1);
    for (const { id, state, error } of [expected.at(0), expected.at(-1)].filter((row) => row !== undefined)) {
      const row = page.getByRole('grid', { name: 'Pasted sectors' }).getByRole('row', { name: new RegExp(`^${id}\\s`) });
      await expect(row).toContainText(state ?? error ?? '');
    }
  }
  await expect(page.getByText('from pasted text')).toBeVisible();
  await field.fill(`${readSharedText('cli/sectors-list.pset.txt')}\n16: Proving sSet: PERHAPS\n`);
  await expect(page.getByText('1 line could not be read')).toBeVisible();
  await expect(page.getByText(/Line 18:/)).toBeVisible();
  await rows.filter({ has: page.getByRole('gridcell', { name: '12', exact: true }) }).click();
  const pane = page.getByRole('complementary', { name: 'Sector 12' });
  await expect(pane).toContainText('Active (pSet)NO');
  await expect(pane).toContainText('returned an empty (0 KB) file');
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  await page.getByRole('button', { name: 'Back to board' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sealing' })).toBeVisible();
}

async function watchActivation(page: Page): Promise<void> {
  await go(page, '/sealing?view=table');
  const said = page.getByRole('status').filter({ hasText: /^Now active \(pSet is YES\): sector \d+/ });
  await expect(said).toHaveCount(1);
  const number = /sector (\d+)/.exec(await said.innerText())?.[1] ?? '';
  const row = sectors(page).filter({ has: page.getByRole('gridcell', { name: number, exact: true }) });
  await expect(row.getByTitle('Just became active')).toHaveText('YES');
}

test('without a storage-miner API a miner is shown as the chain has it', async ({ launch }) => {
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-node-'));
  cleanups.push(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
  const node = await startStandaloneNode(data, 2000, 0, ['--gateway']);
  cleanups.push(() => node.kill());
  const profile = await profileKnowing({ name: GATEWAY, httpUrl: node.url });
  cleanups.push(() => profile.remove());
  const { page } = await launch({ profile: profile.folder, hasEmbeddedNode: false });
  await expect(topBar(page).getByRole('link', { name: new RegExp(`^${GATEWAY}.*live`) })).toBeVisible();
  await openScreen(page, 'Sealing');
  await expect(page.getByText('This endpoint has no storage-miner API')).toBeVisible();

  await go(page, `/sealing?miner=${MINER}`);
  await expect(page.getByText('from the chain, starting at pre-commit')).toBeVisible();
  await expect(board(page).getByRole('heading', { name: /^First proof/ })).toBeVisible();
  const row = sectors(page)
    .filter({ hasText: /Active/ })
    .first();
  const number = await cell(row, 0).innerText();
  await row.click();
  const pane = page.getByRole('complementary', { name: `Sector ${number}` });
  await expect(pane).toContainText('Active (pSet)YES, data can be retrieved');
  await expect(pane).toContainText(/Deadline\d+, partition \d+/);
  await expect(pane.getByRole('link', { name: /ChainReadObj/ }).first()).toBeVisible();
  await go(page, `/sealing/retrieval?miner=${MINER}&ask=sector%20${number}`);
  await expect(page.getByRole('complementary', { name: 'Check retrieval' })).toContainText('Yes: its sector is proven');
});
