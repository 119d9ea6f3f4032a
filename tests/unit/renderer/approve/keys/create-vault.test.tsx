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
  page.fill('Passphrase for the new vault', PASSPHRASE);
  page.fill('The same passphrase again', PASSPHRASE);
  await page.press('Create the vault');
  page.publish(trustedState({ vault: 'locked' }));
}

/** Places that are asked back, from the title. */
function askedPlaces(): number[] {
  return (page.title.match(/\d+/g) ?? []).map(Number);
}

afterEach(() => page.close());

describe('a new vault', () => {
  it('says beside the fields what is missing, and makes nothing', async () => {
    open();
    await page.press(/^New recovery phrase/);
    await page.press('Create the vault');
    expect(page.about('Passphrase for the new vault')).toBe('Type a passphrase.');
    page.fill('Passphrase for the new vault', PASSPHRASE);
    page.fill('The same passphrase again', 'harbour lantern quiet 71 compas');
    await page.press('Create the vault');
    expect(page.about('The same passphrase again')).toBe('The two passphrases differ.');
    page.fill('Name of the key', '  ');
    await page.press('Create the vault');
    expect(page.about('Name of the key')).toBe('Give the key a name.');
    expect(createVault).not.toHaveBeenCalled();
  });

  it('keeps what was typed where the passphrase is refused', async () => {
    open();
    createVault.mockRejectedValue(new SextantError('weak-passphrase', 'Use at least ten characters.'));
    await page.press(/^New recovery phrase/);
    page.fill('Passphrase for the new vault', 'short');
    page.fill('The same passphrase again', 'short');
    await page.press('Create the vault');
    expect(page.about('Passphrase for the new vault')).toBe('Use at least ten characters.');
    expect(page.field('The same passphrase again').value).toBe('short');
  });

  it('shows the phrase, covers it out of sight, and asks four different words back', async () => {
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
    expect(page.text).toContain('The phrase is backed up');
    page.expectGone(PASSPHRASE, WORDS.slice(0, 3).join(' '));
  });

  it('names the places of wrong words, and leads back to the phrase', async () => {
    await openPhrase();
    await page.press('I have written them down');
    const places = askedPlaces();
    for (const place of places) page.fill(`Word ${place}`, WORDS[place - 1] ?? '');
    const wrong = places[1] ?? 0;
    page.fill(`Word ${wrong}`, WORDS[wrong - 1] === 'zoo' ? 'zone' : 'zoo');
    await page.press('Check');
    expect(confirmBackup).not.toHaveBeenCalled();
    expect(page.text).toContain(`Word ${wrong} is another one`);
    expect(page.field(`Word ${wrong}`).getAttribute('aria-invalid')).toBe('true');
    expect(page.field(`Word ${places[0]}`).getAttribute('aria-invalid')).toBe('false');
    await page.press('Back to the words');
    expect(page.title).toBe('Write down these 24 words');
  });

  it('can leave the check for later, and says that nothing is backed up', async () => {
    await openPhrase();
    await page.press('Check it later');
    expect(page.text).toContain('not backed up');
    expect(confirmBackup).not.toHaveBeenCalled();
    page.expectGone(PASSPHRASE, WORDS.slice(0, 3).join(' '));
  });

  it('keeps the phrase on the page while the connection is away, out of sight', async () => {
    await openPhrase();
    page.setStatus('lost');
    expect(page.text).toContain('Sextant does not answer');
    expect(page.host.querySelector('ol')?.closest('[hidden]')).not.toBeNull();
    page.setStatus('connected');
    expect(page.host.querySelector('ol')?.closest('[hidden]')).toBeNull();
    page.setStatus('closed');
    page.expectGone(WORDS[0] ?? '');
  });

  it('is not offered where there is one', () => {
    const phrases = trustedState().phrases.map((phrase) => ({ ...phrase, isBackedUp: true }));
    page = new TrustedPage({ name: 'create-vault' }, trustedState({ phrases }), {});
    expect(page.title).toBe('There is already a vault');
  });

  it('says after a reload that the phrase is not backed up', () => {
    page = new TrustedPage({ name: 'create-vault' }, trustedState(), {});
    expect(page.title).toBe('The vault was made, and its phrase is not backed up');
    expect(page.text).toContain('choose Back up');
  });
});
