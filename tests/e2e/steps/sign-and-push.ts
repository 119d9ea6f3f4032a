import { expect, type Sextant } from '../fixture.ts';

/** Goes from the composer through its approval to signed and pushed, under this title and with this button, as a person does. */
export async function signAndPush(
  sextant: Sextant,
  passphrase: string,
  { title, confirm }: { title: string; confirm: string },
): Promise<void> {
  const review = sextant.page.getByRole('button', { name: 'Review and approve' });
  await expect(review).toBeEnabled();
  const trusted = await sextant.openTrusted(() => review.click());
  await expect(trusted.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const consent = trusted.getByRole('checkbox', { name: /^Allow this key on/ });
  if (await consent.isVisible()) await consent.check();
  await trusted.getByLabel('Vault passphrase').fill(passphrase);
  const button = trusted.getByRole('button', { name: confirm });
  await expect(button).toBeEnabled();
  await button.click();
  await expect(trusted.getByRole('heading', { level: 1, name: /push(ed|ing)$/ })).toBeVisible();
  await trusted.close();
}
