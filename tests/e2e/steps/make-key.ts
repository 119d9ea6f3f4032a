import type { Page } from 'playwright';
import { expect, type Sextant } from '../fixture.ts';
import { openScreen } from './open-screen.ts';

export interface MadeKey {
  readonly address: string;
  /** The recovery phrase as it was shown. */
  readonly words: readonly string[];
}

/**
 * Makes the vault and its first key in the trusted document, as a user does.
 * @param onPhrase looks at the document while the phrase is on it
 */
export async function makeKey(sextant: Sextant, passphrase: string, onPhrase?: (trusted: Page) => Promise<void>): Promise<MadeKey> {
  await openScreen(sextant.page, 'Accounts');
  const trusted = await sextant.openTrusted(() => sextant.page.getByRole('button', { name: 'Create a vault' }).click());
  await trusted.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await trusted.getByLabel('The same passphrase again').fill(passphrase);
  await trusted.getByRole('button', { name: 'Create the vault' }).click();

  const list = trusted.getByRole('list', { name: 'Recovery phrase' });
  await expect(list).toBeVisible();
  const words = (await list.getByRole('listitem').allInnerTexts()).map((text) => text.replace(/[\d\s]/g, ''));
  await onPhrase?.(trusted);
  const address = (await trusted.getByRole('definition').first().innerText()).replace(/\s/g, '');

  const finish = trusted.getByRole('button', { name: 'Finish' });
  await expect(finish).toBeDisabled();
  await trusted.getByRole('checkbox', { name: 'I have written it down' }).check();
  await finish.click();
  await expect(trusted.getByRole('heading', { name: 'Your key is ready' })).toBeVisible();
  await expect(list).toBeHidden();
  await trusted.close();
  await expect(sextant.page.getByRole('complementary', { name: 'Main key' })).toBeVisible();
  return { address, words };
}
