/** A key, funds, a message that is approved and followed to finality; then the same profile after a restart and after a kill. */
import type { Page } from 'playwright';
import { expect, type Sextant, test } from './fixture.ts';
import { fundKey } from './steps/fund-key.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { makeKey } from './steps/make-key.ts';
import { openScreen } from './steps/open-screen.ts';

/** An account that is not on any chain until it is paid. */
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const PASSPHRASE = 'harbour lantern quiet 71 compass';
/** Faster than the default, so that finality, 30 epochs deep, comes within seconds. */
const BLOCK_TIME_MS = 250;

test('a key is made, funded and used; its message is followed to finality and everything outlives a restart', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: BLOCK_TIME_MS });
  const { address, cid } = await test.step('from no key to a final message', () => sendFirstMessage(sextant));
  const genesis = await genesisOf(sextant);
  const epoch = await headEpoch(sextant.page);
  await test.step('settings and connections are changed', () => changeSettings(sextant.page));

  await test.step('after a restart everything is there', async () => {
    const page = await sextant.restart();
    await expectEverything(page, { address, cid, epoch });
    expect(await genesisOf(sextant)).toBe(genesis);
    await unlock(sextant);
  });
  await test.step('after a kill everything is there', async () => {
    const page = await sextant.restartAfterKill();
    await expectEverything(page, { address, cid, epoch });
    expect(await genesisOf(sextant)).toBe(genesis);
  });
});

async function sendFirstMessage(sextant: Sextant): Promise<{ address: string; cid: string }> {
  const { page } = sextant;
  // Addresses are written with the letter of the network, so the network comes first.
  await expect.poll(() => headEpoch(page)).toBeGreaterThan(0);
  const { address, words } = await makeKey(sextant, PASSPHRASE);
  expect(words.length).toBeGreaterThanOrEqual(12);
  expect(await page.locator('body').innerText()).not.toContain(words.slice(0, 3).join(' '));

  await fundKey(page);

  await openScreen(page, 'Compose');
  await expect(page.getByLabel('From')).toHaveValue(address);
  await page.getByLabel('To', { exact: true }).fill(RECIPIENT);
  await page.getByLabel('Amount').fill('1.25');
  const review = page.getByRole('button', { name: 'Review and approve' });
  await expect(review).toBeEnabled();

  const trusted = await sextant.openTrusted(() => review.click());
  await expect(trusted.getByRole('heading', { level: 1, name: 'Send 1.25 FIL' })).toBeVisible();
  const consent = trusted.getByRole('checkbox', { name: /^Allow this key on/ });
  if (await consent.isVisible()) await consent.check();
  await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await confirmIsGuarded(trusted);
  await trusted.getByRole('button', { name: 'Sign and push' }).click();
  await expect(trusted.getByRole('heading', { name: 'Signed and pushed' })).toBeVisible();
  const cid = await trusted
    .getByRole('definition')
    .first()
    .getByText(/^bafy2/)
    .innerText();
  await trusted.close();

  const life = page.getByRole('list', { name: 'Message timeline' });
  for (const stage of ['Included in a block', 'Executed', 'Final']) {
    // The last one of its kind: a reorg of the practice chain repeats steps.
    await expect(
      life
        .getByRole('listitem')
        .filter({ hasText: `${stage}, done` })
        .last(),
    ).toBeVisible();
  }
  await openScreen(page, 'Journal');
  await expect(page.getByRole('grid', { name: 'Journal' }).getByRole('row')).toHaveCount(2);
  await findMessage(page, cid);
  return { address, cid };
}

/** The confirm button does nothing while it has been in front for less than half a second, and never on Enter alone. */
async function confirmIsGuarded(trusted: Page): Promise<void> {
  const confirm = trusted.getByRole('button', { name: 'Sign and push' });
  await expect(confirm).toBeEnabled();
  // The window gets the focus anew; a press in the very moment at which the button says that it waits must not count.
  const pressedWhileInert = await confirm.evaluate(
    (button) =>
      new Promise<boolean>((resolve) => {
        const observer = new MutationObserver(() => {
          if (button.getAttribute('aria-disabled') !== 'true') return;
          observer.disconnect();
          (button as HTMLElement).click();
          resolve(true);
        });
        observer.observe(button, { attributes: true });
        window.dispatchEvent(new Event('focus'));
      }),
  );
  expect(pressedWhileInert).toBe(true);
  await expect(confirm).toBeEnabled();
  await confirm.focus();
  await trusted.keyboard.press('Enter');
  await expect(confirm).toBeEnabled();
  await expect(confirm).toBeVisible();
}

async function findMessage(page: Page, cid: string): Promise<void> {
  const search = page.getByRole('combobox', { name: 'Search' });
  await search.fill(cid);
  await expect(page.getByRole('option', { name: `Message ${cid}` })).toBeVisible();
  await search.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Send' })).toBeVisible();
  // The scrolled area around it bears the same name.
  const facts = page.getByRole('region', { name: 'Message', exact: true }).last();
  await expect(facts).toContainText('Value1.25FIL');
  await expect(facts).toContainText('Verified');
  await expect(page.getByRole('region', { name: 'Return and events' })).toContainText('Exit0');
}

async function changeSettings(page: Page): Promise<void> {
  await openScreen(page, 'Settings');
  await page.getByRole('button', { name: 'Light' }).click();
  await expect(page.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true');
  await openScreen(page, 'Endpoints');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('tab', { name: 'Manual' }).click();
  await page.getByLabel('Name').fill('harbour-1');
  // Nothing listens on the discard port; it is only kept, never used.
  await page.getByLabel('HTTP URL').fill('http://127.0.0.1:9/rpc/v1');
  await page.getByRole('button', { name: 'Save unchecked' }).click();
  await expect(connection(page, 'harbour-1')).toBeVisible();
}

function connection(page: Page, name: string) {
  return page.getByRole('list', { name: 'Endpoints' }).getByRole('listitem').filter({ hasText: name });
}

interface Expected {
  readonly address: string;
  readonly cid: string;
  readonly epoch: number;
}

async function expectEverything(page: Page, { address, cid, epoch }: Expected): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect.poll(() => headEpoch(page)).toBeGreaterThanOrEqual(epoch);
  await openScreen(page, 'Settings');
  await expect(page.getByRole('button', { name: 'Light' })).toHaveAttribute('aria-pressed', 'true');
  await openScreen(page, 'Endpoints');
  await expect(connection(page, 'harbour-1')).toBeVisible();
  await openScreen(page, 'Accounts');
  await page.getByRole('grid', { name: 'Accounts' }).getByText('Main key').click();
  const account = page.getByRole('complementary', { name: 'Main key' });
  await expect.poll(async () => (await account.innerText()).replace(/\s/g, '')).toContain(address);
  await expect(page.getByRole('main').getByRole('button', { name: 'Unlock' })).toBeVisible();
  await openScreen(page, 'Journal');
  const sent = page.getByRole('grid', { name: 'Journal' });
  await expect(sent.getByRole('row')).toHaveCount(2);
  await expect(sent.getByRole('row').nth(1)).toContainText('Final');
  await findMessage(page, cid);
}

async function unlock(sextant: Sextant): Promise<void> {
  const { page } = sextant;
  await openScreen(page, 'Accounts');
  const trusted = await sextant.openTrusted(() => page.getByRole('main').getByRole('button', { name: 'Unlock' }).click());
  await trusted.getByLabel('Vault passphrase').fill('not the passphrase at all');
  await trusted.getByRole('button', { name: 'Unlock' }).click();
  await expect(
    trusted
      .getByText(/passphrase/i)
      .filter({ hasText: /wrong|not/i })
      .first(),
  ).toBeVisible();
  await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await trusted.getByRole('button', { name: 'Unlock' }).click();
  await expect(trusted.getByRole('heading', { name: 'Wallet unlocked' })).toBeVisible();
  await trusted.close();
  await expect(page.getByRole('main').getByRole('button', { name: 'Lock' })).toBeVisible();
}

async function genesisOf(sextant: Sextant): Promise<string> {
  const response = await fetch(sextant.nodeUrl(), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Filecoin.ChainGetGenesis', params: [] }),
  });
  const { result }: { result: { Cids: { '/': string }[] } } = await response.json();
  return String(result.Cids[0]?.['/']);
}
