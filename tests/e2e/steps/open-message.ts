import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';

/** From the screen of a tipset back to the nearest one that carries a message, and opens its first. */
export async function openMessage(page: Page): Promise<void> {
  const panel = page.getByRole('region', { name: 'Messages', exact: true });
  await expect(async () => {
    await expect(panel).toContainText(/in all blocks/);
    if ((await messageRows(page).count()) > 1) return;
    await page.getByRole('button', { name: /^Previous/ }).click();
    throw new Error('this tipset carries no message');
  }).toPass();
  await messageRows(page).nth(1).click();
  await expect(page.getByRole('region', { name: 'Return and events' })).toBeVisible();
}

function messageRows(page: Page): Locator {
  return page.getByRole('grid', { name: 'Messages' }).getByRole('row');
}
