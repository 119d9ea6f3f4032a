import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProfilePaths } from '../../../../electron/platform/ports.ts';
import { workerEntry } from '../../../../electron/platform/worker-entry.ts';
import { Signer } from '../../../../electron/wallet/signer.ts';
import { SignerClient, type SignerPort } from '../../../../electron/wallet/signer-client.ts';
import { parseVault } from '../../../../electron/wallet/vault-file.ts';
import { FileVaultStore, type VaultStore } from '../../../../electron/wallet/vault-store.ts';
import type { CurrentNetwork } from '../../../../electron/wallet/wallet-service.ts';
import { WalletService } from '../../../../electron/wallet/wallet-service.ts';
import { parseAddress } from '../../../../shared/domain/addresses/address.ts';
import { encodeMessage } from '../../../../shared/domain/messages/message.ts';
import { SextantError } from '../../../../shared/ipc/envelope.ts';
import { zWalletState } from '../../../../shared/ipc/schemas/wallet.ts';
import { eventually } from '../../../builders/eventually.ts';
import { KeepingLogger } from '../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../builders/manual-clock.ts';
import { temporaryProfile } from '../../../builders/temporary-profile.ts';
import { fastDerive } from './fast-derive.ts';
import { GENESIS, OTHER_GENESIS, sampleMessage } from './sample-messages.ts';
import { version1Vault } from './version-1-vault.ts';

const PASSPHRASE = 'correct horse battery';
const MINUTE = 60_000;

interface Options {
  readonly clock?: ManualClock;
  readonly autoLockMs?: () => number;
  readonly store?: VaultStore;
  readonly signer?: SignerPort;
}

describe('wallet service', () => {
  let paths: ProfilePaths;
  let remove: () => Promise<void>;
  let network: CurrentNetwork | undefined;
  let signers: Signer[];

  const startWallet = async (options: Options = {}): Promise<WalletService> => {
    let signer = options.signer;
    if (signer === undefined) {
      const own = new Signer({ derive: fastDerive, onState: (autoLockAtMs) => wallet.noteState(autoLockAtMs) });
      signers.push(own);
      signer = own;
    }
    const wallet: WalletService = new WalletService({
      store: options.store ?? new FileVaultStore(paths.file('vault.txt')),
      signer,
      // As slow as a disk.
      attempts: { load: async () => ({ failures: 0, lastAtMs: 0 }), save: () => new Promise((resolve) => setTimeout(resolve, 20)) },
      clock: options.clock ?? new ManualClock(),
      logger: new KeepingLogger(),
      network: () => network,
      autoLockMs: options.autoLockMs ?? (() => MINUTE),
    });
    await wallet.start();
    return wallet;
  };
  const withVault = async (options: Options = {}) => {
    const wallet = await startWallet(options);
    const made = await wallet.use('createVault', { label: 'First key', ...wallet.newKeyFacts }, PASSPHRASE);
    return { wallet, ...made };
  };
  const signOf = (address: string, genesisCid = GENESIS) => ({
    messages: [encodeMessage(sampleMessage({ from: parseAddress(address) }))],
    genesisCid,
    isNewNetworkAccepted: false,
  });
  const vaultText = () => readFile(paths.file('vault.txt'), 'utf8');
  const backupText = () => readFile(paths.file('vault.txt.bak'), 'utf8');

  beforeEach(async () => {
    ({ paths, remove } = await temporaryProfile());
    network = { letter: 't', genesisCid: GENESIS };
    signers = [];
  });

  afterEach(async () => {
    for (const signer of signers) {
      signer.lock();
    }
    await remove();
  });

  it('does all of it with the real worker and real scrypt', async () => {
    const client = new SignerClient({ entry: workerEntry('signer-worker'), onState: (autoLockAtMs) => wallet.noteState(autoLockAtMs) });
    const wallet = await startWallet({ signer: client });
    try {
      const { address } = await wallet.use('createVault', { label: 'First key', ...wallet.newKeyFacts }, PASSPHRASE);
      await wallet.unlockVault({ passphrase: PASSPHRASE });
      expect((await wallet.signMessages(signOf(address)))[0]?.data).toHaveLength(65);
      await wallet.lockWallet();
      await expect(wallet.signMessages(signOf(address))).rejects.toMatchObject({ code: 'vault-locked' });
      await expect(wallet.signMessages({ ...signOf(address), passphrase: 'wrong passphrase' })).rejects.toMatchObject({
        code: 'wrong-passphrase',
      });
      await expect(wallet.readKey('no key')).rejects.toMatchObject({ code: 'invalid-input' });

      // A lock is heard while a batch is being signed that would take seconds.
      const input = { keyType: 'bls', label: 'Worker', ...wallet.newKeyFacts } as const;
      const { address: bls } = await wallet.use('createKey', input, PASSPHRASE);
      await wallet.unlockVault({ passphrase: PASSPHRASE });
      const unlockedUntilMs = wallet.slice.get().autoLockAtMs ?? 0;
      const [message = new Uint8Array()] = signOf(bls).messages;
      const signing = wallet.signMessages({ ...signOf(bls), messages: Array.from({ length: 500 }, () => message) });
      const refused = expect(signing).rejects.toMatchObject({
        code: 'vault-locked',
        message: expect.stringContaining('before signing finished'),
      });
      await eventually(() => (wallet.slice.get().autoLockAtMs ?? 0) > unlockedUntilMs, 'the first signatures');
      await wallet.lockWallet();
      expect(wallet.slice.get().status).toBe('locked');
      await refused;

      // Whichever was asked for last holds, and the service says what the worker does; counting the attempts takes its time.
      await expect(wallet.unlockVault({ passphrase: 'wrong passphrase' })).rejects.toMatchObject({ code: 'wrong-passphrase' });
      const unlocking = wallet.unlockVault({ passphrase: PASSPHRASE });
      await new Promise((resolve) => setImmediate(resolve));
      await wallet.lockWallet();
      await unlocking;
      expect(wallet.slice.get().status).toBe('locked');
      await expect(wallet.signMessages(signOf(address))).rejects.toMatchObject({ message: 'The vault is locked. Enter its passphrase.' });
    } finally {
      await client.stop();
    }
  });

  it('makes a vault, shows its address in the letter of the network, and finds it again after a restart', async () => {
    const { wallet, address, phraseId } = await withVault();
    expect(wallet.slice.get()).toMatchObject({
      status: 'locked',
      accounts: [{ address: address.replace(/^f/, 't'), genesisCids: [GENESIS], isBackedUp: false, origin: { kind: 'phrase', phraseId } }],
      phrases: [{ id: phraseId, wordCount: 24, isBackedUp: false }],
    });
    expect(zWalletState.strict().parse(wallet.slice.get())).toEqual(wallet.slice.get());

    network = { letter: 'f', genesisCid: OTHER_GENESIS };
    const again = await startWallet();
    expect(again.slice.get()).toMatchObject({ status: 'locked', accounts: [{ address }] });
    await expect(again.use('createVault', { label: 'x', createdAtMs: 1 }, PASSPHRASE)).rejects.toMatchObject({ code: 'vault-exists' });
    expect(again.findAccount(parseAddress(address))).toMatchObject({ label: 'First key' });
  });

  it('tells of a key what Ethereum calls it, and whether its loss could be mended', async () => {
    const { wallet } = await withVault();
    const { createdAtMs } = wallet.newKeyFacts;
    const { address: bls } = await wallet.use('createKey', { keyType: 'bls', label: 'Worker', createdAtMs }, PASSPHRASE);
    await wallet.use('createKey', { keyType: 'delegated', label: 'Contracts', createdAtMs }, PASSPHRASE);
    const { text } = await wallet.use('exportKey', { address: bls, form: 'lotus-hex' }, PASSPHRASE);
    await wallet.use('deleteKey', { address: bls }, PASSPHRASE);
    await wallet.use('importKey', { text, address: bls, label: 'Worker', createdAtMs }, PASSPHRASE);
    const { address: random } = await wallet.use('createKey', { keyType: 'bls', label: 'Other', createdAtMs }, PASSPHRASE);
    expect(wallet.slice.get().accounts.map(({ label, isBackedUp }) => [label, isBackedUp])).toEqual([
      ['First key', false],
      ['Contracts', false],
      ['Worker', false],
      ['Other', false],
    ]);
    expect(wallet.slice.get().accounts[1]?.ethAddress).toMatch(/^0x(?=.*[A-F])(?=.*[a-f])[0-9a-fA-F]{40}$/);
    await wallet.use('exportKey', { address: random, form: 'lotus-hex' }, PASSPHRASE);
    expect(wallet.slice.get().accounts[3]?.isBackedUp).toBe(true);
    await wallet.use('exportKey', { address: bls, form: 'lotus-hex' }, PASSPHRASE);
    expect(wallet.slice.get().accounts[2]?.isBackedUp).toBe(true);
  });

  it('refuses short passphrases with a reason, and writes nothing then', async () => {
    const wallet = await startWallet();
    await expect(wallet.use('createVault', { label: 'x', createdAtMs: 1 }, '1234567')).rejects.toMatchObject({
      code: 'weak-passphrase',
      message: expect.stringContaining('at least 8'),
    });
    await expect(wallet.use('importKey', { text: '00', address: 'f01', label: 'x', createdAtMs: 1 })).rejects.toMatchObject({
      code: 'vault-missing',
    });
    await expect(wallet.use('renameKey', { address: 'f01', label: 'x' }, PASSPHRASE)).rejects.toMatchObject({ code: 'vault-missing' });
    expect(await readdir(paths.folder)).toEqual([]);
  });

  it('makes one vault when asked twice at once, and loses no change of several at once', async () => {
    const wallet = await startWallet();
    const both = await Promise.allSettled([1, 2].map(() => wallet.use('createVault', { label: 'x', createdAtMs: 1 }, PASSPHRASE)));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const made = await Promise.all(
      Array.from({ length: 5 }, () => wallet.use('createKey', { keyType: 'secp256k1', label: 'x', createdAtMs: 1 }, PASSPHRASE)),
    );
    expect(new Set(made.map(({ path }) => path)).size).toBe(5);
    expect(parseVault(await vaultText()).header.accounts).toHaveLength(6);
  });

  it('unlocks, signs, locks, and refuses to sign while locked', async () => {
    const { wallet, address } = await withVault();
    await expect(wallet.signMessages(signOf(address))).rejects.toMatchObject({ code: 'vault-locked' });
    await wallet.unlockVault({ passphrase: PASSPHRASE });
    expect(wallet.slice.get().status).toBe('unlocked');
    expect(await wallet.signMessages(signOf(address))).toHaveLength(1);
    expect(await wallet.signData({ from: parseAddress(address), data: Uint8Array.of(1), form: 'frc-0102' })).toMatchObject({
      type: 'secp256k1',
    });
    await wallet.lockWallet();
    expect(wallet.slice.get()).toMatchObject({ status: 'locked' });
    expect(wallet.slice.get().autoLockAtMs).toBeUndefined();
    await expect(wallet.signMessages(signOf(address))).rejects.toMatchObject({ code: 'vault-locked' });
  });

  it('asks for the passphrase even while unlocked where a secret is shown or a key is given up', async () => {
    const { wallet, address, phraseId } = await withVault();
    await wallet.unlockVault({ passphrase: PASSPHRASE });
    const wrong = 'not the passphrase';
    for (const refused of [
      () => wallet.use('revealPhrase', { phraseId }, wrong),
      () => wallet.use('exportKey', { address, form: 'hex' }, wrong),
      () => wallet.use('deleteKey', { address }, wrong),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'wrong-passphrase' });
    }
    await expect(wallet.use('changePassphrase', { newPassphrase: 'another passphrase' }, wrong)).rejects.toMatchObject({
      code: 'wrong-passphrase',
    });
    expect(wallet.slice.get().accounts).toHaveLength(1);
  });

  it('locks by itself after the time of the settings, which each use starts anew', async () => {
    const clock = new ManualClock();
    let minutes = 1;
    const own = new Signer({ derive: fastDerive, onState: (autoLockAtMs) => wallet.noteState(autoLockAtMs), nowMs: () => clock.nowMs() });
    signers.push(own);
    const { wallet, address } = await withVault({ clock, signer: own, autoLockMs: () => minutes * MINUTE });
    await wallet.unlockVault({ passphrase: PASSPHRASE });
    clock.advance(MINUTE - 1);
    await wallet.signMessages(signOf(address));
    expect(wallet.slice.get().autoLockAtMs).toBe(clock.nowMs() + MINUTE);
    minutes = 5;
    await wallet.restartAutoLock();
    expect(wallet.slice.get().autoLockAtMs).toBe(clock.nowMs() + 5 * MINUTE);
    clock.advance(5 * MINUTE);
    await expect(wallet.signMessages(signOf(address))).rejects.toMatchObject({ code: 'vault-locked' });
    expect(wallet.slice.get().status).toBe('locked');
  });

  it('keeps the vault of before its last change', async () => {
    const { wallet, address } = await withVault();
    const before = await vaultText();
    await wallet.signMessages({ ...signOf(address, OTHER_GENESIS), passphrase: PASSPHRASE, isNewNetworkAccepted: true });
    expect(wallet.slice.get().accounts[0]?.genesisCids).toEqual([GENESIS, OTHER_GENESIS]);
    expect(await backupText()).toBe(before);
  });

  it('leaves nothing that the old passphrase opens, and nothing that holds a deleted key', async () => {
    const { wallet, address } = await withVault();
    await wallet.use('renameKey', { address, label: 'Savings' }, PASSPHRASE);
    await wallet.unlockVault({ passphrase: PASSPHRASE });
    await wallet.use('changePassphrase', { newPassphrase: 'another passphrase' }, PASSPHRASE);
    expect(wallet.slice.get().status).toBe('locked');
    expect(await backupText()).toBe(await vaultText());
    await expect(wallet.unlockVault({ passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'wrong-passphrase' });
    await wallet.use('deleteKey', { address }, 'another passphrase');
    expect(parseVault(await backupText()).header.accounts).toEqual([]);
    expect((await readdir(paths.folder)).sort()).toEqual(['vault.txt', 'vault.txt.bak']);
  });

  it('slows down after three wrong passphrases, whatever they were typed for, and forgives after a right one', async () => {
    const clock = new ManualClock();
    const { wallet, address, phraseId } = await withVault({ clock });
    const wrong = 'not the passphrase';
    await Promise.allSettled([
      wallet.unlockVault({ passphrase: wrong }),
      wallet.signMessages({ ...signOf(address), passphrase: wrong }),
      wallet.use('revealPhrase', { phraseId }, wrong),
    ]);
    await expect(wallet.unlockVault({ passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'wrong-passphrase',
      message: expect.stringContaining('in 1 s'),
    });
    clock.advance(1000);
    await wallet.unlockVault({ passphrase: PASSPHRASE });
    expect(wallet.slice.get().status).toBe('unlocked');
  });

  it('writes a vault of version 1 anew when it is first opened, and keeps the file of before', async () => {
    const { text, address } = await version1Vault({
      passphrase: PASSPHRASE,
      derive: fastDerive,
      entropy: new Uint8Array(32),
      genesisCids: [GENESIS],
    });
    await writeFile(paths.file('vault.txt'), text);
    const wallet = await startWallet();
    expect(wallet.slice.get()).toMatchObject({ status: 'locked', accounts: [{ label: 'First key' }], phrases: [{ isBackedUp: false }] });
    expect(await vaultText()).toBe(text);
    await wallet.unlockVault({ passphrase: PASSPHRASE });
    expect(await backupText()).toBe(text);
    expect(parseVault(await vaultText()).fileVersion).toBe(2);
    expect(await wallet.signMessages(signOf(address))).toHaveLength(1);
    await wallet.lockWallet();
    expect((await startWallet()).slice.get()).toMatchObject({ accounts: [{ label: 'First key' }] });
  });

  describe('on a disk that fails', () => {
    /** Writes nothing from the moment it is told so. */
    class FullDisk extends FileVaultStore {
      isFull = false;
      override write = (text: string) => (this.isFull ? this.#refuse() : super.write(text));
      override writeBoth = (text: string) => (this.isFull ? this.#refuse() : super.writeBoth(text));
      #refuse = async (): Promise<never> => {
        throw new SextantError('disk-failure', 'The disk is full.');
      };
    }

    it('changes nothing, and says so, where the answer would be worth nothing', async () => {
      const store = new FullDisk(paths.file('vault.txt'));
      const { wallet, address } = await withVault({ store });
      await wallet.unlockVault({ passphrase: PASSPHRASE });
      const before = await vaultText();
      store.isFull = true;
      const state = JSON.stringify(wallet.slice.get().accounts);
      for (const refused of [
        () => wallet.use('createKey', { keyType: 'secp256k1', label: 'x', createdAtMs: 1 }),
        () => wallet.use('renameKey', { address, label: 'x' }),
        () => wallet.use('deleteKey', { address }, PASSPHRASE),
        () => wallet.signMessages({ ...signOf(address, OTHER_GENESIS), isNewNetworkAccepted: true }),
        () => wallet.use('changePassphrase', { newPassphrase: 'another passphrase' }, PASSPHRASE),
      ]) {
        await expect(refused()).rejects.toMatchObject({ code: 'disk-failure' });
        expect(JSON.stringify(wallet.slice.get().accounts)).toBe(state);
      }
      expect(await vaultText()).toBe(before);
      expect(wallet.slice.get().status).toBe('locked');
      await wallet.unlockVault({ passphrase: PASSPHRASE });
      await expect(wallet.signMessages(signOf(address, OTHER_GENESIS))).rejects.toMatchObject({ code: 'wrong-network' });
      store.isFull = false;
      expect(await wallet.use('createKey', { keyType: 'secp256k1', label: 'x', createdAtMs: 1 })).toMatchObject({
        path: "m/44'/461'/0'/0/1",
      });
    });

    it('still opens an old vault and gives out a key', async () => {
      const store = new FullDisk(paths.file('vault.txt'));
      const { text, address } = await version1Vault({
        passphrase: PASSPHRASE,
        derive: fastDerive,
        entropy: new Uint8Array(32),
        genesisCids: [GENESIS],
      });
      await writeFile(paths.file('vault.txt'), text);
      store.isFull = true;
      const wallet = await startWallet({ store });
      await wallet.unlockVault({ passphrase: PASSPHRASE });
      expect(await wallet.signMessages(signOf(address))).toHaveLength(1);
      expect((await wallet.use('exportKey', { address, form: 'hex' }, PASSPHRASE)).text).toMatch(/^[0-9a-f]{64}$/);
      expect(await vaultText()).toBe(text);
    });

    it('has the old vault or the new one, wherever writing stops', async () => {
      const { wallet, address } = await withVault();
      const before = await vaultText();
      // The last step of each way to write cannot be done: a folder stands where the copy or its draft would.
      for (const obstacle of ['vault.txt.tmp', 'vault.txt.bak.tmp']) {
        await mkdir(paths.file(obstacle, 'full'), { recursive: true });
        const changes = [
          () => wallet.use('renameKey', { address, label: 'x' }, PASSPHRASE),
          () => wallet.use('changePassphrase', { newPassphrase: 'another passphrase' }, PASSPHRASE),
        ];
        for (const change of changes) {
          await expect(change(), obstacle).rejects.toMatchObject({ code: 'disk-failure' });
          expect(await vaultText()).toBe(before);
          await (await startWallet()).unlockVault({ passphrase: PASSPHRASE });
        }
        await rm(paths.file(obstacle), { recursive: true });
      }
      // Half a draft that a power cut left is neither read nor in the way.
      await writeFile(paths.file('vault.txt.tmp'), before.slice(0, 100));
      await wallet.use('renameKey', { address, label: 'x' }, PASSPHRASE);
      expect((await startWallet()).slice.get().accounts).toMatchObject([{ label: 'x' }]);
    });
  });

  it('never writes into the vault by a second name that a power cut left it', async () => {
    const { wallet } = await withVault();
    const before = await vaultText();
    // Stopped while the copy was about to get its name, and stopped again after the copy was written anew.
    await link(paths.file('vault.txt'), paths.file('vault.txt.bak.tmp'));
    await mkdir(paths.file('vault.txt.tmp', 'full'), { recursive: true });
    await expect(wallet.use('changePassphrase', { newPassphrase: 'another passphrase' }, PASSPHRASE)).rejects.toMatchObject({
      code: 'disk-failure',
    });
    expect(await vaultText()).toBe(before);
    expect(await backupText()).not.toBe(before);
  });

  it('says where the copy of a damaged vault is, and how it is restored', async () => {
    await withVault();
    await writeFile(paths.file('vault.txt.bak'), await vaultText());
    await writeFile(paths.file('vault.txt'), 'not a vault');
    const { problem } = (await startWallet()).slice.get();
    expect(problem).toContain(`a copy from before the last change is ${paths.file('vault.txt.bak')}`);
    expect(problem).toContain('rename the copy to vault.txt');
    await rm(paths.file('vault.txt'));
    expect((await startWallet()).slice.get()).toMatchObject({ status: 'corrupt', problem: expect.stringContaining('rename the copy') });
  });

  it('shows a damaged vault and never overwrites it', async () => {
    await writeFile(paths.file('vault.txt'), 'not a vault');
    const wallet = await startWallet();
    expect(wallet.slice.get().status).toBe('corrupt');
    expect(wallet.slice.get().problem).toContain(`The file is ${paths.file('vault.txt')}, without a copy next to it.`);
    await expect(wallet.use('createVault', { label: 'x', createdAtMs: 1 }, PASSPHRASE)).rejects.toMatchObject({ code: 'vault-exists' });
    await expect(wallet.use('importKey', { text: '00', address: 'f01', label: 'x', createdAtMs: 1 }, PASSPHRASE)).rejects.toMatchObject({
      code: 'vault-corrupt',
    });
    await expect(wallet.unlockVault({ passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'vault-corrupt' });
    expect(await vaultText()).toBe('not a vault');
  });

  it('makes no vault over one that was put back while it ran', async () => {
    const wallet = await startWallet();
    await writeFile(paths.file('vault.txt'), 'a vault from a backup');
    await expect(wallet.use('createVault', { label: 'x', createdAtMs: 1 }, PASSPHRASE)).rejects.toMatchObject({ code: 'vault-exists' });
    expect(await vaultText()).toBe('a vault from a backup');
  });

  it('does not take a missing file for a fresh start while its previous copy is there', async () => {
    await writeFile(paths.file('vault.txt.bak'), 'an earlier vault');
    const wallet = await startWallet();
    expect(wallet.slice.get().status).toBe('corrupt');
  });
});
