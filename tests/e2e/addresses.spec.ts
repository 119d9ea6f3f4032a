/** An address is labelled and watched, its label is seen where the address is, and all of it outlives a restart until it is removed. */
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { openScreen } from './steps/open-screen.ts';

/** The first miner of the embedded network. */
const MINER = 't01000';
/** An account that is not on any chain until it is paid. */
const ACCOUNT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';

test('an address is labelled, watched, recognised, changed and removed', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 1000 });
  let { page } = sextant;
  await expect.poll(() => headEpoch(page)).toBeGreaterThan(0);

  await test.step('a miner gets a label, which stands wherever the miner is shown', async () => {
    await openScreen(page, 'Address book');
    await page.getByRole('button', { name: 'Add an address' }).first().click();
    const pane = page.getByRole('complementary', { name: 'New address' });
    await pane.getByLabel('Address').fill('f0nothing');
    await pane.getByLabel('Label').fill('Harbour miner');
    await pane.getByRole('button', { name: 'Save' }).click();
    await expect(pane).toContainText('An ID address is f0 followed by a number');
    await pane.getByLabel('Address').fill(MINER.replace('t', 'f'));
    await pane.getByRole('button', { name: 'Save' }).click();
    const saved = page.getByRole('complementary', { name: 'Harbour miner' });
    await expect(saved).toContainText('storageminer');
    await expect(page.getByRole('grid', { name: 'Address book' })).toContainText('Harbour miner');
    await openScreen(page, 'Miners');
    await expect(minerRow(page)).toContainText(/Harbour miner/);
    await expect(minerRow(page).locator(`[title="${MINER}"]`)).toBeVisible();
  });

  await test.step('an account is watched among the accounts, though there is no vault', async () => {
    await openScreen(page, 'Accounts');
    await page.getByRole('button', { name: 'Watch an address' }).click();
    const pane = page.getByRole('complementary', { name: 'Watch an address' });
    await pane.getByLabel('Address').fill(ACCOUNT);
    await pane.getByLabel('Label').fill('harbour miner');
    await pane.getByRole('button', { name: 'Save' }).click();
    await expect(pane).toContainText(`the label of ${MINER}`);
    await pane.getByLabel('Label').fill('Cold storage');
    await pane.getByRole('button', { name: 'Save' }).click();
    await expect(accountRow(page, 'Cold storage')).toContainText('not on chain');
    await expect(page.getByRole('complementary', { name: 'Cold storage' })).toContainText('created when it first receives funds');
    await expect(page.getByRole('button', { name: 'Create a vault' })).toBeVisible();
  });

  await test.step('after a restart both are there, and the label can be changed', async () => {
    page = await sextant.restart();
    await expect.poll(() => headEpoch(page)).toBeGreaterThan(0);
    await openScreen(page, 'Address book');
    await page.getByLabel('Filter the address book').fill('cold');
    const grid = page.getByRole('grid', { name: 'Address book' });
    await expect(grid.getByRole('row')).toHaveCount(2);
    await grid.getByText('Cold storage').click();
    const pane = page.getByRole('complementary', { name: 'Cold storage' });
    await pane.getByLabel('Label').fill('Vault in the cellar');
    await pane.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('complementary', { name: 'Vault in the cellar' })).toBeVisible();
    await openScreen(page, 'Accounts');
    await expect(accountRow(page, 'Vault in the cellar')).toBeVisible();
  });

  await test.step('a file is imported, but for the line that is wrong', async () => {
    await openScreen(page, 'Address book');
    const csv = `address,label,note,watched\nf099,Nobody,burnt,no\nf0nothing,Wrong,,no\n`;
    await page.locator('input[type=file]').setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByRole('heading', { name: '1 address imported' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('Line 3: An ID address is f0');
    await expect(page.getByRole('grid', { name: 'Address book' })).toContainText('Nobody');
  });

  await test.step('what is removed is nowhere any more', async () => {
    await openScreen(page, 'Address book');
    const grid = page.getByRole('grid', { name: 'Address book' });
    await grid.getByText('Harbour miner').click();
    const pane = page.getByRole('complementary', { name: 'Harbour miner' });
    await pane.getByRole('button', { name: 'Remove' }).click();
    await pane.getByRole('button', { name: 'Remove' }).click();
    await expect(pane).toBeHidden();
    await expect(grid).not.toContainText('Harbour miner');
    await openScreen(page, 'Miners');
    await expect(minerRow(page)).toBeVisible();
    await expect(minerRow(page)).not.toContainText('Harbour miner');
  });
});

function minerRow(page: Page) {
  return page
    .getByRole('grid', { name: 'Miners' })
    .getByRole('row')
    .filter({ has: page.locator(`[title="${MINER}"]`) });
}

function accountRow(page: Page, label: string) {
  return page.getByRole('grid', { name: 'Accounts' }).getByRole('row').filter({ hasText: label });
}
