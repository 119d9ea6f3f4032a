/** The node's own screen, and the passport of the endpoint that leads to it. */
import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';

test('the node screen fills each panel by its own call and copies it as Lotus prints it', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 2000 });
  await openScreen(page, 'Node');
  const software = page.getByRole('region', { name: 'Software' });
  await expect(software).toContainText('sextant-devnet');
  await expect(software).toContainText('2.3.0');
  await expect(software.getByRole('link', { name: /^Version/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Fast finality (F3)' })).toContainText('disabled on this node');
  await expect(page.getByRole('region', { name: 'Peers' })).toContainText('No peers');
  await expect(page.getByRole('grid', { name: 'Sync workers' }).getByText('complete')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Sync' }).getByRole('button', { name: /lotus sync status/ })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1, name: 'Node' })).toBeVisible();
});

test('an endpoint is examined, read by its rows and methods, and saved as text', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 2000 });
  await openScreen(page, 'Endpoints');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Embedded node/ })
    .click();
  await page.getByRole('tab', { name: 'Passport' }).click();
  const passport = page.getByRole('region', { name: 'Passport of Embedded node' });
  await expect(passport).toContainText('Not examined yet');
  await passport.getByRole('button', { name: 'Examine endpoint' }).click();
  await expect(passport.getByRole('button', { name: 'Examine again' })).toBeVisible();
  await expect(passport).toContainText('The embedded node: reads and pushes, the whole chain, with a storage-miner API.');
  await expect(passport).toContainText('ChainNotify after');

  await passport.getByRole('textbox', { name: 'Filter methods' }).fill('MpoolPush');
  await expect(passport.getByRole('listitem').filter({ hasText: /^MpoolPushserved$/ })).toBeVisible();

  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);

  const download = page.waitForEvent('download');
  await passport.getByRole('button', { name: 'Save as text' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^passport-embedded-node-\d{4}-\d\d-\d\d\.txt$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text).toContain('ENDPOINT PASSPORT');
  expect(text).not.toMatch(/eyJ[\w-]+\./);

  // A row leads to the calls that showed it.
  await passport.getByRole('link', { name: /ChainNotify/ }).click();
  await expect(page).toHaveURL(/#\/inspector\/\d+/);
});
