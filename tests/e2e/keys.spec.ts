/** The life of keys in the trusted document: brought as a text and as a phrase, made and backed up, exported, deleted; another passphrase. */
import type { Page } from 'playwright';
import { OWN_LOTUS_KEY, OWN_PHRASE } from '../builders/own-keys.ts';
import { expect, type Sextant, test } from './fixture.ts';
import { headEpoch } from './steps/head-epoch.ts';
import { giveWordsBack, phraseWords } from './steps/make-key.ts';
import { openScreen } from './steps/open-screen.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const NEW_PASSPHRASE = 'granite willow 48 evening sextet';

test('keys are made, brought, exported and deleted; the passphrase is changed', async ({ launch }) => {
  const sextant = await launch({ blockTimeMs: 2000 });
  const { page } = sextant;
  await expect.poll(() => headEpoch(page)).toBeGreaterThan(0);

  await test.step('a vault that begins with a key which Lotus exported', () => bringLotusKey(sextant));
  await test.step('it gets a phrase of its own, which is backed up later and shown again', async () => {
    const words = await makePhrase(sextant);
    await unlock(sextant, PASSPHRASE);
    await backUp(sextant, words);
  });
  await test.step('another key of the phrase', () => makeEthereumKey(sextant));

  await test.step('two keys of a published phrase, one of them at a path of its own', () => bringPhrase(sextant));
  await test.step('the first key leaves as it came, and the clipboard is emptied', () => exportLotusKey(sextant));
  await test.step('it is deleted once its address is typed', () => deleteLotusKey(sextant));
  await test.step('another passphrase: the old one opens nothing any more', () => changePassphrase(sextant));
});

/** Addresses of the embedded network begin with t. */
function onTestNetwork(address: string): string {
  return address.replace(/^f/, 't');
}

async function addKey(sextant: Sextant, way: string): Promise<Page> {
  const trusted = await sextant.openTrusted(() => sextant.page.getByRole('button', { name: 'Add a key' }).click());
  await trusted.getByRole('button', { name: way }).click();
  return trusted;
}

async function expectAddress(trusted: Page, address: string): Promise<void> {
  await expect.poll(async () => (await trusted.getByRole('main').innerText()).replace(/\s/g, '')).toContain(address);
}

async function backUp(sextant: Sextant, words: readonly string[]): Promise<void> {
  const pane = keyPane(sextant.page, 'Main key');
  await expect(pane).toContainText('Not backed up');
  const trusted = await sextant.openTrusted(() => pane.getByRole('button', { name: 'Back up' }).click());
  await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await trusted.getByRole('button', { name: 'Show the words' }).click();
  await expect(trusted.getByRole('list', { name: 'Recovery phrase' }).getByRole('listitem')).toHaveText(
    words.map((word) => new RegExp(`${word}$`)),
  );
  await giveWordsBack(trusted, words, async (_, places) => {
    for (const place of places)
      await trusted.getByLabel(`Word ${place}`, { exact: true }).fill(words[place - 1] === 'zoo' ? 'zone' : 'zoo');
    await trusted.getByRole('button', { name: 'Check', exact: true }).click();
    await expect(trusted.getByRole('alert')).toContainText(/Words [\d, and]+ are wrong/);
  });
  await expect(trusted.getByRole('heading', { name: 'Phrase backed up' })).toBeVisible();
  await trusted.close();
  await expect(pane).not.toContainText('Not backed up');
  const again = await sextant.openTrusted(() => pane.getByRole('button', { name: 'Show phrase' }).click());
  await expect(again.getByRole('heading', { name: 'Show a recovery phrase' })).toBeVisible();
  await again.close();
}

async function makeEthereumKey(sextant: Sextant): Promise<void> {
  const trusted = await addKey(sextant, 'New key');
  await trusted.getByRole('radio', { name: /Ethereum/ }).check();
  await trusted.getByLabel('Key name').fill('Contracts');
  await trusted.getByRole('button', { name: 'Create key' }).click();
  await expect(trusted.getByRole('heading', { name: 'Key created' })).toBeVisible();
  await expect(trusted.getByRole('main')).toContainText('t410f');
  await trusted.close();
  await expect(keyPane(sextant.page, 'Contracts')).toContainText('0x');
}

async function bringPhrase(sextant: Sextant): Promise<void> {
  const trusted = await addKey(sextant, 'Import a recovery phrase');
  const words = OWN_PHRASE.mnemonic.split(' ');
  await trusted.getByLabel(String(words.length), { exact: true }).check();
  for (const [index, word] of words.entries()) await trusted.getByLabel(`Word ${index + 1}`, { exact: true }).fill(word);
  await trusted.getByRole('button', { name: 'Find keys' }).click();
  await expect(trusted.getByRole('heading', { name: 'Choose keys to import' })).toBeVisible();
  const [first, second] = OWN_PHRASE.children;
  await trusted.getByRole('checkbox', { name: `Keep ${onTestNetwork(first?.address ?? '')}, ${first?.path}` }).check();
  await trusted.getByLabel('Custom path').fill(second?.path ?? '');
  await trusted.getByRole('button', { name: 'Check path' }).click();
  await trusted.getByRole('checkbox', { name: `Keep ${onTestNetwork(second?.address ?? '')}, ${second?.path}` }).check();
  await trusted.getByRole('button', { name: 'Continue' }).click();
  await trusted.getByLabel('Key name').fill('Ledger');
  await trusted.getByRole('button', { name: 'Import keys' }).click();
  await expect(trusted.getByRole('heading', { name: 'The keys are in the vault' })).toBeVisible();
  for (const { address } of OWN_PHRASE.children) await expectAddress(trusted, onTestNetwork(address));
  await trusted.close();
  await expect(sextant.page.getByRole('grid', { name: 'Accounts' })).toContainText('Ledger 2');
}

async function bringLotusKey(sextant: Sextant): Promise<void> {
  await openScreen(sextant.page, 'Accounts');
  const trusted = await sextant.openTrusted(() => sextant.page.getByRole('button', { name: 'Create a vault' }).click());
  await trusted.getByRole('button', { name: 'Import a private key' }).click();
  await trusted.getByLabel('Private key', { exact: true }).fill(`${OWN_LOTUS_KEY.export}\n`);
  await trusted.getByRole('button', { name: 'Read key' }).click();
  await expect(trusted.getByRole('heading', { name: 'Confirm the key' })).toBeVisible();
  await expectAddress(trusted, onTestNetwork(OWN_LOTUS_KEY.address));
  await trusted.getByLabel('Key name').fill('From Lotus');
  await trusted.getByLabel('New vault passphrase').fill(PASSPHRASE);
  await trusted.getByLabel('Confirm passphrase').fill(PASSPHRASE);
  await trusted.getByRole('button', { name: 'Import key' }).click();
  await expect(trusted.getByRole('heading', { name: 'The key is in the vault' })).toBeVisible();
  await trusted.close();
}

/** While the vault is locked. */
async function makePhrase(sextant: Sextant): Promise<readonly string[]> {
  const trusted = await addKey(sextant, 'New recovery phrase');
  await trusted.getByLabel('Key name').fill('Main key');
  await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await trusted.getByRole('button', { name: 'Create phrase' }).click();
  const words = await phraseWords(trusted);
  await trusted.getByRole('button', { name: 'Check later' }).click();
  await expect(trusted.getByRole('main')).toContainText('Phrase not backed up');
  await trusted.close();
  return words;
}

/** @param wrong is tried first, and opens nothing */
async function unlock(sextant: Sextant, passphrase: string, wrong?: string): Promise<void> {
  const unlocking = await sextant.openTrusted(() => sextant.page.getByRole('main').getByRole('button', { name: 'Unlock' }).click());
  const field = unlocking.getByLabel('Vault passphrase');
  if (wrong !== undefined) {
    await field.fill(wrong);
    await field.press('Enter');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await field.fill(passphrase);
  await field.press('Enter');
  await expect(unlocking.getByRole('heading', { name: 'Wallet unlocked' })).toBeVisible();
  await unlocking.close();
}

function keyPane(page: Page, label: string) {
  return page.getByRole('complementary', { name: label });
}

async function exportLotusKey(sextant: Sextant): Promise<void> {
  const { page } = sextant;
  await page.getByRole('grid', { name: 'Accounts' }).getByText('From Lotus', { exact: true }).click();
  const trusted = await sextant.openTrusted(() => keyPane(page, 'From Lotus').getByRole('button', { name: 'Export', exact: true }).click());
  await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await trusted.getByRole('button', { name: 'Export', exact: true }).click();
  const text = trusted.getByRole('region', { name: 'Private key' });
  await expect(text).toHaveText('Covered');
  await trusted.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(text).toHaveText(OWN_LOTUS_KEY.export);
  await trusted.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(trusted.getByText('Copied to clipboard')).toBeVisible();
  await trusted.getByRole('button', { name: 'Clear now' }).click();
  await expect(trusted.getByText('Clipboard cleared')).toBeVisible();
  await trusted.close();
}

async function deleteLotusKey(sextant: Sextant): Promise<void> {
  const { page } = sextant;
  const address = onTestNetwork(OWN_LOTUS_KEY.address);
  const trusted = await sextant.openTrusted(() => keyPane(page, 'From Lotus').getByRole('button', { name: 'Delete' }).click());
  await trusted.getByLabel('Type the full address to confirm').fill(address.slice(0, -1));
  await trusted.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await trusted.getByRole('button', { name: 'Delete key' }).click();
  await expect(trusted.getByText('Incomplete')).toBeVisible();
  await trusted.getByLabel('Type the full address to confirm').fill(address);
  await trusted.getByRole('button', { name: 'Delete key' }).click();
  await expect(trusted.getByRole('heading', { name: 'Key deleted' })).toBeVisible();
  await trusted.close();
  await expect(page.getByRole('grid', { name: 'Accounts' }).getByText('From Lotus', { exact: true })).toHaveCount(0);
}

async function changePassphrase(sextant: Sextant): Promise<void> {
  const { page } = sextant;
  await openScreen(page, 'Accounts');
  const changing = await sextant.openTrusted(() => page.getByRole('button', { name: 'Change passphrase' }).click());
  await changing.getByLabel('Vault passphrase').fill(PASSPHRASE);
  await changing.getByLabel('New passphrase').fill(NEW_PASSPHRASE);
  await changing.getByLabel('Confirm passphrase').fill(NEW_PASSPHRASE);
  await changing.getByRole('button', { name: 'Change' }).click();
  await expect(changing.getByRole('heading', { name: 'Passphrase changed' })).toBeVisible();
  await changing.close();

  await unlock(sextant, NEW_PASSPHRASE, PASSPHRASE);
  await page.getByRole('main').getByRole('button', { name: 'Lock', exact: true }).click();
  await expect(page.getByRole('main').getByRole('button', { name: 'Unlock' })).toBeVisible();
}
