/** The screen of upgrades: what a scheduled upgrade changes, and that there is nothing where none is scheduled. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';

test('a scheduled upgrade is rehearsed before it comes', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 2000, upgradeEpoch: 100_000 });
  await openScreen(page, 'Node');
  await page.getByRole('button', { name: 'Upgrades' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Upgrades' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Upgrades' }).getByRole('link')).toHaveCount(1);
  const readiness = page.getByRole('region', { name: 'Readiness' });
  await expect(readiness).toContainText('UpgradeSolsticeHeight is 100,000.');
  await expect(readiness).toContainText('Solstice activates network version 29.');
  await expect(page.getByRole('region', { name: 'Before epoch 100,001' })).toBeVisible();
  const none = page.getByRole('region', { name: 'No action needed' });
  await expect(none.getByRole('heading', { name: /expires? before the upgrade/ })).toBeVisible();
  const changes = page.getByRole('region', { name: 'Changes' });
  await expect(changes.getByRole('heading', { name: 'Pledge of new sectors of t01000' })).toBeVisible();

  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);

  await changes.getByRole('link', { name: 'Miner t01000' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /t01000/ })).toBeVisible();
});

test('a network that began with its version has no upgrades', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 2000 });
  await openScreen(page, 'Node');
  await page.getByRole('button', { name: 'Upgrades' }).click();
  await expect(page.getByRole('heading', { name: 'No upgrades' })).toBeVisible();
});
