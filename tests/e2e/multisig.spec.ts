/** A multisig that a person makes with the form. */
import { expect, test } from './fixture.ts';
import { fundKey } from './steps/fund-key.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { makeKey } from './steps/make-key.ts';
import { openScreen } from './steps/open-screen.ts';
import { signAndPush } from './steps/sign-and-push.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const COSIGNER = 't1ick6svk3i23qdgn74hz2yu4wsoryzuaw4h3jk4y';
const ETHEREUM = 't410f2oekwcmo2pueydmaq53eic2i62crtbeyuzx2gmy';

test('a multisig is made with the form', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 500 });
  const { page } = sextant;
  await expect.poll(() => headEpoch(page)).toBeGreaterThan(0);
  const { address } = await makeKey(sextant, PASSPHRASE);
  await fundKey(page);
  await openScreen(page, 'Compose');
  await page.getByRole('button', { name: 'Templates' }).click();
  await page.getByRole('button', { name: /^Create a multisig/ }).click();
  const form = page.getByRole('group', { name: 'New multisig' });
  await form.getByRole('button', { name: 'Add item' }).click();
  await form.getByLabel('Signer 1', { exact: true }).fill(address);
  await form.getByRole('button', { name: 'Add item' }).click();
  await form.getByLabel('Signer 2', { exact: true }).fill(ETHEREUM);
  await form.getByLabel('Approvals required').fill('1');
  await expect(page.getByText('A signer can never approve').first()).toBeVisible();
  await form.getByLabel('Signer 2', { exact: true }).fill(COSIGNER);
  await expect(page.getByText('A signer can never approve')).toHaveCount(0);
  await page.getByLabel('Value', { exact: true }).fill('2');
  await signAndPush(sextant, PASSPHRASE, {
    title: 'Create a multisig of 2 signers, 1 approval required, with 2 FIL',
    confirm: 'Sign and push',
  });

  await openScreen(page, 'Journal');
  await expect(page.getByRole('row', { name: /Exec/ })).toContainText(/Executed|Final/);
});
