import type { Page } from 'playwright';
import { expect } from 'playwright/test';

/** Opens a screen as a user does, by its name in the navigation. */
export async function openScreen(page: Page, title: string): Promise<void> {
  // A count may follow the name.
  await page
    .getByRole('navigation', { name: 'Screens' })
    .getByRole('link', { name: new RegExp(`^${title}\\b`) })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}
