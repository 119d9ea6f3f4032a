import { describe, expect, it } from 'vitest';
import { parseVault } from '../../../../electron/wallet/vault-file.ts';
import { formatAddress, parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { parseKeyExport } from '../../../../shared/domain/keys/key-export.ts';
import { deriveKey } from '../../../../shared/domain/keys/mnemonic.ts';
import { readSharedJson } from '../../../builders/shared-data.ts';
import { GENESIS } from './sample-messages.ts';
import { VaultAtHand } from './vault-at-hand.ts';

interface PublishedKey {
  readonly export: string;
  readonly type: 'secp256k1' | 'bls' | 'delegated';
  readonly privateKeyBase64: string;
  readonly address: string;
}

const PUBLISHED = readSharedJson<PublishedKey[]>('wallets/keys.json');
const FACTS = { label: 'Brought', createdAtMs: 2 };

function accountsOf(vault: VaultAtHand) {
  return parseVault(vault.text).header.accounts;
}

async function made() {
  const vault = new VaultAtHand();
  const first = await vault.make();
  return { vault, ...first };
}

function canonical(address: string): string {
  return formatAddress(parseAddress(address), 'f');
}

describe('making keys', () => {
  it('gives the first key of a new phrase the path of Lotus-compatible wallets, and the next ones the next numbers', async () => {
    const { vault, mnemonic, phraseId, address, path } = await made();
    expect(mnemonic.split(' ')).toHaveLength(24);
    expect(path).toBe("m/44'/461'/0'/0/0");
    expect(address).toBe(deriveKey(mnemonic, 'secp256k1', path).address);
    const second = await vault.ask('createKey', { keyType: 'secp256k1', phraseId, ...FACTS, genesisCid: GENESIS });
    expect(second).toMatchObject({ path: "m/44'/461'/0'/0/1", address: deriveKey(mnemonic, 'secp256k1', "m/44'/461'/0'/0/1").address });
    const eth = await vault.ask('createKey', { keyType: 'delegated', ...FACTS, genesisCid: GENESIS });
    expect(eth).toMatchObject({ path: "m/44'/60'/0'/0/0", address: deriveKey(mnemonic, 'delegated', "m/44'/60'/0'/0/0").address });
    expect(accountsOf(vault).map(({ address: _address, ...rest }) => rest)).toEqual([
      {
        ...FACTS,
        label: 'First key',
        createdAtMs: 1,
        keyType: 'secp256k1',
        origin: { kind: 'phrase', phraseId, path },
        genesisCids: [GENESIS],
        isExported: false,
      },
      {
        ...FACTS,
        keyType: 'secp256k1',
        origin: { kind: 'phrase', phraseId, path: second.path },
        genesisCids: [GENESIS],
        isExported: false,
      },
      { ...FACTS, keyType: 'delegated', origin: { kind: 'phrase', phraseId, path: eth.path }, genesisCids: [GENESIS], isExported: false },
    ]);
  });

  it('draws BLS keys at random', async () => {
    const { vault } = await made();
    const one = await vault.ask('createKey', { keyType: 'bls', ...FACTS });
    const other = await vault.ask('createKey', { keyType: 'bls', ...FACTS });
    expect(one.address).toMatch(/^f3/);
    expect(one.path).toBeUndefined();
    expect(other.address).not.toBe(one.address);
    expect(accountsOf(vault).at(-1)).toMatchObject({ origin: { kind: 'random' }, genesisCids: [] });
  });

  it('never brings back a deleted key, and steps over one that was brought alone', async () => {
    const { vault, mnemonic, phraseId } = await made();
    const { address } = await vault.ask('createKey', { keyType: 'secp256k1', phraseId, ...FACTS });
    await vault.ask('deleteKey', { address });
    const third = deriveKey(mnemonic, 'secp256k1', "m/44'/461'/0'/0/2");
    await vault.ask('importKey', { text: Buffer.from(third.privateKey).toString('hex'), address: third.address, ...FACTS });
    expect(await vault.ask('createKey', { keyType: 'secp256k1', phraseId, ...FACTS })).toMatchObject({ path: "m/44'/461'/0'/0/3" });
  });

  it('asks which phrase where there is none, several, or another', async () => {
    const { vault } = await made();
    await expect(vault.ask('createKey', { keyType: 'secp256k1', phraseId: 'unknown', ...FACTS })).rejects.toMatchObject({
      code: 'key-missing',
    });
    const mnemonic = `${'abandon '.repeat(11)}about`;
    await vault.ask('importPhrase', { mnemonic, keys: [{ path: "m/44'/461'/0'/0/0", keyType: 'secp256k1' }], ...FACTS });
    await expect(vault.ask('createKey', { keyType: 'secp256k1', ...FACTS })).rejects.toThrow(/derive (a|the) key from/);
    const alone = new VaultAtHand();
    const key = PUBLISHED[0] ?? { export: '', address: '' };
    const { change } = await alone.signer.request<'importKey'>({
      kind: 'importKey',
      access: { kind: 'make', passphrase: 'correct horse battery', texts: [] },
      text: key.export,
      address: key.address,
      ...FACTS,
    });
    alone.text = change?.vaultText ?? '';
    expect(parseVault(alone.text).header.phrases).toEqual([]);
    await expect(alone.ask('createKey', { keyType: 'delegated', ...FACTS })).rejects.toThrow(/no recovery phrase/);
    expect((await alone.ask('createKey', { keyType: 'bls', ...FACTS })).address).toMatch(/^f3/);
  });
});

describe('bringing keys', () => {
  it.each(PUBLISHED.map((key) => [key.address, key] as const))('reads, takes in and writes out the published %s', async (_name, key) => {
    const { vault } = await made();
    const address = canonical(key.address);
    const { form, keys } = await vault.signer.request<'readKey'>({ kind: 'readKey', text: key.export });
    expect({ form, keys }).toMatchObject({ form: 'lotus-hex', keys: [{ address, keyType: key.type }] });
    expect(await vault.ask('importKey', { text: key.export, address, ...FACTS })).toMatchObject({ address });
    // Worth money elsewhere, maybe: no network is taken for granted.
    expect(accountsOf(vault).at(-1)).toMatchObject({ address, origin: { kind: 'imported' }, genesisCids: [] });
    const { text } = await vault.ask('exportKey', { address, form: 'lotus-hex' });
    expect(text).toBe(key.export);
    expect((await vault.ask('exportKey', { address, form: 'base64' })).text).toBe(key.privateKeyBase64);
  });

  it('offers every reading of bare bytes, and takes the one whose address was chosen', async () => {
    const { vault } = await made();
    const text = Buffer.from(PUBLISHED[1]?.privateKeyBase64 ?? '', 'base64').toString('hex');
    const { keys } = await vault.signer.request<'readKey'>({ kind: 'readKey', text });
    expect(keys.map(({ keyType, byteOrder }) => `${keyType} ${byteOrder}`)).toEqual(
      parseKeyExport(text).keys.map(({ type, byteOrder }) => `${type} ${byteOrder}`),
    );
    expect(keys.length).toBeGreaterThanOrEqual(2);
    for (const { address, keyType } of keys) {
      await vault.ask('importKey', { text, address, ...FACTS });
      expect(accountsOf(vault).at(-1)).toMatchObject({ address, keyType });
    }
  });

  it.each(['lotus-hex', 'lotus-json', 'eth-hex', 'hex', 'base64'] as const)('writes a key as %s so that it is read again', async (form) => {
    const { vault } = await made();
    const { address } = await vault.ask('createKey', { keyType: 'delegated', ...FACTS });
    const { text, change } = await vault.ask('exportKey', { address, form });
    expect(parseKeyExport(text).keys.map((key) => key.address)).toContain(address);
    // That it was written out is worth noting, and no reason to withhold it from a full disk.
    expect(change?.isRequired).toBe(false);
    expect(accountsOf(vault).find((account) => account.address === address)?.isExported).toBe(true);
    expect((await vault.ask('exportKey', { address, form })).change).toBeUndefined();
  });

  it('refuses what is no key, another address, and a key that it holds, and repeats no secret', async () => {
    const { vault } = await made();
    const key = PUBLISHED[0] ?? { export: '', address: '' };
    await expect(vault.signer.request({ kind: 'readKey', text: 'not a key, but secret' })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.not.stringContaining('secret'),
    });
    await expect(vault.ask('importKey', { text: key.export, address: PUBLISHED[1]?.address ?? '', ...FACTS })).rejects.toThrow(
      /does not contain/,
    );
    await vault.ask('importKey', { text: key.export, address: key.address, ...FACTS });
    await expect(vault.ask('importKey', { text: key.export, address: key.address, ...FACTS })).rejects.toThrow(
      /already has this key, as “Brought”/,
    );
    const { address } = await vault.ask('createKey', { keyType: 'bls', ...FACTS });
    await expect(vault.ask('exportKey', { address, form: 'eth-hex' })).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('naming and removing keys', () => {
  it('renames', async () => {
    const { vault, address } = await made();
    await vault.ask('renameKey', { address, label: 'Savings' });
    expect(accountsOf(vault)).toMatchObject([{ address, label: 'Savings' }]);
  });

  it('removes the key and keeps the phrase, so that others can still come from it', async () => {
    const { vault, address, phraseId, mnemonic } = await made();
    await vault.ask('deleteKey', { address });
    const { accounts, phrases } = parseVault(vault.text).header;
    expect(accounts).toEqual([]);
    expect(phrases).toMatchObject([{ id: phraseId }]);
    await expect(vault.ask('exportKey', { address, form: 'hex' })).rejects.toMatchObject({ code: 'key-missing' });
    expect(await vault.ask('revealPhrase', { phraseId })).toMatchObject({ mnemonic });
  });

  it('knows no key that it does not hold', async () => {
    const { vault } = await made();
    const address = PUBLISHED[0]?.address ?? '';
    for (const refused of [
      vault.ask('renameKey', { address, label: 'x' }),
      vault.ask('deleteKey', { address }),
      vault.ask('exportKey', { address, form: 'hex' }),
      vault.ask('revealPhrase', { phraseId: 'unknown' }),
    ]) {
      await expect(refused).rejects.toMatchObject({ code: 'key-missing' });
    }
  });
});
