import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TrustedCalls } from '../../../../../renderer/approve/trusted-client.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { PhraseKey } from '../../../../../shared/ipc/schemas/wallet.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';
import { TrustedPage } from './trusted-page.tsx';
import { ETHEREUM_KEY, NO_VAULT, PHRASE_KEY, RANDOM_KEY, trustedState } from './trusted-state.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const mnemonic =
  readSharedJson<{ mnemonic: string }[]>('wallets/mnemonics.json').find(({ mnemonic: text }) => text.split(' ').length === 12)?.mnemonic ??
  '';
const WORDS = mnemonic.split(' ');

const FIRST: PhraseKey = {
  scheme: 'Lotus',
  path: "m/44'/461'/0'/0/0",
  keyType: 'secp256k1',
  address: PHRASE_KEY.address,
  isHeld: false,
  balance: '12500000000000000001',
  nonce: '3',
  exists: true,
};
const SAME: PhraseKey = { ...FIRST, scheme: 'One account per key' };
const HELD: PhraseKey = {
  ...FIRST,
  path: "m/44'/461'/0'/0/1",
  address: 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba',
  isHeld: true,
  balance: '0',
  exists: false,
};
const ETHEREUM: PhraseKey = {
  ...FIRST,
  scheme: 'Ethereum',
  path: "m/44'/60'/0'/0/0",
  keyType: 'delegated',
  address: ETHEREUM_KEY.address,
  ethAddress: '0x52963EF50e27e06D72D59fcB4F3c2a687BE3cfEf',
};
const OWN: PhraseKey = { ...FIRST, scheme: 'custom path', path: "m/44'/461'/7'/0/0", address: RANDOM_KEY.address };

let page: TrustedPage;
const scanPhrase = vi.fn<TrustedCalls['scanPhrase']>();
const importPhrase = vi.fn<TrustedCalls['importPhrase']>();

async function open(state = trustedState()): Promise<void> {
  scanPhrase.mockReset().mockImplementation(async ({ path }) => ({
    keys: [...(path === undefined ? [] : [OWN]), FIRST, HELD, SAME, ETHEREUM],
    wordCount: 12,
  }));
  importPhrase.mockReset().mockImplementation(async ({ keys }) => ({ addresses: keys.map(({ path }) => `t1${path.length}`) }));
  page = new TrustedPage({ name: 'add-key' }, state, { scanPhrase, importPhrase });
  await page.press(/^Import a recovery phrase/);
}

function paste(field: HTMLInputElement, text: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  act(() => {
    field.dispatchEvent(event);
  });
}

async function openScan(state = trustedState()): Promise<void> {
  await open(state);
  paste(page.field('Word 1'), mnemonic);
  await page.press('Find keys');
}

afterEach(() => page.close());

describe('importing a recovery phrase', () => {
  it('completes words from the list by keyboard', async () => {
    await open();
    const field = page.field('Word 1');
    page.fill('Word 1', 'abs');
    expect([...page.host.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)).toEqual([
      'absent',
      'absorb',
      'abstract',
      'absurd',
    ]);
    expect(field.getAttribute('aria-expanded')).toBe('true');
    act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })));
    expect(page.host.querySelector('[aria-selected=true]')?.textContent).toBe('absorb');
    act(() => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })));
    expect(page.field('Word 1').value).toBe('absorb');
    expect(document.activeElement).toBe(page.field('Word 2'));
    expect(scanPhrase).not.toHaveBeenCalled();
  });

  it('accepts a pasted phrase, which sets the number of words', async () => {
    await open();
    paste(page.field('Word 1'), `  ${WORDS.join('\n ').toUpperCase()} `);
    expect(page.host.querySelectorAll('input[data-word]')).toHaveLength(12);
    expect(page.field('Word 12').value).toBe(WORDS[11]);
  });

  it('reports missing words, unknown words and a wrong checksum', async () => {
    await open();
    expect(page.text).toContain('The connected node is asked for balances');
    await page.press('Find keys');
    expect(page.text).toContain('24 of 24 words are missing');
    paste(page.field('Word 1'), mnemonic);
    page.fill('Word 3', 'wierd');
    await page.press('Find keys');
    expect(page.about('Word 3')).toBe('Not in the word list. Did you mean weird?');
    page.fill('Word 3', WORDS[2] === 'zoo' ? 'zone' : 'zoo');
    await page.press('Find keys');
    expect(page.text).toContain('The checksum of the recovery phrase is wrong');
    expect(scanPhrase).not.toHaveBeenCalled();
  });

  it('shows every key once with its balance; keys in the vault cannot be picked', async () => {
    await openScan();
    expect(scanPhrase).toHaveBeenCalledExactlyOnceWith({ mnemonic, count: 5 });
    const rows = [...page.host.querySelectorAll('tbody tr:has(td)')].map((row) => row.textContent);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('12.500000000000000001 FIL3 sent');
    expect(rows[1]).toContain('in the vault');
    expect(rows[2]).toContain('0x52963EF50e27e06D72D59fcB4F3c2a687BE3cfEf');
    expect(page.host.querySelectorAll<HTMLInputElement>('tbody input:disabled')).toHaveLength(1);
    await page.press('Continue');
    expect(page.text).toContain('Choose at least one key.');
  });

  it('scans more keys and a custom path on demand', async () => {
    await openScan();
    await page.press('Show more');
    expect(scanPhrase).toHaveBeenLastCalledWith({ mnemonic, count: 10 });
    page.fill('Custom path', 'm/44’/1');
    await page.press('Check path');
    expect(page.about('Custom path')).toContain('straight apostrophe');
    expect(scanPhrase).toHaveBeenCalledTimes(2);
    page.fill('Custom path', OWN.path.replaceAll("'", 'h'));
    scanPhrase.mockRejectedValueOnce(new SextantError('internal', 'The signer is gone.'));
    await page.press('Check path');
    expect(page.text).toContain('The signer is gone.');
    expect(page.about('Custom path')).toContain('If your wallet shows its derivation path');
    await page.press('Check path');
    expect(scanPhrase).toHaveBeenLastCalledWith({ mnemonic, count: 10, path: OWN.path });
    expect(page.about('Custom path')).toBe(`Added to the list: 1 key at ${OWN.path}.`);
    expect(page.host.querySelector('tbody:last-of-type')?.textContent).toContain(OWN.address);
    await page.tick(new RegExp(OWN.address));
    await page.press('Show more');
    // It stays, and stays picked, though the answer has it no more.
    expect(page.text).toContain(OWN.address);
    expect(page.text).toContain('1 picked');
  });

  it('imports the picked keys with the phrase, and drops the phrase from the page', async () => {
    await open();
    paste(page.field('Word 1'), mnemonic);
    await page.tick('This phrase has a BIP-39 passphrase');
    page.fill('BIP-39 passphrase', 'TREZOR');
    await page.press('Find keys');
    await page.tick(new RegExp(FIRST.address));
    await page.tick(new RegExp(ETHEREUM.address));
    await page.press('Continue');
    expect(page.title).toBe('Import these 2 keys');
    page.fill('Key name', ' Savings ');
    await page.press('Import keys');
    expect(importPhrase).toHaveBeenCalledExactlyOnceWith({
      mnemonic,
      bip39Passphrase: 'TREZOR',
      keys: [
        { path: FIRST.path, keyType: 'secp256k1' },
        { path: ETHEREUM.path, keyType: 'delegated' },
      ],
      label: 'Savings',
    });
    expect(page.title).toBe('The keys are in the vault');
    page.expectGone(WORDS[0] ?? '', 'TREZOR');
  });

  it('creates a vault with a new passphrase if there is none', async () => {
    await openScan(trustedState(NO_VAULT));
    await page.tick(new RegExp(FIRST.address));
    await page.press('Continue');
    await page.press('Import key');
    expect(page.about('New vault passphrase')).toBe('Enter a passphrase.');
    page.fill('New vault passphrase', PASSPHRASE);
    page.fill('Confirm passphrase', PASSPHRASE);
    await page.press('Import key');
    expect(importPhrase).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ passphrase: PASSPHRASE, label: 'Imported key' }));
  });

  it('keeps all input after a wrong passphrase', async () => {
    await openScan(trustedState({ vault: 'locked' }));
    await page.tick(new RegExp(FIRST.address));
    await page.press('Continue');
    page.fill('Key name', 'Savings');
    page.fill('Vault passphrase', 'wrong');
    importPhrase.mockRejectedValueOnce(new SextantError('wrong-passphrase', 'This is not the passphrase of the vault.'));
    await page.press('Import key');
    expect(page.about('Vault passphrase')).toBe('This is not the passphrase of the vault.');
    page.fill('Vault passphrase', PASSPHRASE);
    await page.press('Import key');
    expect(importPhrase).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Savings', mnemonic, passphrase: PASSPHRASE }));
    expect(page.title).toBe('The key is in the vault');
  });
});
