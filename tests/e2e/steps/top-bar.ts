import type { Locator, Page } from 'playwright';

/** Network, node, head and wallet: what stands above every screen. */
export function topBar(page: Page): Locator {
  return page.getByRole('region', { name: 'Network, node and wallet' });
}
