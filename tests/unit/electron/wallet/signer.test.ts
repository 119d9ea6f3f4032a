import { hkdfSync, randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { describe, expect, it, vi } from 'vitest';
import { OpenVault } from '../../../../electron/wallet/open-vault.ts';
import { Signer } from '../../../../electron/wallet/signer.ts';
import type { ProvenAccess } from '../../../../electron/wallet/signer-protocol.ts';
import { encodeSecrets } from '../../../../electron/wallet/vault-contents.ts';
import { newKdfParameters, parseVault, sealVault } from '../../../../electron/wallet/vault-file.ts';
import { parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { encodeMessage } from '../../../../shared/domain/messages/message.ts';
import { fastDerive } from './fast-derive.ts';
import { GENESIS, OTHER_GENESIS, sampleMessage } from './sample-messages.ts';
import { LONG_MS, PASSPHRASE, VaultAtHand } from './vault-at-hand.ts';
import { version1Vault } from './version-1-vault.ts';

const WRONG = 'wrong one here';

function signRequest(address: string) {
  const messages = [encodeMessage(sampleMessage({ from: parseAddress(address) }))];
  return { messages, genesisCid: GENESIS, isNewNetworkAccepted: false };
}

describe('opening', () => {
  it('needs the passphrase while locked, and stays locked with it', async () => {
    const vault = new VaultAtHand();
    const { address } = await vault.make();
    expect(vault.signer.isUnlocked).toBe(false);
    await expect(vault.askUnlocked('sign', signRequest(address))).rejects.toMatchObject({ code: 'vault-locked' });
    await expect(vault.ask('sign', signRequest(address), WRONG)).rejects.toMatchObject({ code: 'wrong-passphrase' });
    expect((await vault.ask('sign', signRequest(address))).signatures).toHaveLength(1);
    expect(vault.signer.isUnlocked).toBe(false);
  });

  it('refuses a passphrase that is wrong even while unlocked', async () => {
    const vault = new VaultAtHand();
    const { address } = await vault.make();
    await vault.unlock();
    await expect(vault.ask('sign', signRequest(address), WRONG)).rejects.toMatchObject({ code: 'wrong-passphrase' });
    expect((await vault.askUnlocked('sign', signRequest(address))).signatures).toHaveLength(1);
    vault.signer.lock();
  });

  it('refuses weak passphrases before anything is made or changed', async () => {
    const signer = new Signer({ derive: fastDerive });
    const access = { kind: 'make', passphrase: 'short', texts: [] } as const;
    await expect(signer.request({ kind: 'createVault', access, label: 'x', createdAtMs: 1 })).rejects.toMatchObject({
      code: 'weak-passphrase',
    });
    const vault = new VaultAtHand();
    await vault.make();
    await expect(vault.ask('changePassphrase', { newPassphrase: 'aaaaaaaaaa' })).rejects.toMatchObject({ code: 'weak-passphrase' });
  });

  it('keeps no vault between requests: what was not written is not known', async () => {
    const vault = new VaultAtHand();
    await vault.make();
    await vault.unlock();
    const before = vault.text;
    const { address } = await vault.askUnlocked('createKey', { keyType: 'secp256k1', label: 'x', createdAtMs: 2 });
    vault.text = before; // as after a full disk
    await expect(vault.askUnlocked('renameKey', { address, label: 'y' })).rejects.toMatchObject({ code: 'key-missing' });
    vault.signer.lock();
  });

  it('does not open with the kept key what another passphrase closes', async () => {
    const vault = new VaultAtHand();
    await vault.make();
    await vault.unlock();
    const other = new VaultAtHand();
    const { address } = await other.make();
    vault.text = other.text;
    await expect(vault.askUnlocked('sign', signRequest(address))).rejects.toMatchObject({ code: 'vault-locked' });
    vault.signer.lock();
  });

  it('zeroes the key of the vault on lock, and at once where the vault stays locked', async () => {
    const vault = new VaultAtHand();
    const { address } = await vault.make();
    await vault.ask('sign', signRequest(address));
    await vault.ask('sign', signRequest(address), WRONG).catch(() => undefined);
    expect(vault.keys).toHaveLength(3);
    expect(vault.keys.every(({ sealingKey }) => sealingKey.every((byte) => byte === 0))).toBe(true);
    await vault.unlock();
    const kept = vault.keys.at(-1);
    expect(kept?.sealingKey.some((byte) => byte !== 0)).toBe(true);
    vault.signer.lock();
    expect(kept?.sealingKey).toEqual(new Uint8Array(32));
  });

  it('zeroes keys and phrases at the end of each request, also of one that failed', async () => {
    const makes = vi.spyOn(OpenVault, 'make');
    const opens = vi.spyOn(OpenVault, 'open');
    const vault = new VaultAtHand();
    const { address } = await vault.make();
    await vault.ask('createKey', { keyType: 'bls', label: 'x', createdAtMs: 1 });
    await vault.unlock();
    await vault.askUnlocked('sign', signRequest(address));
    await expect(vault.askUnlocked('sign', signRequest(sampleMessage().from))).rejects.toMatchObject({ code: 'key-missing' });
    await expect(vault.ask('sign', signRequest(sampleMessage().from))).rejects.toMatchObject({ code: 'key-missing' });
    const text = { kind: 'seal', vaultText: vault.text, text: { name: 'a', text: 'token' } } as const;
    await vault.signer.request<'seal'>(text);
    await vault.ask('changePassphrase', { newPassphrase: 'another passphrase' });
    const vaults: OpenVault[] = [
      ...(await Promise.all(makes.mock.results.map(({ value }) => value))),
      ...opens.mock.results.map(({ value }) => value),
    ];
    vi.restoreAllMocks();
    expect(vaults).toHaveLength(8);
    for (const { keys, phrases, textKey } of vaults) {
      const held = [
        textKey,
        ...keys.map(({ secret }) => secret.privateKey),
        ...phrases.flatMap(({ secret }) => [secret.entropy, secret.bip39Passphrase]),
      ];
      expect(held.length).toBeGreaterThan(3);
      expect(held.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
    }
  });

  it('uses no key for an address that is not its own, also where the vault was unlocked before', async () => {
    const vault = new VaultAtHand();
    const { address, phraseId } = await vault.make();
    await vault.unlock();
    const { accounts, phrases, kdf } = parseVault(vault.text).header;
    const phrase = { id: phraseId, entropy: new Uint8Array(32), bip39Passphrase: new Uint8Array() };
    const keys = [{ type: 'secp256k1' as const, privateKey: new Uint8Array(32).fill(7) }];
    const contents = encodeSecrets({ textKey: new Uint8Array(32), phrases: [phrase], keys });
    vault.text = sealVault(contents, { accounts, phrases }, kdf, await fastDerive(PASSPHRASE, kdf));
    const signData = { from: parseAddress(address), data: Uint8Array.of(1), form: 'frc-0102' } as const;
    await expect(vault.askUnlocked('sign', signRequest(address))).rejects.toMatchObject({ code: 'vault-corrupt' });
    await expect(vault.askUnlocked('signData', signData)).rejects.toMatchObject({ code: 'vault-corrupt' });
    vault.signer.lock();
  });

  it('refuses a vault whose keys are not those of its addresses, or none at all', async () => {
    const vault = new VaultAtHand();
    await vault.make();
    const { accounts, phrases } = parseVault(vault.text).header;
    const kdf = newKdfParameters();
    const phrase = { id: phrases[0]?.id ?? '', entropy: new Uint8Array(32), bip39Passphrase: new Uint8Array() };
    for (const byte of [0, 7]) {
      const keys = [{ type: 'secp256k1' as const, privateKey: new Uint8Array(32).fill(byte) }];
      const contents = encodeSecrets({ textKey: new Uint8Array(32), phrases: [phrase], keys });
      vault.text = sealVault(contents, { accounts, phrases }, kdf, await fastDerive(PASSPHRASE, kdf));
      await expect(vault.unlock(), `keys of ${byte}`).rejects.toMatchObject({ code: 'vault-corrupt' });
    }
    for (const keys of [[], [{ type: 'bls' as const, privateKey: new Uint8Array(32).fill(7) }]]) {
      const contents = encodeSecrets({ textKey: new Uint8Array(32), phrases: [phrase], keys });
      vault.text = sealVault(contents, { accounts, phrases }, kdf, await fastDerive(PASSPHRASE, kdf));
      await expect(vault.unlock()).rejects.toMatchObject({ code: 'vault-corrupt' });
    }
    expect(vault.signer.isUnlocked).toBe(false);
  });
});

describe('a lock while much is signed', () => {
  /** Signing them takes long enough to be interrupted on any machine. */
  async function manyOfBls(vault: VaultAtHand) {
    await vault.make();
    const { address } = await vault.ask('createKey', { keyType: 'bls', label: 'x', createdAtMs: 1, genesisCid: GENESIS });
    const messages = Array.from({ length: 60 }, () => encodeMessage(sampleMessage({ from: parseAddress(address) })));
    return { messages, genesisCid: OTHER_GENESIS, isNewNetworkAccepted: true };
  }
  const refused = { code: 'vault-locked', message: expect.stringContaining('before signing finished') };

  it('is heard at once: nothing is signed and nothing changes', async () => {
    const vault = new VaultAtHand();
    const request = await manyOfBls(vault);
    await vault.unlock();
    const before = vault.text;
    const signing = vault.askUnlocked('sign', request);
    setImmediate(() => vault.signer.lock());
    await expect(signing).rejects.toMatchObject(refused);
    expect(vault.text).toBe(before);
    expect(vault.keys.every(({ sealingKey }) => sealingKey.every((byte) => byte === 0))).toBe(true);
  });

  it('ends what the passphrase opened, too', async () => {
    const vault = new VaultAtHand();
    const request = await manyOfBls(vault);
    const signing = vault.ask('sign', request);
    setImmediate(() => vault.signer.lock());
    await expect(signing).rejects.toMatchObject(refused);
  });

  it('is one by itself where the machine slept past its time, and none while signatures are made', async () => {
    let nowMs = 0;
    const vault = new VaultAtHand({ nowMs: () => nowMs });
    const request = await manyOfBls(vault);
    await vault.unlock();
    let ticks = 0;
    const timePasses = setInterval(() => {
      ticks += 1;
      nowMs += LONG_MS / 3;
    }, 0);
    expect((await vault.askUnlocked('sign', request)).signatures).toHaveLength(60);
    clearInterval(timePasses);
    expect(ticks).toBeGreaterThan(2);
    const signing = vault.askUnlocked('sign', request);
    setImmediate(() => {
      nowMs += LONG_MS;
    });
    await expect(signing).rejects.toMatchObject(refused);
    expect(vault.signer.isUnlocked).toBe(false);
  });
});

describe('the unlocked time', () => {
  it('ends by itself', async () => {
    let locked = 0;
    const vault = new VaultAtHand({
      onState: (autoLockAtMs) => {
        locked += autoLockAtMs === undefined ? 1 : 0;
      },
    });
    await vault.make();
    await vault.unlock(5);
    await expect.poll(() => locked).toBe(1);
    expect(vault.signer.isUnlocked).toBe(false);
  });

  it('starts anew with every use, and is over by the wall clock where timers stood still', async () => {
    let nowMs = 0;
    const vault = new VaultAtHand({ nowMs: () => nowMs });
    const { address } = await vault.make();
    await vault.unlock();
    nowMs = LONG_MS - 1;
    await vault.askUnlocked('sign', signRequest(address));
    nowMs += LONG_MS - 1;
    await vault.askUnlocked('sign', signRequest(address));
    nowMs += LONG_MS;
    await expect(vault.askUnlocked('sign', signRequest(address))).rejects.toMatchObject({ code: 'vault-locked' });
    expect(vault.signer.isUnlocked).toBe(false);
  });

  it('is not drawn out by opening tokens, and can be set anew', async () => {
    let nowMs = 0;
    const vault = new VaultAtHand({ nowMs: () => nowMs });
    await vault.make();
    await vault.unlock();
    nowMs = LONG_MS - 1;
    const seal = { kind: 'seal', vaultText: vault.text, text: { name: 'a', text: 'token' } } as const;
    await vault.signer.request<'seal'>(seal);
    nowMs = LONG_MS;
    await expect(vault.signer.request<'seal'>(seal)).rejects.toMatchObject({ code: 'vault-locked' });
    await vault.unlock();
    await vault.signer.request<'keep'>({ kind: 'keep', keepForMs: 10 });
    nowMs += 10;
    // Not brought back by a longer time that is chosen after it was over.
    await vault.signer.request<'keep'>({ kind: 'keep', keepForMs: LONG_MS });
    await expect(vault.signer.request<'seal'>(seal)).rejects.toMatchObject({ code: 'vault-locked' });
  });
});

describe('another passphrase', () => {
  it('closes everything anew under another salt, and the old one opens nothing', async () => {
    const vault = new VaultAtHand();
    const { address, phraseId, mnemonic } = await vault.make();
    await vault.unlock();
    const before = parseVault(vault.text).header;
    await vault.ask('changePassphrase', { newPassphrase: 'another long passphrase' });
    expect(vault.signer.isUnlocked).toBe(false);
    const after = parseVault(vault.text).header;
    expect(after.kdf.salt).not.toBe(before.kdf.salt);
    expect(after.check).not.toBe(before.check);
    expect(after.accounts).toEqual(before.accounts);
    await expect(vault.ask('sign', signRequest(address))).rejects.toMatchObject({ code: 'wrong-passphrase' });
    expect(await vault.ask('revealPhrase', { phraseId }, 'another long passphrase')).toMatchObject({ mnemonic });
    expect(vault.keys.every(({ sealingKey }) => sealingKey.every((byte) => byte === 0))).toBe(true);
  });

  it('is refused with a wrong old one', async () => {
    const vault = new VaultAtHand();
    await vault.make();
    await expect(vault.ask('changePassphrase', { newPassphrase: 'another long passphrase' }, WRONG)).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
  });
});

describe('a vault of version 1', () => {
  const entropy = Uint8Array.from({ length: 32 }, (_, index) => index);
  const made = () => version1Vault({ passphrase: PASSPHRASE, derive: fastDerive, entropy, genesisCids: [GENESIS] });

  it('shows the same account before it is opened, and is written anew when it is', async () => {
    const vault = new VaultAtHand();
    const { text, address, mnemonic } = await made();
    vault.text = text;
    const { header, fileVersion } = parseVault(text);
    expect(fileVersion).toBe(1);
    expect(header.accounts).toEqual([
      {
        address,
        label: 'First key',
        keyType: 'secp256k1',
        origin: { kind: 'phrase', phraseId: 'first', path: "m/44'/461'/0'/0/0" },
        createdAtMs: 1_700_000_000_000,
        genesisCids: [GENESIS],
        isExported: false,
      },
    ]);
    const unlocked = await vault.signer.request<'unlock'>({ kind: 'unlock', access: vault.access(PASSPHRASE) as ProvenAccess });
    expect(unlocked.change?.isRequired).toBe(false);
    // Where it could not be written, the old text serves as before.
    expect((await vault.askUnlocked('sign', signRequest(address))).signatures).toHaveLength(1);
    vault.signer.lock();
    expect(parseVault(vault.text)).toMatchObject({ fileVersion: 2, header: { accounts: header.accounts, phrases: header.phrases } });
    expect(await vault.ask('revealPhrase', { phraseId: 'first' })).toMatchObject({ mnemonic });
    expect(await vault.ask('createKey', { keyType: 'secp256k1', label: 'Second', createdAtMs: 2 })).toMatchObject({
      path: "m/44'/461'/0'/0/1",
    });
  });

  it('opens the tokens that it sealed, whichever key is deleted later', async () => {
    const vault = new VaultAtHand();
    const { text, address } = await made();
    vault.text = text;
    // Sealed by the first version under this entropy: HKDF, then XChaCha20-Poly1305.
    const sealed = { name: 'connection.1.token', text: sealedByVersion1(entropy, 'connection.1.token', 'the token') };
    await vault.ask('deleteKey', { address });
    await vault.unlock();
    expect(await vault.signer.request<'open'>({ kind: 'open', vaultText: vault.text, text: sealed })).toEqual({
      name: 'connection.1.token',
      text: 'the token',
    });
    vault.signer.lock();
  });

  it('is refused where its header was changed', async () => {
    const vault = new VaultAtHand();
    const { text } = await made();
    vault.text = text.replace('First key', 'Worst key');
    await expect(vault.unlock()).rejects.toMatchObject({ code: 'vault-corrupt' });
  });
});

function sealedByVersion1(entropy: Uint8Array, name: string, text: string): string {
  const key = new Uint8Array(hkdfSync('sha256', entropy, new Uint8Array(32), 'sextant small texts, version 1', 32));
  const nonce = randomBytes(24);
  const sealed = xchacha20poly1305(key, nonce, Buffer.from(name)).encrypt(Buffer.from(text));
  return Buffer.concat([nonce, sealed]).toString('base64');
}
