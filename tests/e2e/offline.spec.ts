/** A payment whose key is on a machine without a node: prepared here, carried there as the image of a QR code, signed there, pushed here. */
import type { Page } from 'playwright';
import { expect, test } from './fixture.ts';
import { answerOf, askForTrusted } from './steps/speak.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const RECIPIENT = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';

test('an unsigned message is carried to a machine without a node as a QR code, and signed there as it is', async ({ launch }, info) => {
  const away = await launch({ hasEmbeddedNode: false });
  await expect(away.page.getByRole('heading', { level: 1 })).toBeVisible();
  const making = await away.openTrusted(() => askForTrusted(away.page, { name: 'unlock' }));
  await expect(making.getByRole('heading', { level: 1 })).toBeVisible();
  const made = (await answerOf(making, 'approval.createVault', { passphrase: PASSPHRASE, label: 'Cold key' })) as { address: string };
  await making.close();
  const from = `t${made.address.slice(1)}`;

  const { page } = await launch({ blockTimeMs: 500 });
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  for (const address of [from, RECIPIENT]) await answerOf(page, 'wallet.requestFunds', { address });
  for (const address of [from, RECIPIENT]) await expect.poll(() => isOnChain(page, address)).toBe(true);
  await page.evaluate(() => {
    location.hash = '/compose';
  });
  await page.getByLabel('From', { exact: true }).fill(from);
  await page.getByLabel('To', { exact: true }).fill(RECIPIENT);
  await page.getByLabel('Amount', { exact: true }).fill('1.5');
  const code = page.getByRole('img', { name: 'QR code of the unsigned message' });
  await expect(code).toBeVisible();
  const image = info.outputPath('unsigned.png');
  await code.screenshot({ path: image });

  await away.page.evaluate(() => {
    location.hash = '/compose';
  });
  await away.page.getByRole('button', { name: 'Open unsigned' }).click();
  const dialog = away.page.getByRole('dialog', { name: 'Open an unsigned message' });
  await dialog.getByLabel('File with an unsigned message').setInputFiles(image);
  await expect(dialog.getByText('Compare these with the other machine.')).toBeVisible();
  const { CID } = JSON.parse(await dialog.getByLabel('Unsigned message', { exact: true }).inputValue());
  await dialog.getByRole('button', { name: 'Use as draft' }).click();
  const review = away.page.getByRole('button', { name: 'Review and approve' });
  await expect(review).toBeEnabled();
  const trusted = await away.openTrusted(() => review.click());
  await expect(trusted.getByRole('heading', { level: 1, name: 'Send 1.5 FIL' })).toBeVisible();
  await trusted.getByRole('checkbox', { name: /^Allow this key on/ }).check();
  await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
  const confirm = trusted.getByRole('button', { name: 'Sign and hold' });
  await expect(confirm).toBeEnabled();
  await confirm.click();
  await expect(trusted.getByText(CID['/'])).toBeVisible();
  await trusted.close();

  await expect(away.page).toHaveURL(/#\/journal\/./);
  const journalId = decodeURIComponent(new URL(away.page.url()).hash.split('/')[2] ?? '');
  const { hex } = (await answerOf(away.page, 'messages.exportSigned', { journalId })) as { hex: string };
  const pushed = (await answerOf(page, 'messages.pushSigned', { text: hex })) as { journalId: string };
  await page.evaluate((id) => {
    location.hash = `/journal/${id}`;
  }, pushed.journalId);
  await expect(page.getByRole('list', { name: 'Message timeline' })).toContainText(/Executed/);
  await expect(
    page
      .getByRole('list', { name: 'Message timeline' })
      .getByText(/Executed, (done|now)/)
      .first(),
  ).toBeAttached();
});

async function isOnChain(page: Page, address: string): Promise<boolean> {
  return ((await answerOf(page, 'wallet.getAccount', { address })) as { exists: boolean }).exists;
}
