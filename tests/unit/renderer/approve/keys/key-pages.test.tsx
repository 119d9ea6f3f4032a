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

describe('a private key that is brought', () => {
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

  it('is covered while it is pasted, and refused beside its field where it is none', async () => {
    await page.press('Read it');
    expect(page.about('Private key')).toBe('Paste the key here.');
    expect(page.field('Private key').dataset.covered).toBe('true');
    readKey.mockRejectedValueOnce(new SextantError('invalid-input', 'This is an address, which everybody may know.'));
    page.fill('Private key', PHRASE_KEY.address);
    await page.press('Read it');
    expect(page.about('Private key')).toBe('This is an address, which everybody may know.');
    expect(page.field('Private key').value).toBe(PHRASE_KEY.address);
  });

  it('is read first: another press of the same button does not keep it', async () => {
    readKey.mockResolvedValue({ readings: READINGS.slice(1, 2) });
    expect(page.text).toContain('A connected node learns its address');
    page.fill('Private key', EXPORT);
    const before = page.button('Read it');
    before.focus();
    await page.press('Read it');
    expect(page.title).toBe('Is this the key?');
    expect(before.isConnected).toBe(false);
    expect(document.activeElement).toBe(page.host.querySelector('h1'));
  });

  it('shows every reading; one has to be chosen before it is kept', async () => {
    page.fill('Private key', EXPORT);
    await page.press('Read it');
    expect(page.title).toBe('Which key is it?');
    for (const { address } of READINGS) expect(page.text).toContain(address);
    expect(page.host.querySelectorAll('input[type=radio]:disabled')).toHaveLength(1);
    page.fill('Passphrase of this vault', 'wrong');
    await page.press('Keep the key');
    expect(page.text).toContain('Choose one of the readings');
    expect(importKey).not.toHaveBeenCalled();

    await page.tick(/Ethereum key/);
    importKey.mockRejectedValueOnce(WRONG);
    await page.press('Keep the key');
    expect(page.about('Passphrase of this vault')).toBe(WRONG.message);
    page.fill('Passphrase of this vault', PASSPHRASE);
    await page.press('Keep the key');
    expect(importKey).toHaveBeenLastCalledWith({
      text: EXPORT,
      address: ETHEREUM_KEY.address,
      label: 'Brought key',
      passphrase: PASSPHRASE,
    });
    expect(page.title).toBe('The key is in the vault');
    page.expectGone(EXPORT, PASSPHRASE);
  });
});

describe('a new key', () => {
  it('comes from a phrase, or at random with a word that nothing brings it back', async () => {
    const createKey = vi.fn<TrustedCalls['createKey']>().mockResolvedValue({ address: RANDOM_KEY.address });
    open({ name: 'add-key' }, { createKey });
    await page.press(/^New key/);
    expect(page.text).toContain('This phrase is not backed up');
    await page.press('Make the key');
    expect(page.about('Name of the key')).toBe('Give the key a name.');
    page.fill('Name of the key', 'Spending');
    await page.press('Make the key');
    expect(createKey).toHaveBeenLastCalledWith({ keyType: 'secp256k1', label: 'Spending', phraseId: 'p1' });
    await page.press('Add another');
    await page.press(/^New key/);
    await page.tick(/^f3/);
    page.fill('Name of the key', 'Worker');
    await page.press('Make the key');
    expect(createKey).toHaveBeenLastCalledWith({ keyType: 'bls', label: 'Worker' });
    expect(page.text).toContain('Nothing brings this key back yet');
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
    page.fill('Passphrase of this vault', PASSPHRASE);
    await page.press('Export');
  }

  it('is covered until it is asked for, and goes when the window is out of sight', async () => {
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

  it('is taken out of the clipboard in time, also after it went from the page', async () => {
    await exported();
    await page.press('Copy');
    expect(writeText).toHaveBeenCalledExactlyOnceWith(EXPORT);
    expect(page.text).toContain('after 30 s the clipboard is emptied');
    page.hide();
    await act(async () => vi.advanceTimersByTimeAsync(29_000));
    expect(writeText).toHaveBeenCalledTimes(1);
    await act(async () => vi.advanceTimersByTimeAsync(1000));
    expect(writeText).toHaveBeenLastCalledWith('');
    expect(page.text).toContain('The clipboard was emptied');
  });

  it('says that it is still in the clipboard where the window may not empty it, and tries again in front', async () => {
    await exported();
    await page.press('Copy');
    writeText.mockRejectedValueOnce(new Error('not in front'));
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    expect(page.text).toContain('It is still in the clipboard');
    await act(async () => {
      window.dispatchEvent(new Event('focus'));
    });
    expect(page.text).toContain('The clipboard was emptied');
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

  it('is taken out of the clipboard also where the connection has gone, and the page with it', async () => {
    await exported();
    await page.press('Copy');
    page.setStatus('closed');
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    expect(writeText).toHaveBeenLastCalledWith('');
  });

  it('keeps its time in the clipboard where the next copy is refused', async () => {
    await exported();
    await page.press('Copy');
    await act(async () => vi.advanceTimersByTimeAsync(20_000));
    writeText.mockRejectedValueOnce(new Error('refused'));
    await page.press('Copy');
    await act(async () => vi.advanceTimersByTimeAsync(10_000));
    expect(writeText).toHaveBeenLastCalledWith('');
  });

  it('offers the form of Ethereum for its keys alone', () => {
    expect(page.text).not.toContain('Ethereum, 0x');
    page.close();
    open({ name: 'export-key', address: ETHEREUM_KEY.address }, { exportKey });
    expect(page.text).toContain('Ethereum, 0x');
  });
});

describe('a new phrase in a vault that is there', () => {
  const mnemonic = Array(24).fill('zoo').join(' ');
  const createPhrase = vi.fn<TrustedCalls['createPhrase']>();
  const confirmBackup = vi.fn<TrustedCalls['confirmBackup']>();
  const RAW_ONLY = { accounts: [{ ...RANDOM_KEY, origin: { kind: 'imported' as const } }], phrases: [] };

  async function made(vault: 'locked' | 'unlocked'): Promise<void> {
    createPhrase.mockReset().mockResolvedValue({ mnemonic, phraseId: 'p2', address: PHRASE_KEY.address, path: "m/44'/461'/0'/0/0" });
    confirmBackup.mockReset().mockResolvedValue({});
    open({ name: 'add-key' }, { createPhrase, confirmBackup }, trustedState({ ...RAW_ONLY, vault }));
    await page.press(/^New recovery phrase/);
    page.fill('Name of the key', ' Savings ');
    if (vault === 'locked') page.fill('Passphrase of this vault', PASSPHRASE);
    await page.press('Make the phrase');
    expect(page.title).toBe('Write down these 24 words');
  }

  async function giveBack(): Promise<void> {
    for (const place of page.title.match(/\d+/g) ?? []) page.fill(`Word ${place}`, 'zoo');
    await page.press('Check');
  }

  it('takes the passphrase of the vault once, and is asked back', async () => {
    await made('locked');
    expect(createPhrase).toHaveBeenCalledExactlyOnceWith({ label: 'Savings', passphrase: PASSPHRASE });
    await page.press('I have written them down');
    await giveBack();
    expect(confirmBackup.mock.lastCall?.[0]).toMatchObject({ phraseId: 'p2', passphrase: PASSPHRASE });
    expect(page.text).toContain('The phrase is backed up');
    page.expectGone(PASSPHRASE, 'zoo');
  });

  it('asks for the passphrase where the vault locks while the words are written down', async () => {
    await made('unlocked');
    expect(createPhrase).toHaveBeenCalledExactlyOnceWith({ label: 'Savings' });
    page.publish(trustedState({ ...RAW_ONLY, vault: 'locked' }));
    await page.press('I have written them down');
    await giveBack();
    expect(page.about('Passphrase of this vault')).toBe('Type the passphrase of this vault.');
    confirmBackup.mockRejectedValueOnce(WRONG);
    page.fill('Passphrase of this vault', 'wrong');
    await page.press('Check');
    expect(page.about('Passphrase of this vault')).toBe(WRONG.message);
    page.fill('Passphrase of this vault', PASSPHRASE);
    await page.press('Check');
    expect(confirmBackup.mock.lastCall?.[0]).toMatchObject({ phraseId: 'p2', passphrase: PASSPHRASE });
    page.expectGone(PASSPHRASE, 'zoo');
  });

  it('is asked back without a passphrase while the vault stays unlocked', async () => {
    await made('unlocked');
    await page.press('I have written them down');
    await giveBack();
    expect(confirmBackup.mock.lastCall?.[0]).not.toHaveProperty('passphrase');
  });
});

describe('deleting a key', () => {
  it.each([
    ['5000000000000000001', 'It holds 5.000000000000000001 FIL'],
    ['0', 'Its balance is 0 FIL'],
    [undefined, 'Its balance is unknown'],
  ])('says that it holds %s', async (balance, words) => {
    const readHolding = vi.fn<TrustedCalls['readHolding']>().mockResolvedValue(balance === undefined ? {} : { balance });
    open({ name: 'delete-key', address: PHRASE_KEY.address }, { readHolding });
    await vi.waitFor(() => expect(page.text).toContain(words));
    expect(readHolding).toHaveBeenCalledExactlyOnceWith({ address: PHRASE_KEY.address });
  });

  it('needs its address to the letter and the passphrase', async () => {
    const deleteKey = vi.fn<TrustedCalls['deleteKey']>().mockResolvedValue({});
    open({ name: 'delete-key', address: PHRASE_KEY.address }, { deleteKey });
    expect(page.text).toContain('Its recovery phrase is not backed up');
    page.fill('Type the full address to confirm', PHRASE_KEY.address.replace('svk', 'swk'));
    page.fill('Passphrase of this vault', PASSPHRASE);
    await page.press('Delete the key');
    expect(page.about('Type the full address to confirm')).toBe('It differs at character 8.');
    page.fill('Type the full address to confirm', PHRASE_KEY.address.slice(0, 20));
    expect(page.about('Type the full address to confirm')).toContain('not complete: 20 of 41');
    page.fill('Type the full address to confirm', PHRASE_KEY.address.toUpperCase());
    await page.press('Delete the key');
    expect(deleteKey).not.toHaveBeenCalled();

    page.fill('Type the full address to confirm', PHRASE_KEY.address);
    deleteKey.mockRejectedValueOnce(WRONG);
    await page.press('Delete the key');
    expect(page.about('Passphrase of this vault')).toBe(WRONG.message);
    await page.press('Delete the key');
    expect(deleteKey).toHaveBeenLastCalledWith({ address: PHRASE_KEY.address, typedAddress: PHRASE_KEY.address, passphrase: PASSPHRASE });
    expect(page.title).toBe('The key is deleted');
  });

  it.each([
    [
      PHRASE_KEY,
      { phrases: [{ id: 'p1', wordCount: 24, hasBip39Passphrase: false, isBackedUp: true, createdAtMs: 0 }] },
      'Its recovery phrase brings it back',
    ],
    [RANDOM_KEY, {}, 'Nothing brings it back'],
    [{ ...RANDOM_KEY, isBackedUp: true }, {}, 'Only its export brings it back'],
    [{ ...RANDOM_KEY, origin: { kind: 'imported' as const } }, {}, 'Only what you brought it from brings it back'],
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
  page.fill('Passphrase of this vault', PASSPHRASE);
  await page.press('Unlock');
  if (first === 'state') page.publish(trustedState({ vault: 'unlocked' }));
  await act(async () => answered.resolve({}));
  if (first === 'answer') page.publish(trustedState({ vault: 'unlocked' }));
  expect(page.title).toBe('The wallet is unlocked');
  page.expectGone(PASSPHRASE);
});

it('a finished step that has nothing to read closes by itself, unless it is kept open', async () => {
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

it('a phrase is shown again only for the passphrase', async () => {
  const revealPhrase = vi.fn<TrustedCalls['revealPhrase']>().mockRejectedValueOnce(WRONG);
  revealPhrase.mockResolvedValue({ mnemonic: Array(12).fill('zoo').join(' '), bip39Passphrase: 'TREZOR' });
  open({ name: 'back-up', phraseId: 'p1' }, { revealPhrase });
  await page.press('Show the words');
  expect(page.about('Passphrase of this vault')).toBe('Type the passphrase of this vault.');
  page.fill('Passphrase of this vault', 'wrong');
  await page.press('Show the words');
  expect(page.about('Passphrase of this vault')).toBe(WRONG.message);
  page.fill('Passphrase of this vault', PASSPHRASE);
  await page.press('Show the words');
  expect(revealPhrase).toHaveBeenLastCalledWith({ phraseId: 'p1', passphrase: PASSPHRASE });
  expect(page.title).toBe('Write down these 12 words');
  expect(page.text).toContain('TREZOR');
  await page.press('Check it later');
  page.expectGone('zoo', 'TREZOR', PASSPHRASE);
});

it('a phrase that is backed up can be looked at again, and stays backed up without the check', async () => {
  const revealPhrase = vi.fn<TrustedCalls['revealPhrase']>().mockResolvedValue({ mnemonic: Array(12).fill('zoo').join(' ') });
  const [phrase] = trustedState().phrases;
  open(
    { name: 'back-up', phraseId: 'p1' },
    { revealPhrase },
    trustedState({ phrases: phrase === undefined ? [] : [{ ...phrase, isBackedUp: true }] }),
  );
  expect(page.title).toBe('Show a recovery phrase');
  page.fill('Passphrase of this vault', PASSPHRASE);
  await page.press('Show the words');
  await page.press('Done');
  expect(page.title).toBe('The phrase is backed up');
  page.expectGone('zoo', PASSPHRASE);
});

it.each(['create-vault', 'unlock', 'add-key', 'change-passphrase'] as const)(
  '%s with a vault that cannot be read says so before anything is typed',
  (name) => {
    open({ name }, {}, trustedState({ vault: 'corrupt', accounts: [], phrases: [], problem: 'The file is torn.' }));
    expect(page.title).toBe('The vault cannot be used');
    expect(page.text).toContain('The file is torn.');
    expect(page.host.querySelectorAll('input, textarea')).toHaveLength(0);
  },
);

it('a refusal about a field that the page does not have is said all the same', async () => {
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
  page.fill('Name of the key', ' Cold store ');
  await page.press('Rename');
  expect(renameKey).toHaveBeenCalledExactlyOnceWith({ address: PHRASE_KEY.address, label: 'Cold store' });
});

it('the passphrase is changed with the old one and a new one typed twice', async () => {
  const changePassphrase = vi.fn<TrustedCalls['changePassphrase']>().mockRejectedValueOnce(WRONG).mockResolvedValue({});
  open({ name: 'change-passphrase' }, { changePassphrase });
  page.fill('Passphrase of this vault', 'old one');
  page.fill('New passphrase', PASSPHRASE);
  await page.press('Change it');
  expect(page.about('The same passphrase again')).toBe('Type it a second time.');
  page.fill('The same passphrase again', PASSPHRASE);
  await page.press('Change it');
  expect(page.about('Passphrase of this vault')).toBe(WRONG.message);
  expect(page.field('New passphrase').value).toBe(PASSPHRASE);
  page.fill('Passphrase of this vault', 'older one');
  await page.press('Change it');
  expect(changePassphrase).toHaveBeenLastCalledWith({ passphrase: 'older one', newPassphrase: PASSPHRASE });
  expect(page.title).toBe('The passphrase is changed');
  page.expectGone(PASSPHRASE, 'older one');
});

it('no page lets a browser keep what is typed, correct it, or complete it', async () => {
  open({ name: 'add-key' }, {});
  await page.press(/^Import a recovery phrase/);
  const fields = [...page.host.querySelectorAll<HTMLInputElement>('input[data-word]')];
  expect(fields).toHaveLength(24);
  for (const field of fields) {
    expect([field.getAttribute('autocomplete'), field.getAttribute('spellcheck'), field.name]).toEqual(['off', 'false', '']);
  }
});
