import type { Page } from 'playwright';
import { expect, type Sextant } from '../fixture.ts';
import { openScreen } from './open-screen.ts';

export interface MadeKey {
  readonly address: string;
  /** The recovery phrase as it was shown. */
  readonly words: readonly string[];
}

export interface MakeKeyOptions {
  /** Looks at the document while the phrase is on it. */
  readonly onPhrase?: (trusted: Page) => Promise<void>;
  /** Looks at it while words are asked back, before they are given. */
  readonly onCheck?: (trusted: Page, places: readonly number[]) => Promise<void>;
  /** Looks at it when all is done. */
  readonly onReady?: (trusted: Page) => Promise<void>;
}

/** Makes the vault and its first key in the trusted document, as a user does, with the words that are asked back. */
export async function makeKey(sextant: Sextant, passphrase: string, { onPhrase, onCheck, onReady }: MakeKeyOptions = {}): Promise<MadeKey> {
  await openScreen(sextant.page, 'Accounts');
  const trusted = await sextant.openTrusted(() => sextant.page.getByRole('button', { name: 'Create a vault' }).click());
  await trusted.getByRole('button', { name: 'New recovery phrase' }).click();
  await trusted.getByLabel('New vault passphrase').fill(passphrase);
  await trusted.getByLabel('Confirm passphrase').fill(passphrase);
  await trusted.getByRole('button', { name: 'Create vault' }).click();

  const words = await phraseWords(trusted);
  await onPhrase?.(trusted);
  const address = (await trusted.getByRole('definition').first().innerText()).replace(/\s/g, '');

  await giveWordsBack(trusted, words, onCheck);
  await expect(phraseList(trusted)).toBeHidden();
  await expect(trusted.getByRole('heading', { name: 'Key created' })).toBeVisible();
  await onReady?.(trusted);
  await trusted.close();
  await expect(sextant.page.getByRole('complementary', { name: 'Main key' })).toBeVisible();
  return { address, words };
}

function phraseList(trusted: Page) {
  return trusted.getByRole('list', { name: 'Recovery phrase' });
}

/** The words on the page with the phrase. */
export async function phraseWords(trusted: Page): Promise<readonly string[]> {
  await expect(phraseList(trusted)).toBeVisible();
  return (await phraseList(trusted).getByRole('listitem').allInnerTexts()).map((text) => text.replace(/[\d\s]/g, ''));
}

/** From the page with the phrase through the check. */
export async function giveWordsBack(trusted: Page, words: readonly string[], onCheck?: MakeKeyOptions['onCheck']): Promise<void> {
  await trusted.getByRole('button', { name: 'I have written them down' }).click();
  const places = await wordPlaces(trusted);
  await onCheck?.(trusted, places);
  for (const place of places) await trusted.getByLabel(`Word ${place}`, { exact: true }).fill(words[place - 1] ?? '');
  await trusted.getByRole('button', { name: 'Check', exact: true }).click();
}

/** Which words the check asks for. */
export async function wordPlaces(trusted: Page): Promise<readonly number[]> {
  const title = await trusted.getByRole('heading', { name: /^Type words/ }).innerText();
  return (title.match(/\d+/g) ?? []).map(Number);
}
