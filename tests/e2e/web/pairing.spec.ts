/** Which browsers may approve: those that opened a start link. The app alone opens nothing. */
import type { Page } from 'playwright';
import { expect, test } from '../fixture.ts';
import { startWebHost } from '../hosts/web.ts';
import { answerOf, askForTrusted } from '../steps/speak.ts';

const CREATE = { name: 'create-vault' };

async function isUsable(trusted: Page): Promise<void> {
  await expect(trusted.getByRole('button', { name: 'New recovery phrase' })).toBeVisible();
}

test('a start link pairs its browser: the trusted document opens, reloads and opens again in another tab', async ({ launch }) => {
  const sextant = await launch();
  const { page } = sextant;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const trusted = await sextant.openTrusted(() => askForTrusted(page, CREATE));
  await isUsable(trusted);
  await trusted.reload();
  await isUsable(trusted);
  const { url } = (await answerOf(page, 'app.openTrusted', CREATE)) as { url: string };
  expect(new URL(url).hash).toBe('#purpose=create-vault');
  const second = await sextant.openTrusted(() => page.evaluate((address) => void window.open(address, '_blank', 'noopener'), url));
  await isUsable(second);
  // Going back from the app leads to no start page.
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
});

test('a browser that is not paired cannot approve, and a fresh link pairs it', async ({ launch }) => {
  const sextant = await launch();
  // The link that was used already is refused, which the browser writes down.
  sextant.allowConsoleError(/Failed to load resource/);
  const { page } = sextant;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const trusted = await sextant.openTrusted(() => askForTrusted(page, CREATE));
  await isUsable(trusted);

  await trusted.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('sextant');
        deleting.onsuccess = resolve;
        deleting.onerror = reject;
      }),
  );
  await trusted.reload();
  await expect(trusted.getByRole('heading', { name: 'This browser is not paired' })).toBeVisible();
  await expect(trusted.getByRole('button')).toHaveText(['Try again']);

  // The command that started Sextant, run again: it prints a link of the host that runs.
  const again = await startWebHost(['--profile', sextant.profile]);
  const other = await page.context().newPage();
  await other.goto(again.url);
  await expect(other.getByRole('navigation').first()).toBeVisible();
  expect(new URL(other.url()).origin).toBe(new URL(page.url()).origin);
  await trusted.getByRole('button', { name: 'Try again' }).click();
  await isUsable(trusted);

  await other.goto(again.url);
  await expect(other.getByRole('heading', { name: 'This start link no longer works' })).toBeVisible();
  // A link that is refused takes nothing away.
  await trusted.reload();
  await isUsable(trusted);
});

test('a lock ends the session, and the trusted document opens the next by itself', async ({ launch }) => {
  const sextant = await launch();
  const { page } = sextant;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const trusted = await sextant.openTrusted(() => askForTrusted(page, CREATE));
  await answerOf(trusted, 'approval.createVault', { passphrase: 'harbour lantern quiet 71 compass', label: 'Main key' });
  await answerOf(trusted, 'approval.unlockVault', { passphrase: 'harbour lantern quiet 71 compass' });
  await trusted.close();
  const adding = await sextant.openTrusted(() => askForTrusted(page, { name: 'add-key' }));
  await isUsable(adding);
  const nextSession = adding.waitForEvent('websocket');
  await answerOf(page, 'wallet.lockWallet', {});
  await nextSession;
  await isUsable(adding);
  await expect(adding.getByRole('alert')).toHaveCount(0);
});

test('a pairing ends with the host: after a restart its own start link pairs anew', async ({ launch }) => {
  const sextant = await launch();
  const { page } = sextant;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const before = await sextant.openTrusted(() => askForTrusted(page, CREATE));
  await isUsable(before);
  const restarted = await sextant.restart();
  await expect(restarted.getByRole('heading', { level: 1 })).toBeVisible();
  await isUsable(await sextant.openTrusted(() => askForTrusted(restarted, CREATE)));
});
