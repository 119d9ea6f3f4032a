/** What a window says when another one chose the connection. Electron has one window; the web host as many as there are tabs. */
import { expect, test } from '../fixture.ts';
import { profileKnowing } from '../replay-profile.ts';
import { openScreen } from '../steps/open-screen.ts';
import { topBar } from '../steps/top-bar.ts';

test('a window says that another one chose the connection, and whom a draft is for now', async ({ launch }) => {
  // The other connection need not answer.
  const profile = await profileKnowing({ name: 'other-1', httpUrl: 'http://127.0.0.1:1/rpc/v1' });
  try {
    const sextant = await launch({ profile: profile.folder, blockTimeMs: 2000 });
    const { page } = sextant;
    await openScreen(page, 'Endpoints');
    const row = (name: string) => page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem').filter({ hasText: name });
    await row('Embedded node').getByRole('button', { name: 'Use' }).click();
    await expect(topBar(page)).toContainText('practice network');
    await expect(page.getByText('Another Sextant window selected this endpoint.')).toHaveCount(0);

    const other = await sextant.openTrusted(() => page.evaluate(() => void window.open(`${location.origin}/#/endpoints`)));
    await expect(other.getByRole('heading', { level: 1, name: 'Endpoints' })).toBeVisible();
    await other
      .getByRole('list', { name: 'Endpoints' })
      .getByRole('listitem')
      .filter({ hasText: 'other-1' })
      .getByRole('button', { name: 'Use' })
      .click();
    await expect(topBar(other)).toContainText('other-1');
    await expect(page.getByText('Switched to other-1')).toBeVisible();
    await expect(page.getByText(/Another Sextant window selected this endpoint\./)).toBeVisible();
    await expect(other.getByText('Switched to other-1')).toHaveCount(0);
    await expect(page.getByText(/Sextant retries/)).toBeVisible();
    await other.close();
  } finally {
    profile.remove();
  }
});
