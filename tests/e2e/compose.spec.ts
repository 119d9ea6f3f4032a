/** The composer: a call with typed parameters, what cannot be sent, drafts that outlive a reload, a message and a batch from CSV to the journal. */
import type { Page } from 'playwright';
import { expect, type Sextant, test } from './fixture.ts';
import { fundKey } from './steps/fund-key.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { makeKey } from './steps/make-key.ts';
import { openScreen } from './steps/open-screen.ts';
import { signAndPush } from './steps/sign-and-push.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
/** An account that is not on any chain until it is paid. */
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';

test('a call is composed by its fields, kept as a draft, and a batch is mended line by line', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 500 });
  const { page } = sextant;
  await expect.poll(() => headEpoch(page)).toBeGreaterThan(0);
  const { address } = await makeKey(sextant, PASSPHRASE);
  await fundKey(page);
  await openScreen(page, 'Compose');
  await expect(page.getByLabel('From')).toHaveValue(address);

  await test.step('the methods of a miner are offered by what they do, and simulated', () => withdraw(page));
  await test.step('a draft outlives a reload, and comes back from the list', () => keepDraft(page));
  await test.step('what cannot be read is said beside its field', () => refuseBadInput(page));
  await test.step('all that there is, less the fee', () => sendAll(page));
  await test.step('a line of the command line becomes a draft', () => pasteCall(page));
  await test.step('a message goes to its end, and the form is empty for the next', () => sendOne(sextant));
  await test.step('a batch goes to its end once its bad line is mended', () => sendBatch(sextant));
});

const review = (page: Page) => page.getByRole('button', { name: 'Review and approve' });

async function withdraw(page: Page): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill('t01000');
  await expect(page.getByText('storageminer').first()).toBeVisible();
  const call = page.getByLabel('Call', { exact: true });
  await call.fill('withdraws available');
  await page.getByRole('option', { name: /^WithdrawBalance 16/ }).click();
  await expect(call).toHaveValue('WithdrawBalance');
  await page.getByLabel('Amount requested').fill('2');
  await expect(page.getByText('2,000,000,000,000,000,000 attoFIL')).toBeVisible();
  // The miner belongs to somebody else: the simulation says so before anything is signed.
  const simulation = page.getByRole('region', { name: 'Simulated at the head' });
  await expect(simulation).toContainText('exit code 18');
  await expect(simulation.getByRole('row', { name: /WithdrawBalance/ })).toContainText('t01000');
  await expect(review(page)).toBeDisabled();
}

async function keepDraft(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByLabel('Amount requested')).toHaveValue('2');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByRole('dialog', { name: 'Save draft' }).getByLabel('Name').fill('Weekly withdrawal');
  await page.getByRole('dialog', { name: 'Save draft' }).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Drafts (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('');
  await page.getByRole('button', { name: 'Drafts (1)' }).click();
  await page
    .getByRole('dialog', { name: 'Saved drafts' })
    .getByRole('button', { name: /^Weekly withdrawal/ })
    .click();
  await expect(page.getByLabel('Call', { exact: true })).toHaveValue('WithdrawBalance');
  await expect(page.getByLabel('Amount requested')).toHaveValue('2');
}

async function refuseBadInput(page: Page): Promise<void> {
  const amount = page.getByLabel('Amount requested');
  await amount.fill('1,5');
  await expect(amount).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Enter the parameters first.').first()).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('t1nonsense');
  await amount.fill('1');
  await expect(page.getByLabel('To', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(review(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Clear' }).click();
}

async function sendAll(page: Page): Promise<void> {
  await page.getByLabel('To', { exact: true }).fill(RECIPIENT);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page.getByText(/, balance minus maximum fee/)).toBeVisible();
  await expect(review(page)).toBeEnabled();
  await expect(page.getByRole('list', { name: 'Nonces of this sender' })).toContainText('this message');
  await expect(page.getByRole('region', { name: 'Balance changes' })).toContainText('estimated fee');
  await page.getByRole('button', { name: 'Clear' }).click();
}

async function pasteCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Paste call' }).click();
  const dialog = page.getByRole('dialog', { name: 'Paste a call' });
  await dialog.getByLabel(/^A message/).fill('lotus send --gas-limit 5000000 t01000 0.75');
  await dialog.getByRole('button', { name: 'Use as draft' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('0.75');
  await expect(page.getByLabel('Gas limit')).toHaveValue('5000000');
  await page.getByRole('button', { name: 'Clear' }).click();
}

async function sendOne(sextant: Sextant): Promise<void> {
  const { page } = sextant;
  await page.getByLabel('To', { exact: true }).fill(RECIPIENT);
  await page.getByLabel('Amount').fill('0.5');
  await signAndPush(sextant, PASSPHRASE, { title: 'Send 0.5 FIL', confirm: 'Sign and push' });
  await expect(page.getByRole('list', { name: 'Message timeline' })).toBeVisible();
  await openScreen(page, 'Compose');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Clear' })).toBeDisabled();
}

async function sendBatch(sextant: Sextant): Promise<void> {
  const { page } = sextant;
  await mendBatch(page);
  await signAndPush(sextant, PASSPHRASE, { title: 'Send 3 messages', confirm: 'Sign all 3 and push' });
  const journal = page.getByRole('grid', { name: 'Journal' });
  await expect(journal.getByRole('row')).toHaveCount(5);
  await expect(journal.getByText('batch of 3')).toHaveCount(3);
  await openScreen(page, 'Compose');
  await page.getByRole('button', { name: 'Batch', exact: true }).click();
  await expect(page.getByLabel(/^Lines/).first()).toHaveValue('');
}

async function mendBatch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Batch', exact: true }).click();
  const lines = page.getByLabel(/^Lines/).first();
  await lines.fill(`to,value,comment\n${RECIPIENT},0.5,first\nt01000,half,second\nt01001,0.25,third\n`);
  const grid = page.getByRole('grid', { name: 'Batch lines' });
  await expect(grid.getByRole('row')).toHaveCount(4);
  await page.getByRole('button', { name: 'Problems' }).click();
  await expect(grid.getByRole('row', { name: /half/ })).toBeVisible();
  await expect(review(page)).toBeDisabled();
  await lines.fill(`to,value,comment\n${RECIPIENT},0.5,first\nt01000,0.5,second\nt01001,0.25,third\n`);
  await page.getByRole('button', { name: 'All lines' }).click();
  await expect(grid.getByRole('row')).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Dry run' })).toContainText('1.25');
  await expect(review(page)).toBeEnabled();
}
