import type { Locator, Page } from 'playwright';
import { expect } from '../fixture.ts';

/** The row of an endpoint in the list. */
export function entryOf(page: Page, name: string): Locator {
  return page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem').filter({ hasText: name });
}

/** Adds an endpoint by its address with the token in it, without asking the node. */
export async function addByHand(page: Page, name: string, url: string, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('tab', { name: 'Manual' }).click();
  await page.getByLabel('HTTP URL').fill(`${url}?token=${token}`);
  await expect(page.getByRole('heading', { name: 'Token moved' })).toBeVisible();
  await expect(page.getByLabel('HTTP URL')).toHaveValue(url);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save unchecked' }).click();
  await expect(entryOf(page, name)).toBeVisible();
}
