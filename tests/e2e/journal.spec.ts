/**
 * What becomes of a message: one that no block takes is explained and sped up; one that is signed and kept leaves as text and is pushed
 * from another machine; data is signed and verified.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { expect, type Sextant, test } from './fixture.ts';
import { openScreen } from './steps/open-screen.ts';
import { answerOf, askForTrusted, call } from './steps/speak.ts';
import { type StandaloneNode, startStandaloneNode } from './steps/standalone-node.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const WORDS = 'This account belongs to the harbour office.';

const cleanups: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test('a stuck message is explained and sped up, a kept one leaves for another machine, data is signed and verified', async ({ launch }) => {
  const data = mkdtempSync(path.join(tmpdir(), 'sextant-node-'));
  cleanups.push(() => rmSync(data, { recursive: true, force: true, maxRetries: 5 }));
  const node = await startStandaloneNode(data, 500);
  cleanups.push(() => node.kill());
  const sextant = await launch({ hasEmbeddedNode: false });
  const { page } = sextant;
  const from = await makeKeyAt(sextant, node);

  await test.step('stuck, explained, sped up, executed', () => speedUp(sextant, from, node));
  const signed = await test.step('signed and kept, out as text and as a QR code', () => exportKept(sextant, from));
  await test.step('data is signed and verified', () => signData(sextant));
  await test.step('pushed from another machine, followed on both', async () => {
    const other = await launch({ hasEmbeddedNode: false });
    await connect(other.page, node);
    await pushElsewhere(other.page, signed);
    await openScreen(page, 'Journal');
    await page.getByRole('grid', { name: 'Journal' }).getByRole('row').nth(1).click();
    await expect(step(page, 'Executed')).toBeVisible();
  });
});

/** A step of the message's life that has been; the last one of its kind, because the practice chain has reorgs that repeat steps. */
const step = (page: Page, title: string) =>
  page
    .getByRole('list', { name: 'Message timeline' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`${title}, (done|now)`) })
    .last();

async function connect(page: Page, { url, token, controlUrl }: StandaloneNode): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const draft = {
    name: 'harbour-1',
    httpUrl: url,
    wsUrl: url.replace('http:', 'ws:'),
    apiVersion: 'v1',
    namespace: 'Filecoin',
    token,
    controlUrl,
  };
  const { id } = (await answerOf(page, 'connections.addConnection', draft)) as { id: string };
  await answerOf(page, 'connections.activateConnection', { id });
  await expect.poll(() => call(page, 'chain.getOverview', {})).toContain('"ok":true');
}

async function control(node: StandaloneNode, command: string, body: object): Promise<void> {
  const { ok } = await fetch(`${node.controlUrl}/${command}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(ok, command).toBe(true);
}

/** A funded key of a Sextant that speaks with this node, without the screens for it, which have journeys of their own. */
async function makeKeyAt(sextant: Sextant, node: StandaloneNode): Promise<string> {
  const { page } = sextant;
  await connect(page, node);
  const trusted = await sextant.openTrusted(() => askForTrusted(page, { name: 'unlock' }));
  await expect(trusted.getByRole('heading', { level: 1 })).toBeVisible();
  const made = await answerOf(trusted, 'approval.createVault', { passphrase: PASSPHRASE, label: 'Main key' });
  const { address } = made as { address: string };
  await trusted.close();
  for (const funded of [address, RECIPIENT]) await answerOf(page, 'wallet.requestFunds', { address: funded });
  for (const funded of [address, RECIPIENT]) {
    await expect
      .poll(async () => ((await answerOf(page, 'wallet.getAccount', { address: funded })) as { exists: boolean }).exists)
      .toBe(true);
  }
  return address;
}

/** Confirms what was prepared, as a hand does, and returns the entry's address. */
async function approve(sextant: Sextant, open: () => Promise<void>, button: string): Promise<void> {
  const trusted = await sextant.openTrusted(open);
  const passphrase = trusted.getByLabel('Vault passphrase');
  await expect(trusted.getByRole('button', { name: 'Reject' })).toBeVisible();
  if ((await passphrase.count()) > 0) await passphrase.fill(PASSPHRASE);
  const confirm = trusted.getByRole('button', { name: button });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(trusted.getByRole('heading', { name: /^Signed/ }).first()).toBeVisible();
  await trusted.close();
}

async function prepared(sextant: Sextant, change: object, button: string): Promise<string> {
  const { page } = sextant;
  const { approvalId } = (await answerOf(page, 'messages.prepareMessage', change)) as { approvalId: string };
  await approve(sextant, () => askForTrusted(page, { name: 'approve', approvalId }), button);
  const outcome = (await answerOf(page, 'messages.getApprovalOutcome', { approvalId })) as { result: { journalId: string } };
  return outcome.result.journalId;
}

/** In both themes. */
async function passesAxe(page: Page, where: string): Promise<void> {
  const found: unknown[] = [];
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    found.push(...serious.map(({ id, nodes }) => [where, theme, id, nodes[0]?.html]));
  }
  expect(found).toEqual([]);
}

async function openEntry(page: Page, journalId: string): Promise<void> {
  await page.evaluate((id) => {
    location.hash = `/journal/${id}`;
  }, journalId);
}

async function speedUp(sextant: Sextant, from: string, node: StandaloneNode): Promise<void> {
  const { page } = sextant;
  const draft = { from, to: RECIPIENT, value: '1.25', method: '0', params: { kind: 'none' } };
  await control(node, 'hold-sender', { address: from });
  const id = await prepared(sextant, { ...draft, gasFeeCap: '1 nanoFIL' }, 'Sign and push');
  await control(node, 'hold-base-fee', { baseFee: '5000000000' });
  await openEntry(page, id);
  const causes = page.getByRole('list', { name: /^Causes/ });
  await expect(causes).toContainText('Fee cap below the base fee');
  await expect(page.getByText('Message stuck')).toBeVisible();
  await passesAxe(page, 'a stuck message');
  await page.getByRole('button', { name: 'Speed up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compose' })).toBeVisible();
  const review = page.getByRole('button', { name: 'Review and approve' });
  await expect(review).toBeEnabled();
  await approve(sextant, () => review.click(), 'Sign and push');
  await control(node, 'hold-sender', { address: from, isHeld: false });
  await expect(page).toHaveURL(/#\/journal\//);
  await expect(step(page, 'Executed')).toBeVisible();
  await page.getByRole('link', { name: 'the earlier message' }).click();
  await expect(step(page, 'Nonce used by another message').or(page.getByText('Nonce used by another message, failed'))).toBeVisible();
}

/** Returns the signed message as it was copied. */
async function exportKept(sextant: Sextant, from: string): Promise<string> {
  const { page } = sextant;
  const draft = { from, to: RECIPIENT, value: '2', method: '0', params: { kind: 'none' }, isHeld: true };
  const id = await prepared(sextant, draft, 'Sign and hold');
  await openEntry(page, id);
  await expect(step(page, 'Signed and held, signature verified')).toBeVisible();
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByRole('img', { name: 'QR code of the signed message' })).toBeVisible();
  await passesAxe(page, 'a signed message that is exported');
  await page.getByRole('button', { name: 'Copy JSON' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('"Signature"');
  return page.evaluate(() => navigator.clipboard.readText());
}

async function signData(sextant: Sextant): Promise<void> {
  const { page } = sextant;
  await openScreen(page, 'Signatures');
  await page.getByRole('tab', { name: 'Sign data' }).click();
  const address = (await page.getByLabel('Account').locator('option').first().getAttribute('value')) ?? '';
  await page.getByLabel('Data', { exact: true }).fill(WORDS);
  await approve(sextant, () => page.getByRole('button', { name: 'Review and sign' }).click(), 'Sign data');
  const signature = await page.getByTestId('data-signature').innerText();
  await page.getByRole('tab', { name: 'Verify data' }).click();
  await page.getByLabel('Address').fill(address);
  await page.getByLabel('Data', { exact: true }).fill(WORDS);
  await page.getByLabel('Signature', { exact: true }).fill(signature);
  const verify = page.getByRole('button', { name: 'Verify', exact: true });
  await verify.click();
  await expect(page.getByRole('heading', { name: 'The signature is valid' })).toBeVisible();
  // A verdict does not stand under data that was changed since.
  await page.getByLabel('Data', { exact: true }).fill(`${WORDS} `);
  await expect(page.getByRole('heading', { name: 'The signature is valid' })).toHaveCount(0);
  await verify.click();
  await expect(page.getByRole('heading', { name: 'The signature is invalid' })).toBeVisible();
}

/** On a machine that has no key at all. */
async function pushElsewhere(page: Page, signed: string): Promise<void> {
  await openScreen(page, 'Signatures');
  const field = page.getByLabel('Signed message', { exact: true });
  await field.fill(signed.replace('"Value":"2', '"Value":"9'));
  await expect(page.getByRole('heading', { name: 'The signature is invalid' })).toBeVisible();
  await field.fill(signed);
  await expect(page.getByRole('heading', { name: 'The signature is valid' })).toBeVisible();
  await passesAxe(page, 'a signed message that is read');
  await page.getByRole('button', { name: 'Push message' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Journal' })).toBeVisible();
  await expect(step(page, 'Imported, signature verified')).toBeVisible();
  await expect(step(page, 'Executed')).toBeVisible();
}
