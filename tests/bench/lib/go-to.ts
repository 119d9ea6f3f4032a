/** Navigate to another screen as a link does, without a reload. */
import type { Page } from 'playwright';

export async function goTo(page: Page, route: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, route);
}
