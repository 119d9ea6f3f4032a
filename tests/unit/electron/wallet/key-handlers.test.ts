import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type Holding, type KeyCalls, keyHandlers } from '../../../../electron/wallet/key-handlers.ts';
import { Signer } from '../../../../electron/wallet/signer.ts';
import type { VaultStore } from '../../../../electron/wallet/vault-store.ts';
import { WalletService } from '../../../../electron/wallet/wallet-service.ts';
import { formatAddress, parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { parseKeyExport } from '../../../../shared/domain/keys/key-export.ts';
import { contract } from '../../../../shared/ipc/contract.ts';
import { KeepingLogger } from '../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../builders/manual-clock.ts';
import { fastDerive } from './fast-derive.ts';
import { GENESIS } from './sample-messages.ts';

const passphrase = 'correct horse battery';
const mnemonic = `${'abandon '.repeat(11)}about`;
const FIRST = { path: "m/44'/461'/0'/0/0", keyType: 'secp256k1' } as const;
const RAW_KEY = '1b'.repeat(31).concat('01');

class MemoryStore implements VaultStore {
  text: string | undefined;
  read = async () => this.text;
  write = async (text: string) => {
    this.text = text;
  };
  writeBoth = this.write;
  recoveryHint = async () => '';
}

describe('calls about keys', () => {
  let signer: Signer;
  let wallet: WalletService;
  let asked: string[];
  /** Every answer has to pass the contract, as it does at the host. */
  let keys: ReturnType<typeof keyHandlers>;

  beforeEach(async () => {
    signer = new Signer({ derive: fastDerive, onState: (autoLockAtMs) => wallet.noteState(autoLockAtMs) });
    wallet = new WalletService({
      store: new MemoryStore(),
      signer,
      attempts: { load: async () => ({ failures: 0, lastAtMs: 0 }), save: async () => undefined },
      clock: new ManualClock(),
      logger: new KeepingLogger(),
      network: () => ({ letter: 't', genesisCid: GENESIS }),
      autoLockMs: () => 60_000,
    });
    await wallet.start();
    asked = [];
    const readHoldings = async (addresses: readonly string[]): Promise<Holding[]> => {
      asked.push(...addresses);
      return addresses.map((_address, index) => (index === 0 ? { exists: true, balance: '5', nonce: '2' } : {}));
    };
    const handlers = keyHandlers({ wallet, readHoldings });
    keys = Object.fromEntries(
      Object.entries(handlers).map(([name, handler]) => [
        name,
        async (input: never) => {
          const { input: zInput, output: zOutput } = contract.approval[name as KeyCalls] as { input: z.ZodType; output: z.ZodType };
          const value: unknown = await (handler as (parsed: unknown) => Promise<unknown>)(zInput.parse(input));
          expect(zOutput.parse(value)).toEqual(value);
          return value;
        },
      ]),
    ) as unknown as typeof handlers;
  });

  afterEach(() => signer.lock());

  it('say what a key holds, asked in the letter of the network', async () => {
    const { address } = await keys.createVault({ passphrase, label: 'First key' });
    expect(await keys.readHolding({ address: `f${address.slice(1)}` })).toEqual({ exists: true, balance: '5', nonce: '2' });
    expect(asked).toEqual([address]);
  });

  it('make a vault once, and its keys, in the letter of the network', async () => {
    const made = await keys.createVault({ passphrase, label: 'First key' });
    expect(made).toMatchObject({ path: FIRST.path, address: expect.stringMatching(/^t1/) });
    expect(made.mnemonic.split(' ')).toHaveLength(24);
    await expect(keys.createVault({ passphrase, label: 'x' })).rejects.toMatchObject({ code: 'vault-exists' });
    expect(await keys.createKey({ keyType: 'delegated', label: 'x', passphrase })).toMatchObject({
      address: expect.stringMatching(/^t410f/),
    });
    expect(wallet.slice.get().accounts.map(({ genesisCids }) => genesisCids)).toEqual([[GENESIS], [GENESIS]]);
    const { phraseId } = made;
    expect(await keys.revealPhrase({ phraseId, passphrase })).toEqual({ mnemonic: made.mnemonic });
    const words = made.mnemonic.split(' ').map((word, index) => ({ position: index + 1, word }));
    expect(await keys.confirmBackup({ phraseId, words, passphrase })).toEqual({});
    expect(wallet.slice.get().accounts.every(({ isBackedUp }) => isBackedUp)).toBe(true);
  });

  it('give a vault that began with a single key a phrase, and further ones', async () => {
    await expect(keys.createPhrase({ label: 'x', passphrase })).rejects.toMatchObject({ code: 'vault-missing' });
    const [first] = (await keys.readKey({ text: RAW_KEY })).readings;
    await keys.importKey({ text: RAW_KEY, address: first?.address ?? '', label: 'Raw', passphrase });
    expect(wallet.slice.get().phrases).toEqual([]);
    await expect(keys.createPhrase({ label: 'x' })).rejects.toMatchObject({ code: 'vault-locked' });
    await expect(keys.createPhrase({ label: 'x', passphrase: 'wrong passphrase' })).rejects.toMatchObject({ code: 'wrong-passphrase' });
    const made = await keys.createPhrase({ label: 'Main key', passphrase });
    expect(made).toMatchObject({ path: FIRST.path, address: expect.stringMatching(/^t1/) });
    await keys.unlockVault({ passphrase });
    const other = await keys.createPhrase({ label: 'Second' });
    expect(other.mnemonic).not.toBe(made.mnemonic);
    expect(wallet.slice.get()).toMatchObject({
      phrases: [
        { id: made.phraseId, wordCount: 24, isBackedUp: false },
        { id: other.phraseId, wordCount: 24, isBackedUp: false },
      ],
      accounts: [{ label: 'Raw' }, { label: 'Main key', genesisCids: [GENESIS] }, { label: 'Second', genesisCids: [GENESIS] }],
    });
    expect(await keys.revealPhrase({ phraseId: other.phraseId, passphrase })).toEqual({ mnemonic: other.mnemonic });
  });

  it('show what a phrase gives and holds before anything is kept, and which of it is in the vault', async () => {
    const before = await keys.scanPhrase({ mnemonic, count: 50, path: "m/44'/461'/9'/0/9" });
    expect(before).toMatchObject({ wordCount: 12, keys: { length: 252 } });
    expect(asked).toEqual(before.keys.map(({ address }) => address));
    expect(before.keys[0]).toMatchObject({ scheme: 'Custom path', exists: true, balance: '5', nonce: '2', isHeld: false });
    expect(before.keys.find(({ keyType }) => keyType === 'delegated')?.ethAddress).toMatch(/^0x[0-9a-fA-F]{40}$/);
    expect(wallet.hasVault).toBe(false);
    await expect(keys.importPhrase({ mnemonic, keys: [FIRST], label: 'x' })).rejects.toMatchObject({ code: 'vault-missing' });
    await expect(keys.importPhrase({ mnemonic, keys: [FIRST], label: 'x', passphrase: 'short' })).rejects.toMatchObject({
      code: 'weak-passphrase',
    });
    const { addresses } = await keys.importPhrase({ mnemonic, keys: [FIRST], label: 'x', passphrase });
    const after = await keys.scanPhrase({ mnemonic, count: 1 });
    expect(after.keys.filter(({ isHeld }) => isHeld).map(({ address }) => address)).toEqual(
      // Two rules of numbering begin with the same key.
      [addresses[0], addresses[0]],
    );
  });

  it('show every reading of a key, and take in the one that was chosen', async () => {
    const { readings } = await keys.readKey({ text: RAW_KEY });
    expect(readings.map(({ form, keyType, byteOrder, isHeld }) => [form, keyType, byteOrder, isHeld])).toEqual(
      parseKeyExport(RAW_KEY).keys.map(({ type, byteOrder }) => ['Private key, hex', type, byteOrder, false]),
    );
    const address = readings[1]?.address ?? '';
    expect(address).toMatch(/^t410f/);
    expect(await keys.importKey({ text: RAW_KEY, address, label: 'Raw', passphrase })).toEqual({ address });
    expect((await keys.readKey({ text: RAW_KEY })).readings.map(({ isHeld }) => isHeld)).toEqual([false, true, false, false]);
    expect(await keys.exportKey({ address, form: 'hex', passphrase })).toEqual({ text: RAW_KEY });
    await expect(keys.importKey({ text: RAW_KEY, address: 'nonsense', label: 'x', passphrase })).rejects.toMatchObject({
      code: 'invalid-input',
      details: { fields: { address: expect.any(String) } },
    });
    const entry = { PrivateKey: Buffer.from(RAW_KEY, 'hex').toString('base64'), SigType: 1 };
    const many = JSON.stringify({ KeyInfo: Array.from({ length: 13 }, () => entry) });
    await expect(keys.readKey({ text: many })).rejects.toThrow(/at most 12/);
  });

  it('delete a key only when its address was typed, to the letter, in either letter of the network', async () => {
    const { address } = await keys.createVault({ passphrase, label: 'First key' });
    for (const typedAddress of ['', ` ${address}`, address.toUpperCase(), address.slice(0, -1), `${address} `, 't01234']) {
      await expect(keys.deleteKey({ address, typedAddress, passphrase })).rejects.toMatchObject({ code: 'invalid-input' });
    }
    await expect(keys.deleteKey({ address, typedAddress: address, passphrase: 'wrong passphrase' })).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
    expect(wallet.slice.get().accounts).toHaveLength(1);
    expect(await keys.deleteKey({ address, typedAddress: formatAddress(parseAddress(address), 'f'), passphrase })).toEqual({});
    expect(wallet.slice.get()).toMatchObject({ accounts: [], phrases: [{ wordCount: 24 }] });
  });

  it('rename, lock, unlock, and change the passphrase', async () => {
    const { address } = await keys.createVault({ passphrase, label: 'First key' });
    await expect(keys.renameKey({ address, label: 'Savings' })).rejects.toMatchObject({ code: 'vault-locked' });
    await keys.unlockVault({ passphrase });
    expect(await keys.renameKey({ address, label: 'Savings' })).toEqual({});
    expect(wallet.slice.get()).toMatchObject({ status: 'unlocked', accounts: [{ label: 'Savings' }] });
    expect(await keys.lockVault({})).toEqual({});
    expect(wallet.slice.get().status).toBe('locked');
    expect(await keys.changePassphrase({ passphrase, newPassphrase: 'another passphrase' })).toEqual({});
    await expect(keys.unlockVault({ passphrase })).rejects.toMatchObject({ code: 'wrong-passphrase' });
    await keys.unlockVault({ passphrase: 'another passphrase' });
  });
});
