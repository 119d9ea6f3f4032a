/**
 * What the three people do who use Sextant every day, by keyboard alone: a storage provider's morning, a signer's payment, and a support
 * case from an error to its explanation to a file for somebody else. The pages of each way pass axe in the theme that is set.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect, type Sextant, test } from './fixture.ts';
import { fundKey } from './steps/fund-key.ts';
import { makeKey } from './steps/make-key.ts';
import { goByKeys, tabTo } from './steps/tab-to.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
}

test("a storage provider's morning: what changed, what is next, what is stuck", async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 1000 });
  const attention = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
  await expect(attention(sextant.page).getByRole('button', { name: 'Recover' }).first()).toBeVisible();
  await expect(sextant.page.getByRole('region', { name: 'What changed' })).toContainText('since this was first seen here');
  const page = await sextant.restart();

  await test.step('what changed overnight', async () => {
    const changes = page.getByRole('region', { name: 'What changed' });
    await expect(changes).toContainText('since you were last here');
    await expect(changes.getByRole('grid').getByRole('row').nth(1)).toContainText('t01000');
    await expectAccessible(page);
  });
  await test.step('what is faulty leads to its deadline', async () => {
    await tabTo(page, attention(page).getByRole('button', { name: 'Recover' }).first());
    await page.keyboard.press('Enter');
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
    await tabTo(page, map.locator('button[tabindex="0"]'));
    await page.keyboard.press('Enter');
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
    const lanes = page.getByRole('list', { name: 'Sectors in the pipeline by group' });
    await tabTo(page, lanes.getByRole('button').first());
    await page.keyboard.press('Enter');
    const pane = page.getByRole('complementary', { name: /^Sector \d+$/ });
    await expect(pane).toContainText(/Active \(pSet\)(YES|NO)/);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(pane).toBeHidden();
  });
});

test("a signer's payment, from the draft to the journal", async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 500 });
  const { page } = sextant;
  await makeKey(sextant, PASSPHRASE);
  await fundKey(page);
  await test.step('the draft', async () => {
    await goByKeys(page, 'c', 'Compose');
    await tabTo(page, page.getByLabel('To', { exact: true }));
    await page.keyboard.type(RECIPIENT);
    await tabTo(page, page.getByLabel('Amount'));
    await page.keyboard.type('1.25');
    const review = page.getByRole('button', { name: 'Review and approve' });
    await expect(review).toBeEnabled();
    await expectAccessible(page);
    await tabTo(page, review);
  });
  await test.step('the approval', () => approve(sextant));
  await test.step('the journal', async () => {
    await page.bringToFront();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await goByKeys(page, 'j', 'Journal');
    const journal = page.getByRole('grid', { name: 'Journal' });
    await expect(journal.getByRole('row').nth(1)).toContainText('1.25');
    await tabTo(page, journal);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const life = page.getByRole('list', { name: 'Life of the message' });
    await expect(life.getByRole('listitem').filter({ hasText: 'Executed, done' }).last()).toBeVisible();
    await expectAccessible(page);
  });
});

async function approve(sextant: Sextant): Promise<void> {
  const trusted = await sextant.openTrusted(() => sextant.page.keyboard.press('Enter'));
  await expect(trusted.getByRole('heading', { level: 1, name: 'Send 1.25 FIL' })).toBeVisible();
  await expectAccessible(trusted);
  const consent = trusted.getByRole('checkbox', { name: /^Use this key on/ });
  if (await consent.isVisible()) {
    await tabTo(trusted, consent);
    await trusted.keyboard.press('Space');
    await expect(consent).toBeChecked();
  }
  await tabTo(trusted, trusted.getByLabel('Passphrase of this vault'));
  await trusted.keyboard.type(PASSPHRASE);
  const confirm = trusted.getByRole('button', { name: 'Sign and push' });
  await expect(confirm).toBeEnabled();
  await tabTo(trusted, confirm);
  // Enter alone signs nothing.
  await trusted.keyboard.press('Space');
  await expect(trusted.getByRole('heading', { name: 'Signed and pushed' })).toBeVisible();
  await trusted.close();
}

test('a support case: from the error to its explanation to a file with the evidence', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 1000 });
  const { page } = sextant;
  await test.step('the error names what the endpoint lacks', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    await goByKeys(page, 'd', 'Deals');
    await tabTo(page, page.getByRole('button', { name: 'Look up a proposal CID' }));
    await page.keyboard.press('Enter');
    const pane = page.getByRole('complementary', { name: 'Proposal' });
    await tabTo(page, pane.getByLabel('Proposal CID'));
    await page.keyboard.type('bafyreifwspy6nwrhjxxa5p5ob52imh4exfnqkhtcijh4oz3v5wkhewqrtq');
    await page.keyboard.press('Enter');
    await expect(pane.getByRole('alert')).toContainText('ClientGetDealInfo');
    await expectAccessible(page);
    await tabTo(page, pane.getByRole('button', { name: 'Show the call' }));
    await page.keyboard.press('Enter');
  });
  await test.step('the explanation', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Inspector' })).toBeVisible();
    const pane = page.getByRole('complementary', { name: /ClientGetDealInfo/ });
    await expect(pane.getByRole('tab', { name: 'Explained', selected: true })).toBeVisible();
    await expect(pane.getByRole('tabpanel')).toContainText(/not served|does not serve|does not have/);
    await expectAccessible(page);
  });
  await test.step('the evidence', async () => {
    const filter = page.getByRole('combobox', { name: 'Filter the calls' });
    await tabTo(page, filter);
    await page.keyboard.type('method:ClientGetDealInfo ');
    await expect(page.getByRole('button', { name: 'Remove method:ClientGetDealInfo' })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }));
    await page.keyboard.press('Enter');
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
});
