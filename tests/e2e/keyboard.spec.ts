/** Where the focus is after a screen was chosen by keyboard. */
import { expect, test } from './fixture.ts';

test('a screen chosen by keyboard takes the focus, and the next Tab is in it', async ({ launch }) => {
  const { page } = await launch({ blockTimeMs: 2000 });
  const main = page.getByRole('main');
  const isInMain = () => main.evaluate((region) => region !== document.activeElement && region.contains(document.activeElement));
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();

  await test.step('by its keys, and back leaves the screen as it was', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await expect(page.getByRole('heading', { level: 1, name: 'Inspector' })).toBeVisible();
    await expect(main).toBeFocused();
    const filter = page.getByRole('combobox', { name: 'Filter calls' });
    await expect(filter).toBeVisible();
    await page.keyboard.press('Tab');
    await expect.poll(isInMain).toBe(true);
    await filter.focus();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { level: 1, name: 'Inspector' })).toBeVisible();
  });

  await test.step('from the palette, which does not take it back', async () => {
    await page.keyboard.press('Control+k');
    const field = page.getByPlaceholder('Command, screen, address, CID, epoch or deal');
    await field.fill('Miners');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Miners' })).toBeVisible();
    await expect(field).toBeHidden();
    await expect(main).toBeFocused();
  });

  await test.step('the palette given up gives the focus back', async () => {
    const link = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: /^Deals/ });
    await link.focus();
    await page.keyboard.press('Control+k');
    await expect(page.getByPlaceholder('Command, screen, address, CID, epoch or deal')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Deals' })).toBeVisible();
    await expect(main).toBeFocused();
  });

  await test.step('past everything else', async () => {
    const skip = page.getByRole('button', { name: 'Skip to content' });
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await skip.focus();
    await page.keyboard.press('Enter');
    await expect(main).toBeFocused();
  });
});
