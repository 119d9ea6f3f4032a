import { describe, expect, it } from 'vitest';
import { parseVault } from '../../../../electron/wallet/vault-file.ts';
import { DERIVATION_SCHEMES } from '../../../../shared/domain/keys/derivation-path.ts';
import { deriveKey } from '../../../../shared/domain/keys/mnemonic.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';
import { GENESIS } from './sample-messages.ts';
import { PASSPHRASE, VaultAtHand } from './vault-at-hand.ts';

interface PublishedPhrase {
  readonly mnemonic: string;
  readonly children: readonly { readonly path: string; readonly address: string }[];
}

const PUBLISHED = readSharedJson<PublishedPhrase[]>('wallets/mnemonics.json');
const PHRASE = PUBLISHED[0]?.mnemonic ?? '';
const FACTS = { label: 'Old wallet', createdAtMs: 2 };
const FIRST = { path: "m/44'/461'/0'/0/0", keyType: 'secp256k1' } as const;

async function made() {
  const vault = new VaultAtHand();
  return { vault, ...(await vault.make()) };
}

function headerOf(vault: VaultAtHand) {
  return parseVault(vault.text).header;
}

describe('looking through a phrase', () => {
  it.each(PUBLISHED.map((phrase) => [phrase.children[0]?.address ?? '', phrase] as const))(
    'finds the published %s',
    async (_name, phrase) => {
      const vault = new VaultAtHand();
      const { keys, wordCount } = await vault.signer.request<'scanPhrase'>({ kind: 'scanPhrase', mnemonic: phrase.mnemonic, count: 2 });
      expect(wordCount).toBe(phrase.mnemonic.split(' ').length);
      expect(keys).toHaveLength(DERIVATION_SCHEMES.length * 2);
      for (const { address } of phrase.children.slice(0, 1)) {
        expect(keys.map((key) => key.address)).toContain(address);
      }
    },
  );

  it('adds a path of the user’s own as both kinds of key, unless it is there already', async () => {
    const { signer } = new VaultAtHand();
    const scan = (path: string) => signer.request<'scanPhrase'>({ kind: 'scanPhrase', mnemonic: PHRASE, count: 1, path });
    const own = await scan('m/44h/461h/7h/0/3');
    expect(own.keys.slice(0, 2)).toEqual(
      (['secp256k1', 'delegated'] as const).map((keyType) => ({
        scheme: 'Custom path',
        keyType,
        path: "m/44'/461'/7'/0/3",
        address: deriveKey(PHRASE, keyType, "m/44'/461'/7'/0/3").address,
      })),
    );
    const known = await scan(FIRST.path);
    expect(known.keys.filter(({ path }) => path === FIRST.path).map(({ scheme, keyType }) => [scheme, keyType])).toEqual(
      expect.arrayContaining([['Custom path', 'delegated']]),
    );
    expect(known.keys.filter(({ path, scheme }) => path === FIRST.path && scheme === 'Custom path')).toHaveLength(1);
  });

  it('says what is wrong with a phrase or a path, and repeats neither', async () => {
    const { signer } = new VaultAtHand();
    const scan = (mnemonic: string, path?: string) =>
      signer.request({ kind: 'scanPhrase', mnemonic, count: 1, ...(path === undefined ? {} : { path }) });
    await expect(scan(PHRASE.replace('equip', 'eqiup'))).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(/^Word 1 (?!.*eqiup)/),
    });
    await expect(scan(PHRASE.replace('equip', 'young'))).rejects.toThrow(/checksum of the recovery phrase is wrong/);
    await expect(scan(PHRASE, '44/461')).rejects.toThrow(/starts with m/);
  });

  it('gives other keys for another BIP-39 passphrase', async () => {
    const { signer } = new VaultAtHand();
    const scan = async (bip39Passphrase: string) =>
      (await signer.request<'scanPhrase'>({ kind: 'scanPhrase', mnemonic: PHRASE, count: 1, bip39Passphrase })).keys[0]?.address;
    expect(await scan('')).not.toBe(await scan('TREZOR'));
    expect(await scan('caf\u00e9')).toBe(await scan('cafe\u0301'));
  });
});

describe('bringing a phrase', () => {
  it('leaves no copy of its passphrase in memory that lives on', async () => {
    const { vault } = await made();
    const bip39Passphrase = 'a word of its own';
    const { buffer: pool } = Buffer.from('x');
    await vault.ask('importPhrase', { mnemonic: PHRASE, bip39Passphrase, keys: [FIRST], ...FACTS });
    const phraseId = headerOf(vault).phrases.at(-1)?.id ?? '';
    expect(await vault.ask('revealPhrase', { phraseId })).toMatchObject({ bip39Passphrase });
    expect(Buffer.from(pool).includes(bip39Passphrase)).toBe(false);
  });

  it('takes the chosen keys in, named in order, with no network taken for granted', async () => {
    const { vault } = await made();
    const keys = [FIRST, { path: 'm/44h/461h/0h/0/4', keyType: 'secp256k1' }, { path: "m/44'/60'/0'/0/0", keyType: 'delegated' }] as const;
    const { addresses } = await vault.ask('importPhrase', { mnemonic: PHRASE, keys, ...FACTS });
    const { accounts, phrases } = headerOf(vault);
    const [, phrase] = phrases;
    expect(phrase).toMatchObject({
      wordCount: 12,
      hasBip39Passphrase: false,
      isBackedUp: true,
      nextIndexes: { secp256k1: 5, delegated: 1 },
    });
    expect(accounts.slice(1)).toMatchObject([
      { address: addresses[0], label: 'Old wallet', genesisCids: [], origin: { phraseId: phrase?.id, path: FIRST.path } },
      { address: addresses[1], label: 'Old wallet 2', origin: { path: "m/44'/461'/0'/0/4" } },
      { address: addresses[2], label: 'Old wallet 3', keyType: 'delegated' },
    ]);
    expect(addresses).toEqual(keys.map(({ path, keyType }) => deriveKey(PHRASE, keyType, path).address));
    // Others of it may be in use elsewhere too.
    await vault.ask('createKey', { keyType: 'secp256k1', phraseId: phrase?.id ?? '', label: 'x', createdAtMs: 3, genesisCid: GENESIS });
    expect(headerOf(vault).accounts.at(-1)).toMatchObject({ genesisCids: [], origin: { path: "m/44'/461'/0'/0/5" } });
  });

  it('is the same phrase however often and however it is typed, and holds no key twice', async () => {
    const { vault } = await made();
    const once = { mnemonic: PHRASE, bip39Passphrase: 'caf\u00e9', keys: [FIRST], ...FACTS };
    const { addresses } = await vault.ask('importPhrase', once);
    const again = await vault.ask('importPhrase', {
      ...once,
      mnemonic: `  ${PHRASE.replaceAll(' ', '\n')}  `,
      bip39Passphrase: 'cafe\u0301',
    });
    expect(again.addresses).toEqual(addresses);
    expect(headerOf(vault).phrases).toHaveLength(2);
    expect(headerOf(vault).accounts).toHaveLength(2);
    // Another passphrase is another wallet.
    await vault.ask('importPhrase', { mnemonic: PHRASE, keys: [FIRST], ...FACTS });
    expect(headerOf(vault).phrases).toHaveLength(3);
    expect(await vault.ask('revealPhrase', { phraseId: headerOf(vault).phrases[1]?.id ?? '' })).toMatchObject({
      mnemonic: PHRASE,
      bip39Passphrase: 'caf\u00e9',
    });
  });

  it('counts the phrase that was made here as backed up when all its words are typed', async () => {
    const { vault, mnemonic } = await made();
    expect(headerOf(vault).phrases).toMatchObject([{ isBackedUp: false }]);
    await vault.ask('importPhrase', { mnemonic, keys: [FIRST], ...FACTS });
    expect(headerOf(vault)).toMatchObject({ phrases: [{ isBackedUp: true }], accounts: [{ label: 'First key' }] });
    expect(headerOf(vault).accounts).toHaveLength(1);
  });

  it('makes a vault where there is none, with the tokens sealed', async () => {
    const vault = new VaultAtHand();
    const access = { kind: 'make', passphrase: PASSPHRASE, texts: [{ name: 'a', text: 'token' }] } as const;
    const { change } = await vault.signer.request<'importPhrase'>({
      kind: 'importPhrase',
      access,
      mnemonic: PHRASE,
      keys: [FIRST],
      ...FACTS,
    });
    vault.text = change?.vaultText ?? '';
    expect(headerOf(vault).accounts).toHaveLength(1);
    const [text = { name: '', text: '' }] = change?.sealedTexts ?? [];
    await vault.unlock();
    expect(await vault.signer.request<'open'>({ kind: 'open', vaultText: vault.text, text })).toEqual({ name: 'a', text: 'token' });
    vault.signer.lock();
  });

  it('cuts long names so that each still ends in its number', async () => {
    const { vault } = await made();
    const keys = [FIRST, { ...FIRST, path: "m/44'/461'/0'/0/1" }];
    await vault.ask('importPhrase', { mnemonic: PHRASE, keys, label: 'x'.repeat(60), createdAtMs: 1 });
    expect(
      headerOf(vault)
        .accounts.slice(1)
        .map(({ label }) => label),
    ).toEqual(['x'.repeat(60), `${'x'.repeat(58)} 2`]);
  });
});

describe('asking words back', () => {
  it('counts the phrase as backed up when they are right, in any case', async () => {
    const { vault, phraseId, mnemonic } = await made();
    const words = mnemonic.split(' ').map((word, index) => ({ position: index + 1, word: ` ${word.toUpperCase()} ` }));
    await vault.ask('confirmBackup', { phraseId, words: [words[2], words[11], words[23]].flatMap((word) => word ?? []) });
    expect(headerOf(vault).phrases).toMatchObject([{ isBackedUp: true }]);
  });

  it('names the places that are wrong, and no word', async () => {
    const { vault, phraseId, mnemonic } = await made();
    const right = mnemonic.split(' ');
    const words = [1, 7, 20].map((position) => ({ position, word: position === 7 ? (right[6] ?? '') : 'wrongword' }));
    const refused = await vault.ask('confirmBackup', { phraseId, words }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'invalid-input', message: expect.stringContaining('1, 20') });
    for (const word of [right[0] ?? '', right[19] ?? '']) {
      expect(String(refused)).not.toMatch(new RegExp(`\\b${word}\\b`));
    }
    expect(headerOf(vault).phrases).toMatchObject([{ isBackedUp: false }]);
  });

  it('locks the vault when words are tried', async () => {
    let locked = 0;
    const vault = new VaultAtHand({
      onState: (autoLockAtMs) => {
        locked += autoLockAtMs === undefined ? 1 : 0;
      },
    });
    const { phraseId } = await vault.make();
    await vault.unlock();
    const words = [1, 2, 3].map((position) => ({ position, word: 'wrongword' }));
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect(vault.signer.isUnlocked).toBe(true);
      await expect(vault.askUnlocked('confirmBackup', { phraseId, words })).rejects.toMatchObject({ code: 'invalid-input' });
    }
    expect([vault.signer.isUnlocked, locked]).toEqual([false, 1]);
    await expect(vault.askUnlocked('confirmBackup', { phraseId, words })).rejects.toMatchObject({ code: 'vault-locked' });
  });

  it('wants three places, each once and within the phrase', async () => {
    const { vault, phraseId, mnemonic } = await made();
    const word = mnemonic.split(' ')[0] ?? '';
    for (const positions of [
      [1, 1, 1],
      [1, 2, 25],
    ]) {
      const words = positions.map((position) => ({ position, word }));
      await expect(vault.ask('confirmBackup', { phraseId, words })).rejects.toThrow(/three different words/);
    }
  });
});
