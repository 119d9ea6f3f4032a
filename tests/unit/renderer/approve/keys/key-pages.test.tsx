import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CLOSE_DELAY_MS } from '../../../../../renderer/approve/CloseButton.tsx';
import type { TrustedCalls } from '../../../../../renderer/approve/trusted-client.ts';
import { SextantError } from '../../../../../shared/ipc/envelope.ts';
import type { TrustedPurpose } from '../../../../../shared/ipc/schemas/app.ts';
import type { KeyReading } from '../../../../../shared/ipc/schemas/wallet.ts';
import { readSharedJson } from '../../../../builders/shared-data.ts';
import { TrustedPage } from './trusted-page.tsx';
import { ETHEREUM_KEY, PHRASE_KEY, RANDOM_KEY, trustedState } from './trusted-state.ts';

const PASSPHRASE = 'harbour lantern quiet 71 compass';
const WRONG = new SextantError('wrong-passphrase', 'This is not the passphrase of the vault.');
const EXPORT = readSharedJson<{ export: string }[]>('wallets/keys.json')[0]?.export ?? '';

let page: TrustedPage;
function open(purpose: TrustedPurpose, calls: Partial<TrustedCalls>, state = trustedState()): void {
  page = new TrustedPage(purpose, state, calls);
}

afterEach(() => page.close());

describe('importing a private key', () => {
  const reading = { form: 'Private key, hex', byteOrder: 'big-endian', balance: '0', exists: false } as const;
  const READINGS: KeyReading[] = [
    { ...reading, keyType: 'secp256k1', address: PHRASE_KEY.address, isHeld: true },
    { ...reading, keyType: 'delegated', address: ETHEREUM_KEY.address, isHeld: false },
    { ...reading, keyType: 'bls', byteOrder: 'little-endian', address: RANDOM_KEY.address, isHeld: false },
  ];
  const readKey = vi.fn<TrustedCalls['readKey']>();
  const importKey = vi.fn<TrustedCalls['importKey']>();

  beforeEach(async () => {
    readKey.mockReset().mockResolvedValue({ readings: READINGS });
    importKey.mockReset().mockImplementation(async ({ address }) => ({ address }));
    open({ name: 'add-key' }, { readKey, importKey }, trustedState({ vault: 'locked' }));
    await page.press(/^Import a private key/);
  });

  it('masks the pasted text, and reports invalid text at its field', async () => {
    await page.press('Read key');
    expect(page.about('Private key')).toBe('Paste the key.');
    expect(page.field('Private key').dataset.covered).toBe('true');
    readKey.mockRejectedValueOnce(new SextantError('invalid-input', 'This is an address, which everybody may know.'));
    page.fill('Private key', PHRASE_KEY.address);
    await page.press('Read key');
    expect(page.about('Private key')).toBe('This is an address, which everybody may know.');
    expect(page.field('Private key').value).toBe(PHRASE_KEY.address);
  });

  it('shows the key first: a second press of the same button does not import it', async () => {
    readKey.mockResolvedValue({ readings: READINGS.slice(1, 2) });
    expect(page.text).toContain('The connected node is asked for the balance');
    page.fill('Private key', EXPORT);
    const before = page.button('Read key');
    before.focus();
    await page.press('Read key');
    expect(page.title).toBe('Confirm the key');
    expect(before.isConnected).toBe(false);
    expect(document.activeElement).toBe(page.host.querySelector('h1'));
  });

  it('shows every key type; one must be chosen before the import', async () => {
    page.fill('Private key', EXPORT);
    await page.press('Read key');
    expect(page.title).toBe('Choose the key type');
    for (const { address } of READINGS) expect(page.text).toContain(address);
    expect(page.host.querySelectorAll('input[type=radio]:disabled')).toHaveLength(1);
    page.fill('Vault passphrase', 'wrong');
    await page.press('Import key');
    expect(page.text).toContain('Choose a key type');
    expect(importKey).not.toHaveBeenCalled();

    await page.tick(/Ethereum key/);
    importKey.mockRejectedValueOnce(WRONG);
    await page.press('Import key');
    expect(page.about('Vault passphrase')).toBe(WRONG.message);
    page.fill('Vault passphrase', PASSPHRASE);
    await page.press('Import key');
    expect(importKey).toHaveBeenLastCalledWith({
      text: EXPORT,
      address: ETHEREUM_KEY.address,
      label: 'Imported key',
      passphrase: PASSPHRASE,
    });
    expect(page.title).toBe('The key is in the vault');
    page.expectGone(EXPORT, PASSPHRASE);
  });
});

describe('a new key', () => {
  it('is derived from a phrase, or random with a warning about the missing backup', async () => {
    const createKey = vi.fn<TrustedCalls['createKey']>().mockResolvedValue({ address: RANDOM_KEY.address });
    open({ name: 'add-key' }, { createKey });
    await page.press(/^New key/);
    expect(page.text).toContain('Phrase not backed up');
    await page.press('Create key');
    expect(page.about('Key name')).toBe('Enter a name.');
    page.fill('Key name', 'Spending');
    await page.press('Create key');
    expect(createKey).toHaveBeenLastCalledWith({ keyType: 'secp256k1', label: 'Spending', phraseId: 'p1' });
    await page.press('Add another key');
    await page.press(/^New key/);
    await page.tick(/^f3/);
    page.fill('Key name', 'Worker');
    await page.press('Create key');
    expect(createKey).toHaveBeenLastCalledWith({ keyType: 'bls', label: 'Worker' });
    expect(page.text).toContain('This key has no backup');
  });

  it('can only be a random one in a vault without a phrase', async () => {
    open({ name: 'add-key' }, {}, trustedState({ phrases: [] }));
    await page.press(/^New key/);
    const kinds = [...page.host.querySelectorAll<HTMLInputElement>('input[type=radio]')];
    expect(kinds.map(({ disabled, checked }) => [disabled, checked])).toEqual([
      [true, false],
      [true, false],
      [false, true],
    ]);
  });
});

describe('an export', () => {
  const exportKey = vi.fn<TrustedCalls['exportKey']>();
  const writeText = vi.fn<(text: string) => Promise<void>>();

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    exportKey.mockReset().mockResolvedValue({ text: EXPORT });
    writeText.mockReset().mockResolvedValue();
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
    open({ name: 'export-key', address: PHRASE_KEY.address }, { exportKey });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  async function exported(): Promise<void> {
    page.fill('Vault passphrase', PASSPHRASE);
    await page.press('Export');
  }

  it('is covered until shown, and is removed when the window is hidden', async () => {
    await exported();
    expect(exportKey).toHaveBeenCalledExactlyOnceWith({ address: PHRASE_KEY.address, form: 'lotus-hex', passphrase: PASSPHRASE });
    page.expectHidden(EXPORT);
    page.expectGone(PASSPHRASE);
    await page.press('Show');
    expect(page.text).toContain(EXPORT);
    await page.press('Cover');
    page.expectHidden(EXPORT);
    await page.press('Show');
    page.hide();
    page.expectGone(EXPORT, PASSPHRASE);
    expect(page.title).toBe('Export a private key');
  });

  it('is cleared from the clipboard in time, also after it left the page', async () => {
    await exported();
    await page.press('Copy');
    expect(writeText).toHaveBeenCalledExactlyOnceWith(EXPORT);
    expect(page.text).toContain('clears the clipboard after 30 s');
    page.hide();
    await act(async () => vi.advanceTimersByTimeAsync(29_000));
    expect(writeText).toHaveBeenCalledTimes(1);
    await act(async () => vi.advanceTimersByTimeAsync(1000));
    expect(writeText).toHaveBeenLastCalledWith('');
    expect(page.text).toContain('Clipboard cleared');
  });

  it('reports a clipboard that it cannot clear in the background, and retries in front', async () => {
    await exported();
    await page.press('Copy');
    writeText.mockRejectedValueOnce(new Error('not in front'));
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    expect(page.text).toContain('Still in the clipboard');
    await act(async () => {
      window.dispatchEvent(new Event('focus'));
    });
    expect(page.text).toContain('Clipboard cleared');
  });

  it.each(['pointerdown', 'keydown'])('tries again at a %s too, which some browsers want', async (event) => {
    await exported();
    await page.press('Copy');
    writeText.mockRejectedValueOnce(new Error('no press'));
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    await act(async () => {
      window.dispatchEvent(new Event(event));
    });
    expect(writeText).toHaveBeenLastCalledWith('');
    await act(async () => {
      window.dispatchEvent(new Event(event));
    });
    expect(writeText).toHaveBeenCalledTimes(3);
  });

  it('is cleared from the clipboard also after the connection was lost', async () => {
    await exported();
    await page.press('Copy');
    page.setStatus('closed');
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    expect(writeText).toHaveBeenLastCalledWith('');
  });

  it('keeps its clipboard timer if the next copy is denied', async () => {
    await exported();
    await page.press('Copy');
    await act(async () => vi.advanceTimersByTimeAsync(20_000));
    writeText.mockRejectedValueOnce(new Error('refused'));
    await page.press('Copy');
    await act(async () => vi.advanceTimersByTimeAsync(10_000));
    expect(writeText).toHaveBeenLastCalledWith('');
  });

  it('offers the Ethereum format only for Ethereum keys', () => {
    expect(page.text).not.toContain('Ethereum, 0x');
    page.close();
    open({ name: 'export-key', address: ETHEREUM_KEY.address }, { exportKey });
    expect(page.text).toContain('Ethereum, 0x');
  });
});

describe('a new phrase in an existing vault', () => {
  const mnemonic = Array(24).fill('zoo').join(' ');
  const createPhrase = vi.fn<TrustedCalls['createPhrase']>();
  const confirmBackup = vi.fn<TrustedCalls['confirmBackup']>();
  const RAW_ONLY = { accounts: [{ ...RANDOM_KEY, origin: { kind: 'imported' as const } }], phrases: [] };

  async function made(vault: 'locked' | 'unlocked'): Promise<void> {
    createPhrase.mockReset().mockResolvedValue({ mnemonic, phraseId: 'p2', address: PHRASE_KEY.address, path: "m/44'/461'/0'/0/0" });
    confirmBackup.mockReset().mockResolvedValue({});
    open({ name: 'add-key' }, { createPhrase, confirmBackup }, trustedState({ ...RAW_ONLY, vault }));
    await page.press(/^New recovery phrase/);
    page.fill('Key name', ' Savings ');
    if (vault === 'locked') page.fill('Vault passphrase', PASSPHRASE);
    await page.press('Create phrase');
    expect(page.title).toBe('Write down these 24 words');
  }

  async function giveBack(): Promise<void> {
    for (const place of page.title.match(/\d+/g) ?? []) page.fill(`Word ${place}`, 'zoo');
    await page.press('Check');
  }

  it('asks for the vault passphrase once, and for some words', async () => {
    await made('locked');
    expect(createPhrase).toHaveBeenCalledExactlyOnceWith({ label: 'Savings', passphrase: PASSPHRASE });
    await page.press('I have written them down');
    await giveBack();
    expect(confirmBackup.mock.lastCall?.[0]).toMatchObject({ phraseId: 'p2', passphrase: PASSPHRASE });
    expect(page.text).toContain('Phrase backed up');
    page.expectGone(PASSPHRASE, 'zoo');
  });

  it('asks for the passphrase again if the vault locks while the words are shown', async () => {
    await made('unlocked');
    expect(createPhrase).toHaveBeenCalledExactlyOnceWith({ label: 'Savings' });
    page.publish(trustedState({ ...RAW_ONLY, vault: 'locked' }));
    await page.press('I have written them down');
    await giveBack();
    expect(page.about('Vault passphrase')).toBe('Enter the vault passphrase.');
    confirmBackup.mockRejectedValueOnce(WRONG);
    page.fill('Vault passphrase', 'wrong');
    await page.press('Check');
    expect(page.about('Vault passphrase')).toBe(WRONG.message);
    page.fill('Vault passphrase', PASSPHRASE);
    await page.press('Check');
    expect(confirmBackup.mock.lastCall?.[0]).toMatchObject({ phraseId: 'p2', passphrase: PASSPHRASE });
    page.expectGone(PASSPHRASE, 'zoo');
  });

  it('asks for some words without a passphrase while the vault stays unlocked', async () => {
    await made('unlocked');
    await page.press('I have written them down');
    await giveBack();
    expect(confirmBackup.mock.lastCall?.[0]).not.toHaveProperty('passphrase');
  });
});

describe('deleting a key', () => {
  it.each([
    ['5000000000000000001', 'Balance 5.000000000000000001 FIL'],
    ['0', 'Balance 0 FIL'],
    [undefined, 'Balance unknown'],
  ])('says that it holds %s', async (balance, words) => {
    const readHolding = vi.fn<TrustedCalls['readHolding']>().mockResolvedValue(balance === undefined ? {} : { balance });
    open({ name: 'delete-key', address: PHRASE_KEY.address }, { readHolding });
    await vi.waitFor(() => expect(page.text).toContain(words));
    expect(readHolding).toHaveBeenCalledExactlyOnceWith({ address: PHRASE_KEY.address });
  });

  it('requires the exact address and the passphrase', async () => {
    const deleteKey = vi.fn<TrustedCalls['deleteKey']>().mockResolvedValue({});
    open({ name: 'delete-key', address: PHRASE_KEY.address }, { deleteKey });
    expect(page.text).toContain('Recovery phrase not backed up');
    page.fill('Type the full address to confirm', PHRASE_KEY.address.replace('svk', 'swk'));
    page.fill('Vault passphrase', PASSPHRASE);
    await page.press('Delete key');
    expect(page.about('Type the full address to confirm')).toBe('Differs at character 8.');
    page.fill('Type the full address to confirm', PHRASE_KEY.address.slice(0, 20));
    expect(page.about('Type the full address to confirm')).toContain('Incomplete: 20 of 41');
    page.fill('Type the full address to confirm', PHRASE_KEY.address.toUpperCase());
    await page.press('Delete key');
    expect(deleteKey).not.toHaveBeenCalled();

    page.fill('Type the full address to confirm', PHRASE_KEY.address);
    deleteKey.mockRejectedValueOnce(WRONG);
    await page.press('Delete key');
    expect(page.about('Vault passphrase')).toBe(WRONG.message);
    await page.press('Delete key');
    expect(deleteKey).toHaveBeenLastCalledWith({ address: PHRASE_KEY.address, typedAddress: PHRASE_KEY.address, passphrase: PASSPHRASE });
    expect(page.title).toBe('Key deleted');
  });

  it.each([
    [
      PHRASE_KEY,
      { phrases: [{ id: 'p1', wordCount: 24, hasBip39Passphrase: false, isBackedUp: true, createdAtMs: 0 }] },
      'Its recovery phrase restores it',
    ],
    [RANDOM_KEY, {}, 'Nothing restores it'],
    [{ ...RANDOM_KEY, isBackedUp: true }, {}, 'Only its export restores it'],
    [{ ...RANDOM_KEY, origin: { kind: 'imported' as const } }, {}, 'Only the text you imported restores it'],
  ])('says what brings the key back (%#)', (key, change, words) => {
    open({ name: 'delete-key', address: key.address }, {}, trustedState({ accounts: [key], ...change }));
    expect(page.text).toContain(words);
  });
});

it.each(['export-key', 'delete-key', 'rename-key'] as const)('%s of a key that is not there says so', (name) => {
  open({ name, address: 't1unknown' }, {});
  expect(page.title).toBe('This key is not in the vault');
});

it.each(['answer', 'state'])('an unlocked vault leaves nothing of the passphrase, with the %s first', async (first) => {
  const answered = Promise.withResolvers<Record<string, never>>();
  open({ name: 'unlock' }, { unlockVault: () => answered.promise }, trustedState({ vault: 'locked' }));
  page.fill('Vault passphrase', PASSPHRASE);
  await page.press('Unlock');
  if (first === 'state') page.publish(trustedState({ vault: 'unlocked' }));
  await act(async () => answered.resolve({}));
  if (first === 'answer') page.publish(trustedState({ vault: 'unlocked' }));
  expect(page.title).toBe('Wallet unlocked');
  page.expectGone(PASSPHRASE);
});

it('a finished step without text closes automatically, unless it is kept open', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = vi.spyOn(window, 'close').mockReturnValue();
  try {
    open({ name: 'unlock' }, {}, trustedState({ vault: 'unlocked' }));
    await act(async () => void vi.advanceTimersByTime(CLOSE_DELAY_MS - 1));
    expect(closed).not.toHaveBeenCalled();
    await act(async () => void vi.advanceTimersByTime(1));
    expect(closed).toHaveBeenCalledOnce();
    page.close();
    open({ name: 'unlock' }, {}, trustedState({ vault: 'unlocked' }));
    act(() => page.button('Keep open').click());
    await act(async () => void vi.advanceTimersByTime(CLOSE_DELAY_MS));
    expect(closed).toHaveBeenCalledOnce();
  } finally {
    closed.mockRestore();
    vi.useRealTimers();
  }
});

it('showing a phrase again requires the passphrase', async () => {
  const revealPhrase = vi.fn<TrustedCalls['revealPhrase']>().mockRejectedValueOnce(WRONG);
  revealPhrase.mockResolvedValue({ mnemonic: Array(12).fill('zoo').join(' '), bip39Passphrase: 'TREZOR' });
  open({ name: 'back-up', phraseId: 'p1' }, { revealPhrase });
  await page.press('Show the words');
  expect(page.about('Vault passphrase')).toBe('Enter the vault passphrase.');
  page.fill('Vault passphrase', 'wrong');
  await page.press('Show the words');
  expect(page.about('Vault passphrase')).toBe(WRONG.message);
  page.fill('Vault passphrase', PASSPHRASE);
  await page.press('Show the words');
  expect(revealPhrase).toHaveBeenLastCalledWith({ phraseId: 'p1', passphrase: PASSPHRASE });
  expect(page.title).toBe('Write down these 12 words');
  expect(page.text).toContain('TREZOR');
  await page.press('Check later');
  page.expectGone('zoo', 'TREZOR', PASSPHRASE);
});

it('a backed-up phrase can be shown again, and stays backed up without the check', async () => {
  const revealPhrase = vi.fn<TrustedCalls['revealPhrase']>().mockResolvedValue({ mnemonic: Array(12).fill('zoo').join(' ') });
  const [phrase] = trustedState().phrases;
  open(
    { name: 'back-up', phraseId: 'p1' },
    { revealPhrase },
    trustedState({ phrases: phrase === undefined ? [] : [{ ...phrase, isBackedUp: true }] }),
  );
  expect(page.title).toBe('Show a recovery phrase');
  page.fill('Vault passphrase', PASSPHRASE);
  await page.press('Show the words');
  await page.press('Done');
  expect(page.title).toBe('Phrase backed up');
  page.expectGone('zoo', PASSPHRASE);
});

it.each(['create-vault', 'unlock', 'add-key', 'change-passphrase'] as const)(
  '%s with a vault that cannot be read says so before anything is typed',
  (name) => {
    open({ name }, {}, trustedState({ vault: 'corrupt', accounts: [], phrases: [], problem: 'The file is torn.' }));
    expect(page.title).toBe('Vault not available');
    expect(page.text).toContain('The file is torn.');
    expect(page.host.querySelectorAll('input, textarea')).toHaveLength(0);
  },
);

it('an error of a field that the page does not have is shown', async () => {
  const refusal = new SextantError('invalid-input', 'The address is of another network.', {
    details: { fields: { address: 'of another network' } },
  });
  open({ name: 'rename-key', address: PHRASE_KEY.address }, { renameKey: vi.fn<TrustedCalls['renameKey']>().mockRejectedValue(refusal) });
  await page.press('Rename');
  expect(page.text).toContain(refusal.message);
});

it('a key is renamed without a passphrase in an unlocked vault', async () => {
  const renameKey = vi.fn<TrustedCalls['renameKey']>().mockResolvedValue({});
  open({ name: 'rename-key', address: PHRASE_KEY.address }, { renameKey });
  page.fill('Key name', ' Cold store ');
  await page.press('Rename');
  expect(renameKey).toHaveBeenCalledExactlyOnceWith({ address: PHRASE_KEY.address, label: 'Cold store' });
});

it('the passphrase is changed with the old one and a new one typed twice', async () => {
  const changePassphrase = vi.fn<TrustedCalls['changePassphrase']>().mockRejectedValueOnce(WRONG).mockResolvedValue({});
  open({ name: 'change-passphrase' }, { changePassphrase });
  page.fill('Vault passphrase', 'old one');
  page.fill('New passphrase', PASSPHRASE);
  await page.press('Change');
  expect(page.about('Confirm passphrase')).toBe('Enter the passphrase again.');
  page.fill('Confirm passphrase', PASSPHRASE);
  await page.press('Change');
  expect(page.about('Vault passphrase')).toBe(WRONG.message);
  expect(page.field('New passphrase').value).toBe(PASSPHRASE);
  page.fill('Vault passphrase', 'older one');
  await page.press('Change');
  expect(changePassphrase).toHaveBeenLastCalledWith({ passphrase: 'older one', newPassphrase: PASSPHRASE });
  expect(page.title).toBe('Passphrase changed');
  page.expectGone(PASSPHRASE, 'older one');
});

it('no page lets the browser store, correct or complete secrets', async () => {
  open({ name: 'add-key' }, {});
  await page.press(/^Import a recovery phrase/);
  const fields = [...page.host.querySelectorAll<HTMLInputElement>('input[data-word]')];
  expect(fields).toHaveLength(24);
  for (const field of fields) {
    expect([field.getAttribute('autocomplete'), field.getAttribute('spellcheck'), field.name]).toEqual(['off', 'false', '']);
  }
});
