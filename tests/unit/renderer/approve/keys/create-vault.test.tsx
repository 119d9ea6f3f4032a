import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TrustedCalls } from '../../../../../renderer/approve/trusted-client.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';
import { TrustedPage } from './trusted-page.tsx';
import { NO_VAULT, PHRASE_KEY, trustedState } from './trusted-state.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const mnemonic =
  readSharedJson<{ mnemonic: string }[]>('wallets/mnemonics.json').find(({ mnemonic: text }) => text.split(' ').length === 24)?.mnemonic ??
  '';
const WORDS = mnemonic.split(' ');

let page: TrustedPage;
const createVault = vi.fn<TrustedCalls['createVault']>();
const confirmBackup = vi.fn<TrustedCalls['confirmBackup']>();

function open(): void {
  createVault.mockReset().mockResolvedValue({ mnemonic, phraseId: 'p1', address: PHRASE_KEY.address, path: "m/44'/461'/0'/0/0" });
  confirmBackup.mockReset().mockResolvedValue({});
  page = new TrustedPage({ name: 'create-vault' }, trustedState(NO_VAULT), { createVault, confirmBackup });
}

async function openPhrase(): Promise<void> {
  open();
  await page.press(/^New recovery phrase/);
  page.fill('New vault passphrase', PASSPHRASE);
  page.fill('Confirm passphrase', PASSPHRASE);
  await page.press('Create vault');
  page.publish(trustedState({ vault: 'locked' }));
}

/** Places that are asked back, from the title. */
function askedPlaces(): number[] {
  return (page.title.match(/\d+/g) ?? []).map(Number);
}

afterEach(() => page.close());

describe('a new vault', () => {
  it('shows missing input at the fields, and creates nothing', async () => {
    open();
    await page.press(/^New recovery phrase/);
    await page.press('Create vault');
    expect(page.about('New vault passphrase')).toBe('Enter a passphrase.');
    page.fill('New vault passphrase', PASSPHRASE);
    page.fill('Confirm passphrase', 'harbour lantern quiet 71 compas');
    await page.press('Create vault');
    expect(page.about('Confirm passphrase')).toBe('The passphrases do not match.');
    page.fill('Key name', '  ');
    await page.press('Create vault');
    expect(page.about('Key name')).toBe('Enter a name.');
    expect(createVault).not.toHaveBeenCalled();
  });

  it('keeps the input if the passphrase is rejected', async () => {
    open();
    createVault.mockRejectedValue(new SextantError('weak-passphrase', 'Use at least ten characters.'));
    await page.press(/^New recovery phrase/);
    page.fill('New vault passphrase', 'short');
    page.fill('Confirm passphrase', 'short');
    await page.press('Create vault');
    expect(page.about('New vault passphrase')).toBe('Use at least ten characters.');
    expect(page.field('Confirm passphrase').value).toBe('short');
  });

  it('shows the phrase, covers it when hidden, and asks for four different words', async () => {
    await openPhrase();
    expect(page.title).toBe('Write down these 24 words');
    const shown = [...page.host.querySelectorAll('ol li')].map((item) => item.lastChild?.textContent);
    expect(shown).toEqual(WORDS);
    page.hide();
    expect(page.host.querySelector('ol')).toBeNull();
    await page.press('Show the words');
    expect(page.host.querySelectorAll('ol li')).toHaveLength(24);

    await page.press('I have written them down');
    const places = askedPlaces();
    expect(places).toHaveLength(4);
    expect(new Set(places).size).toBe(4);
    expect(page.host.querySelector('ol')).toBeNull();
    for (const place of places) page.fill(`Word ${place}`, WORDS[place - 1] ?? '');
    await page.press('Check');
    expect(createVault).toHaveBeenCalledExactlyOnceWith({ passphrase: PASSPHRASE, label: 'Main key' });
    expect(confirmBackup).toHaveBeenCalledExactlyOnceWith({
      phraseId: 'p1',
      words: places.map((position) => ({ position, word: WORDS[position - 1] })),
      passphrase: PASSPHRASE,
    });
    expect(page.text).toContain('Phrase backed up');
    page.expectGone(PASSPHRASE, WORDS.slice(0, 3).join(' '));
  });

  it('names the positions of wrong words, and leads back to the phrase', async () => {
    await openPhrase();
    await page.press('I have written them down');
    const places = askedPlaces();
    for (const place of places) page.fill(`Word ${place}`, WORDS[place - 1] ?? '');
    const wrong = places[1] ?? 0;
    page.fill(`Word ${wrong}`, WORDS[wrong - 1] === 'zoo' ? 'zone' : 'zoo');
    await page.press('Check');
    expect(confirmBackup).not.toHaveBeenCalled();
    expect(page.text).toContain(`Word ${wrong} is wrong`);
    expect(page.field(`Word ${wrong}`).getAttribute('aria-invalid')).toBe('true');
    expect(page.field(`Word ${places[0]}`).getAttribute('aria-invalid')).toBe('false');
    await page.press('Back to the words');
    expect(page.title).toBe('Write down these 24 words');
  });

  it('can skip the check, and shows that the phrase is not backed up', async () => {
    await openPhrase();
    await page.press('Check later');
    expect(page.text).toContain('not backed up');
    expect(confirmBackup).not.toHaveBeenCalled();
    page.expectGone(PASSPHRASE, WORDS.slice(0, 3).join(' '));
  });

  it('keeps the phrase, hidden, while the connection is lost', async () => {
    await openPhrase();
    page.setStatus('lost');
    expect(page.text).toContain('Sextant is not responding');
    expect(page.host.querySelector('ol')?.closest('[hidden]')).not.toBeNull();
    page.setStatus('connected');
    expect(page.host.querySelector('ol')?.closest('[hidden]')).toBeNull();
    page.setStatus('closed');
    page.expectGone(WORDS[0] ?? '');
  });

  it('is not offered if a vault exists', () => {
    const phrases = trustedState().phrases.map((phrase) => ({ ...phrase, isBackedUp: true }));
    page = new TrustedPage({ name: 'create-vault' }, trustedState({ phrases }), {});
    expect(page.title).toBe('Vault already exists');
  });

  it('shows after a reload that the phrase is not backed up', () => {
    page = new TrustedPage({ name: 'create-vault' }, trustedState(), {});
    expect(page.title).toBe('Vault created, phrase not backed up');
    expect(page.text).toContain('choose Back up');
  });
});
