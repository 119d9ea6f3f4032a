/**
 * What the three people do who use Sextant every day, by keyboard alone: a storage provider's morning, a signer's payment, and a support
 * case from an error to its explanation to a file for somebody else. The pages of each way pass axe in both themes.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { expect, type Sextant, test } from './fixture.ts';
import { axeProblems } from './steps/axe.ts';
import { phraseWords, wordPlaces } from './steps/make-key.ts';
import { countPointer, goByKeys, goByPalette, pressOn, tabTo, typeInto } from './steps/tab-to.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';

// Each has a whole Sextant for itself: two workers share them.
test.describe.configure({ mode: 'parallel' });

async function expectAccessible(page: Page): Promise<void> {
  expect(await axeProblems(page, 'here')).toEqual([]);
}

test("a storage provider's morning: what changed, what is next, what is stuck", async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 1000 });
  const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
  await expect(attention(sextant.page).getByRole('button', { name: 'Recover' }).first()).toBeVisible();
  const seen = sextant.page.getByRole('region', { name: 'What changed' });
  await expect(seen).toContainText('since Sextant first saw this network');
  // A visit is worth remembering from when own miners were read.
  await expect(seen.getByRole('grid').getByRole('row').nth(1)).toContainText('t01000');
  const page = await sextant.restart();
  const pointerCount = await countPointer(page);

  await test.step('what changed overnight', async () => {
    const changes = page.getByRole('region', { name: 'What changed' });
    await expect(changes).toContainText('since your last visit');
    await expect(changes.getByRole('grid').getByRole('row').nth(1)).toContainText('t01000');
    await expectAccessible(page);
  });
  await test.step('what is faulty leads to its deadline', async () => {
    await pressOn(page, attention(page).getByRole('button', { name: 'Recover' }).first());
    const pane = page.getByRole('complementary', { name: /^Deadline \d+$/ });
    await expect(pane).toContainText(/faulty sectors? without a declared recovery/);
    await page.keyboard.press('Escape');
    await expect(pane).toBeHidden();
  });
  await test.step('which deadline is next, and what is at stake', async () => {
    await goByKeys(page, 'p', 'Miners');
    await tabTo(page, page.getByRole('grid', { name: 'My miners' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 't01000' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Proving deadlines' })).toContainText(/Deadline \d+ closes at/);
    const map = page.getByRole('toolbar', { name: 'Deadlines' });
    await pressOn(page, map.locator('button[tabindex="0"]'));
    const pane = page.getByRole('complementary', { name: /^Deadline \d+$/ });
    await expect(pane).toContainText(/Opens|open, closes in/);
    const first = await pane.getByRole('heading', { level: 2 }).innerText();
    await page.keyboard.press('ArrowRight');
    await expect(pane.getByRole('heading', { level: 2 })).not.toHaveText(first);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  });
  await test.step('which sector is stuck', async () => {
    await goByKeys(page, 's', 'Sealing');
    await pressOn(page, page.getByRole('button', { name: 'Table', exact: true }));
    // What somebody has to look at is first.
    const table = page.getByRole('grid', { name: 'Sectors' });
    await expect(table.getByRole('row').nth(1)).toBeVisible();
    await tabTo(page, table);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const pane = page.getByRole('complementary', { name: /^Sector \d+$/ });
    await expect(pane).toContainText(/Active \(pSet\)(YES|NO)/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(pane).toBeHidden();
  });
  expect(await pointerCount()).toBe(0);
});

test("a signer's payment, from the draft to the journal", async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 500 });
  const { page } = sextant;
  const pointerCount = await countPointer(page);
  await test.step('a vault with a key, and practice funds for it', () => makeVault(sextant));
  await test.step('the draft', async () => {
    await goByKeys(page, 'c', 'Compose');
    await typeInto(page, page.getByLabel('To', { exact: true }), RECIPIENT);
    await typeInto(page, page.getByLabel('Amount'), '1.25');
    const review = page.getByRole('button', { name: 'Review and approve' });
    await expect(review).toBeEnabled();
    await expectAccessible(page);
    await tabTo(page, review);
  });
  await test.step('the approval', () => approve(sextant));
  await test.step('the journal', async () => {
    await page.bringToFront();
    await goByPalette(page, 'Journal');
    const journal = page.getByRole('grid', { name: 'Journal' });
    await expect(journal.getByRole('row').nth(1)).toContainText('1.25');
    await tabTo(page, journal);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const life = page.getByRole('list', { name: 'Message timeline' });
    await expect(
      life
        .getByRole('listitem')
        .filter({ hasText: /^Executed, (now|done)/ })
        .last(),
    ).toBeVisible();
    await expectAccessible(page);
  });
  expect(await pointerCount()).toBe(0);
});

/** Makes the vault and its first key in the trusted document, and gets funds of the practice chain. */
async function makeVault(sextant: Sextant): Promise<void> {
  const { page } = sextant;
  await goByKeys(page, 'a', 'Accounts');
  await tabTo(page, page.getByRole('button', { name: 'Create a vault' }));
  const trusted = await sextant.openTrusted(() => page.keyboard.press('Enter'));
  const pointerCount = await countPointer(trusted);
  await pressOn(trusted, trusted.getByRole('button', { name: 'New recovery phrase' }));
  await typeInto(trusted, trusted.getByLabel('New vault passphrase'), PASSPHRASE);
  await typeInto(trusted, trusted.getByLabel('Confirm passphrase'), PASSPHRASE);
  await pressOn(trusted, trusted.getByRole('button', { name: 'Create vault' }));
  const words = await phraseWords(trusted);
  await pressOn(trusted, trusted.getByRole('button', { name: 'I have written them down' }));
  for (const place of await wordPlaces(trusted)) {
    await typeInto(trusted, trusted.getByLabel(`Word ${place}`, { exact: true }), words[place - 1] ?? '');
  }
  await pressOn(trusted, trusted.getByRole('button', { name: 'Check', exact: true }));
  await expect(trusted.getByRole('heading', { name: 'Key created' })).toBeVisible();
  await expectAccessible(trusted);
  expect(await pointerCount()).toBe(0);
  await trusted.close();
  await page.bringToFront();
  const account = page.getByRole('complementary', { name: 'Main key' });
  await pressOn(page, account.getByRole('button', { name: 'Get practice funds' }));
  await expect(account.getByTestId('account-balance')).toHaveText(/^100\s*FIL/);
}

async function approve(sextant: Sextant): Promise<void> {
  const { page } = sextant;
  const pages = () => page.context().pages().length;
  const before = pages();
  const trusted = await sextant.openTrusted(() =>
    expect(async () => {
      // With each tipset the draft is checked anew; meanwhile the button does nothing.
      await expect(page.getByRole('button', { name: 'Review and approve' })).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect.poll(pages, { timeout: 5000 }).toBeGreaterThan(before);
    }).toPass(),
  );
  const pointerCount = await countPointer(trusted);
  await expect(trusted.getByRole('heading', { level: 1, name: 'Send 1.25 FIL' })).toBeVisible();
  await expectAccessible(trusted);
  const consent = trusted.getByRole('checkbox', { name: /^Allow this key on/ });
  if (await consent.isVisible()) {
    await tabTo(trusted, consent);
    await trusted.keyboard.press('Space');
    await expect(consent).toBeChecked();
  }
  await typeInto(trusted, trusted.getByLabel('Vault passphrase'), PASSPHRASE);
  const confirm = trusted.getByRole('button', { name: 'Sign and push' });
  await expect(confirm).toBeEnabled();
  await tabTo(trusted, confirm);
  // Enter alone signs nothing.
  await trusted.keyboard.press('Space');
  await expect(trusted.getByRole('heading', { name: 'Signed and pushed' })).toBeVisible();
  expect(await pointerCount()).toBe(0);
  await trusted.close();
}

test('a support case: from the error to its explanation to a file with the evidence', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 1000 });
  const { page } = sextant;
  const pointerCount = await countPointer(page);
  await test.step('the error names what the endpoint lacks', async () => {
    await goByKeys(page, 'd', 'Deals');
    await pressOn(page, page.getByRole('button', { name: 'Proposal' }));
    const pane = page.getByRole('complementary', { name: 'Proposal' });
    await typeInto(page, pane.getByLabel('Proposal CID'), 'bafyreifwspy6nwrhjxxa5p5ob52imh4exfnqkhtcijh4oz3v5wkhewqrtq');
    await page.keyboard.press('Enter');
    await expect(pane.getByRole('alert')).toContainText('ClientGetDealInfo');
    await expectAccessible(page);
    await pressOn(page, pane.getByRole('button', { name: 'Show the call' }));
  });
  await test.step('the explanation', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Inspector' })).toBeVisible();
    const pane = page.getByRole('complementary', { name: /ClientGetDealInfo/ });
    await expect(pane.getByRole('tab', { name: 'Explained', selected: true })).toBeVisible();
    await expect(pane.getByRole('tabpanel')).toContainText(/not served|does not serve|does not have/);
    await expectAccessible(page);
  });
  await test.step('the evidence', async () => {
    const filter = page.getByRole('combobox', { name: 'Filter calls' });
    await typeInto(page, filter, 'method:ClientGetDealInfo ');
    await expect(page.getByRole('button', { name: 'Remove method:ClientGetDealInfo' })).toBeVisible();
    await pressOn(page, page.getByRole('button', { name: 'Save', exact: true }));
    await tabTo(page, page.getByRole('dialog', { name: 'Save calls' }).getByRole('button', { name: 'Save file' }));
    const started = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const download = await started;
    const file = path.join(sextant.profile, download.suggestedFilename());
    await download.saveAs(file);
    const lines = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
    const calls = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === 'call');
    expect(calls.map(({ summary }) => summary.method)).toEqual(['Filecoin.ClientGetDealInfo']);
    expect(JSON.stringify(calls)).toContain('-32601');
  });
  expect(await pointerCount()).toBe(0);
});
