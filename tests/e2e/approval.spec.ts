/**
 * Approving, in a real browser, against an app that has turned against the user: what the trusted document shows is what the bytes say,
 * and nothing but a hand on its own button confirms it.
 */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import { contract } from '../../shared/ipc/contract.ts';
import { definitionsOf } from '../../shared/ipc/derive.ts';
import { expect, type Sextant, test } from './fixture.ts';
import { answerOf, askForTrusted, call } from './steps/speak.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const OTHER = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';

test('what is approved is what the bytes say, and only a hand in the trusted document confirms it', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 500 });
  const { page } = sextant;
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  const from = await makeFundedKey(sextant);

  await test.step('a message: the app cannot confirm it, and it is signed once', () => approveMessage(sextant, from));
  await test.step('a batch is loaded whole before it can be confirmed', () => approveBatch(sextant, from));
  await test.step('a message that is kept', () => approveHeld(sextant, from));
  await test.step('data', () => approveData(sextant, from));
  await test.step('as many as may wait: listed, rejected, opened', () => rejectMany(sextant, from));
});

/** Without the screens for it, which have journeys of their own. */
async function makeFundedKey(sextant: Sextant): Promise<string> {
  const { page } = sextant;
  const trusted = await sextant.openTrusted(() => askForTrusted(page, { name: 'unlock' }));
  await expect(trusted.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => call(page, 'chain.getOverview', {})).toContain('"ok":true');
  const { address } = (await answerOf(trusted, 'approval.createVault', { passphrase: PASSPHRASE, label: 'Main key' })) as {
    address: string;
  };
  await trusted.close();
  await answerOf(page, 'wallet.requestFunds', { address });
  await isOnChain(page, address);
  return address;
}

async function isOnChain(page: Page, address: string): Promise<void> {
  await expect.poll(async () => ((await answerOf(page, 'wallet.getAccount', { address })) as { exists: boolean }).exists).toBe(true);
}

function draftOf(from: string, change: object = {}): object {
  return { from, to: RECIPIENT, value: '1.25', method: '0', params: { kind: 'none' }, ...change };
}

async function prepare(sextant: Sextant, name: string, input: object): Promise<{ trusted: Page; approvalId: string }> {
  const { page } = sextant;
  const { approvalId } = (await answerOf(page, name, input)) as { approvalId: string };
  const trusted = await sextant.openTrusted(() => askForTrusted(page, { name: 'approve', approvalId }));
  await expect(trusted.getByRole('button', { name: 'Reject' })).toBeVisible();
  return { trusted, approvalId };
}

async function outcomeOf(page: Page, approvalId: string): Promise<{ status: string; result?: Record<string, unknown> }> {
  return (await answerOf(page, 'messages.getApprovalOutcome', { approvalId })) as { status: string };
}

/** Waits until the button is live, and presses it as a hand does. */
async function press(trusted: Page, name: string): Promise<void> {
  await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
  const confirm = trusted.getByRole('button', { name });
  await expect(confirm).toBeEnabled();
  await confirm.click();
}

async function passesAxe(trusted: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page: trusted }).analyze();
  expect(
    violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => [id, nodes[0]?.html]),
  ).toEqual([]);
}

async function approveMessage(sextant: Sextant, from: string): Promise<void> {
  const { page } = sextant;
  const { trusted, approvalId } = await prepare(sextant, 'messages.prepareMessage', draftOf(from));
  await expect(trusted.getByRole('heading', { level: 1, name: 'Send 1.25 FIL' })).toBeVisible();
  const addresses = await trusted.locator('[data-address]').allInnerTexts();
  expect(addresses.map((text) => text.replace(/\s/g, ''))).toEqual([from, RECIPIENT]);
  await passesAxe(trusted);

  // Every call of the other zone, with the id that the app knows and the passphrase that it may have seen typed somewhere.
  const stolen = { id: approvalId, passphrase: PASSPHRASE, isNewNetworkAccepted: true };
  for (const { name, definition } of definitionsOf(contract, 'approval')) {
    if (definition.kind !== 'topic') expect(await call(page, name, stolen), name).toMatch(/forbidden|Unknown call/);
  }
  expect((await outcomeOf(page, approvalId)).status).toBe('waiting');

  // Neither Enter nor a press that the document did not have its half second for.
  await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await trusted.keyboard.press('Enter');
  const confirm = trusted.getByRole('button', { name: 'Sign and push' });
  await expect(confirm).toBeEnabled();
  await confirm.focus();
  await trusted.keyboard.press('Enter');
  const wasInert = await confirm.evaluate(
    (button) =>
      new Promise<boolean>((resolve) => {
        new MutationObserver(() => {
          if (button.getAttribute('aria-disabled') !== 'true') return;
          (button as HTMLElement).click();
          resolve(true);
        }).observe(button, { attributes: true });
        window.dispatchEvent(new Event('focus'));
      }),
  );
  expect(wasInert).toBe(true);
  expect((await outcomeOf(page, approvalId)).status).toBe('waiting');

  // The hand, and at the same time two more confirmations by the document itself.
  await expect(confirm).toBeEnabled();
  const [first, second] = await Promise.all([
    answerOf(trusted, 'approval.confirmApproval', stolen),
    answerOf(trusted, 'approval.confirmApproval', stolen),
    confirm.click(),
  ]);
  expect(second).toEqual(first);
  await expect(trusted.getByRole('heading', { level: 1, name: /^Signed and pushed$|already settled/ })).toBeVisible();
  expect(await answerOf(trusted, 'approval.confirmApproval', stolen)).toEqual(first);
  expect(await call(trusted, 'approval.confirmApproval', { ...stolen, id: `${approvalId}x` })).toContain('approval-missing');
  expect((await outcomeOf(page, approvalId)).result).toEqual(first);
  await trusted.close();
  await isOnChain(page, RECIPIENT);
}

async function approveBatch(sextant: Sextant, from: string): Promise<void> {
  const { page } = sextant;
  const csv = [
    'to,value,comment',
    ...Array.from({ length: 30 }, (_, index) => `${index % 3 === 0 ? OTHER : RECIPIENT},0.0${index + 1},line ${index}`),
  ];
  const { trusted, approvalId } = await prepare(sextant, 'messages.prepareBatch', { from, csv: csv.join('\n') });
  await expect(trusted.getByText('All 30match the digest')).toBeVisible();
  const rows = trusted.getByRole('region', { name: 'All messages' }).getByRole('listitem');
  await expect(rows).toHaveCount(30);
  await trusted.getByRole('searchbox').fill(OTHER.slice(0, 12));
  await expect(rows).toHaveCount(10);
  await passesAxe(trusted);
  await press(trusted, 'Sign all 30 and push');
  await expect(trusted.getByRole('heading', { name: 'Signed, pushing' })).toBeVisible();
  await trusted.close();
  expect((await outcomeOf(page, approvalId)).result).toMatchObject({ kind: 'batch', isPushed: true });
}

async function approveHeld(sextant: Sextant, from: string): Promise<void> {
  const { page } = sextant;
  const { trusted, approvalId } = await prepare(sextant, 'messages.prepareMessage', draftOf(from, { isHeld: true }));
  await expect(trusted.getByText('Held on this machine, not pushed')).toBeVisible();
  await press(trusted, 'Sign and hold');
  await expect(trusted.getByRole('heading', { name: 'Signed and held' })).toBeVisible();
  await trusted.close();
  const { result } = await outcomeOf(page, approvalId);
  expect(result).toMatchObject({ kind: 'message', isPushed: false });
  expect(await call(page, 'messages.exportSigned', { journalId: result?.journalId })).toContain(String(result?.cid));
}

async function approveData(sextant: Sextant, from: string): Promise<void> {
  const { page } = sextant;
  const data = { encoding: 'text', text: 'This account belongs to the harbour office.' };
  const { trusted } = await prepare(sextant, 'messages.prepareDataSignature', { from, data, form: 'frc-0102' });
  await expect(trusted.getByRole('heading', { level: 1, name: 'Sign data' })).toBeVisible();
  await expect(trusted.getByText(data.text)).toBeVisible();
  await passesAxe(trusted);
  await press(trusted, 'Sign data');
  await expect(trusted.getByRole('heading', { name: 'Signed', exact: true })).toBeVisible();
  const signature = await trusted.locator('[data-signature]').getAttribute('data-signature');
  await trusted.close();
  expect(await answerOf(page, 'messages.verifyData', { address: from, data, form: 'frc-0102', signature })).toMatchObject({
    isValid: true,
  });
}

async function rejectMany(sextant: Sextant, from: string): Promise<void> {
  const { page } = sextant;
  const data = { encoding: 'text', text: 'This account belongs to the harbour office.' };
  const input = { from, data, form: 'lotus' };
  for (let count = 0; count < 50; count += 1) await answerOf(page, 'messages.prepareDataSignature', input);
  expect(await call(page, 'messages.prepareDataSignature', input)).toContain('approvals-full');
  const trusted = await sextant.openTrusted(() => askForTrusted(page, { name: 'approvals' }));
  await expect(trusted.getByRole('heading', { level: 1, name: 'Pending approvals (50)' })).toBeVisible();
  await passesAxe(trusted);
  await trusted.getByRole('button', { name: 'Reject', exact: true }).first().click();
  await expect(trusted.getByRole('heading', { level: 1, name: 'Pending approvals (49)' })).toBeVisible();
  await trusted.getByRole('button', { name: 'Open' }).first().click();
  await expect(trusted.getByRole('heading', { level: 1, name: 'Sign data' })).toBeVisible();
  await trusted.getByRole('button', { name: '48 more pending' }).click();
  await trusted.getByRole('button', { name: 'Reject all 49' }).click();
  await expect(trusted.getByRole('heading', { level: 1, name: 'No pending approvals' })).toBeVisible();
  await trusted.close();
  const { approvalId } = (await answerOf(page, 'messages.prepareDataSignature', input)) as { approvalId: string };
  expect((await outcomeOf(page, approvalId)).status).toBe('waiting');
}
