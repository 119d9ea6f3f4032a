import type { Page } from 'playwright';
import { expect } from '../fixture.ts';

/** Gets 100 FIL of the practice chain for the key that is shown under Accounts, and waits until they are there. */
export async function fundKey(page: Page): Promise<void> {
  const account = page.getByRole('complementary', { name: 'Main key' });
  await account.getByRole('button', { name: 'Get practice funds' }).click();
  await expect(account.getByTestId('account-balance')).toHaveText(/^100\s*FIL/);
}
