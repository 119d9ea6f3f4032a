import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProfilePaths } from '../../../../electron/platform/ports.ts';
import { systemClock } from '../../../../electron/platform/system-clock.ts';
import { workerEntry } from '../../../../electron/platform/worker-entry.ts';
import { SignerClient } from '../../../../electron/wallet/signer-client.ts';
import { FileVaultStore } from '../../../../electron/wallet/vault-store.ts';
import type { CurrentNetwork } from '../../../../electron/wallet/wallet-service.ts';
import { WalletService } from '../../../../electron/wallet/wallet-service.ts';
import { parseAddress } from '../../../../shared/domain/address.ts';
import { encodeMessage } from '../../../../shared/domain/message.ts';
import { zWalletState } from '../../../../shared/ipc/schemas/wallet.ts';
import { KeepingLogger } from '../../../builders/keeping-logger.ts';
import { ManualClock } from '../../../builders/manual-clock.ts';
import { temporaryProfile } from '../../../builders/temporary-profile.ts';
import { GENESIS, OTHER_GENESIS, sampleMessage } from './sample-messages.ts';

const PASSPHRASE = 'correct horse battery';

describe('wallet service with the real signer worker', () => {
  let paths: ProfilePaths;
  let remove: () => Promise<void>;
  let signer: SignerClient;
  let network: CurrentNetwork | undefined;

  const startWallet = async (options: { clock?: ManualClock; autoLockMs?: number } = {}): Promise<WalletService> => {
    const wallet: WalletService = new WalletService({
      store: new FileVaultStore(paths.file('vault.txt')),
      signer,
      clock: options.clock ?? systemClock,
      logger: new KeepingLogger(),
      network: () => network,
      ...(options.autoLockMs === undefined ? {} : { autoLockMs: options.autoLockMs }),
    });
    onLocked = () => wallet.noteLocked();
    await wallet.start();
    return wallet;
  };
  let onLocked = (): void => undefined;

  beforeEach(async () => {
    ({ paths, remove } = await temporaryProfile());
    network = { letter: 't', genesisCid: GENESIS };
    signer = new SignerClient({ entry: workerEntry('signer-worker'), onLocked: () => onLocked() });
  });

  afterEach(async () => {
    await signer.stop();
    await remove();
  });

  it('makes a vault, shows its address in the letter of the network, and finds it again after a restart', async () => {
    const wallet = await startWallet();
    expect(wallet.slice.get()).toEqual({ status: 'missing', accounts: [] });
    const made = await wallet.createVault({ passphrase: PASSPHRASE, label: 'First key' });
    expect(made.mnemonic.split(' ')).toHaveLength(24);
    expect(made.address).toMatch(/^t1/);
    expect(wallet.slice.get()).toMatchObject({ status: 'locked', accounts: [{ address: made.address, genesisCids: [GENESIS] }] });
    expect(zWalletState.parse(wallet.slice.get())).toEqual(wallet.slice.get());

    network = { letter: 'f', genesisCid: OTHER_GENESIS };
    const again = await startWallet();
    expect(again.slice.get()).toMatchObject({ status: 'locked', accounts: [{ address: made.address.replace(/^t/, 'f') }] });
    await expect(again.createVault({ passphrase: PASSPHRASE, label: 'x' })).rejects.toMatchObject({ code: 'vault-exists' });
  });

  it('refuses short passphrases with a reason, and writes nothing then', async () => {
    const wallet = await startWallet();
    await expect(wallet.createVault({ passphrase: '1234567', label: 'x' })).rejects.toMatchObject({
      code: 'weak-passphrase',
      message: expect.stringContaining('at least 8'),
    });
    expect(await readdir(paths.folder)).toEqual([]);
  });

  it('makes one vault when asked twice at once', async () => {
    const wallet = await startWallet();
    const both = await Promise.allSettled([1, 2].map(() => wallet.createVault({ passphrase: PASSPHRASE, label: 'x' })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('unlocks, signs, locks, and refuses to sign while locked', async () => {
    const wallet = await startWallet();
    const { address } = await wallet.createVault({ passphrase: PASSPHRASE, label: 'First key' });
    const messageBytes = encodeMessage(sampleMessage({ from: parseAddress(address) }));
    const request = { messageBytes, genesisCid: GENESIS, isNewNetworkAccepted: false };
    await expect(wallet.sign(request)).rejects.toMatchObject({ code: 'vault-locked' });
    await wallet.unlockVault({ passphrase: PASSPHRASE });
    expect(wallet.slice.get().status).toBe('unlocked');
    expect(wallet.slice.get().autoLockAtMs).toBeGreaterThan(0);
    expect((await wallet.sign(request)).signature).toHaveLength(65);
    await wallet.lockWallet();
    expect(wallet.slice.get()).toMatchObject({ status: 'locked' });
    expect(wallet.slice.get().autoLockAtMs).toBeUndefined();
    await expect(wallet.sign(request)).rejects.toMatchObject({ code: 'vault-locked' });
  });

  it('locks by itself', async () => {
    const wallet = await startWallet({ autoLockMs: 20 });
    await wallet.createVault({ passphrase: PASSPHRASE, label: 'x' });
    await wallet.unlockVault({ passphrase: PASSPHRASE });
    await expect.poll(() => wallet.slice.get().status, { timeout: 20_000 }).toBe('locked');
  });

  it('keeps the vault of before its last change', async () => {
    const wallet = await startWallet();
    const { address } = await wallet.createVault({ passphrase: PASSPHRASE, label: 'x' });
    const before = await readFile(paths.file('vault.txt'), 'utf8');
    const messageBytes = encodeMessage(sampleMessage({ from: parseAddress(address) }));
    await wallet.sign({ messageBytes, genesisCid: OTHER_GENESIS, passphrase: PASSPHRASE, isNewNetworkAccepted: true });
    expect(wallet.slice.get().accounts[0]?.genesisCids).toEqual([GENESIS, OTHER_GENESIS]);
    expect(await readFile(paths.file('vault.txt.bak'), 'utf8')).toBe(before);
  });

  it('slows down after three wrong passphrases, and forgives after a right one', async () => {
    const clock = new ManualClock();
    const wallet = await startWallet({ clock });
    await wallet.createVault({ passphrase: PASSPHRASE, label: 'x' });
    const wrong = await Promise.allSettled([1, 2, 3].map(() => wallet.unlockVault({ passphrase: 'not the passphrase' })));
    expect(wrong.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(wallet.unlockVault({ passphrase: PASSPHRASE })).rejects.toMatchObject({
      code: 'wrong-passphrase',
      message: expect.stringContaining('in 1 s'),
    });
    clock.advance(1000);
    await wallet.unlockVault({ passphrase: PASSPHRASE });
    expect(wallet.slice.get().status).toBe('unlocked');
    await wallet.lockWallet();
  });

  it('shows a damaged vault and never overwrites it', async () => {
    await writeFile(paths.file('vault.txt'), 'not a vault');
    const wallet = await startWallet();
    expect(wallet.slice.get().status).toBe('corrupt');
    expect(wallet.slice.get().problem).toMatch(/vault file/);
    await expect(wallet.createVault({ passphrase: PASSPHRASE, label: 'x' })).rejects.toMatchObject({ code: 'vault-exists' });
    await expect(wallet.unlockVault({ passphrase: PASSPHRASE })).rejects.toMatchObject({ code: 'vault-corrupt' });
    expect(await readFile(paths.file('vault.txt'), 'utf8')).toBe('not a vault');
  });

  it('does not take a missing file for a fresh start while its previous copy is there', async () => {
    await writeFile(paths.file('vault.txt.bak'), 'an earlier vault');
    const wallet = await startWallet();
    expect(wallet.slice.get().status).toBe('corrupt');
    await rm(paths.file('vault.txt.bak'));
  });
});
