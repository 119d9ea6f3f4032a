/**
 * A process with a wallet and its real signer, for memory scans: creates a vault with a key of each type, signs with and without a
 * passphrase, prints `unlocked`, locks on any input, and prints `locked`.
 *
 * Arguments: the vault's folder and passphrase.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { systemClock } from '../../electron/platform/system-clock.ts';
import { workerEntry } from '../../electron/platform/worker-entry.ts';
import { SignerClient } from '../../electron/wallet/signer-client.ts';
import { FileVaultStore } from '../../electron/wallet/vault-store.ts';
import { WalletService } from '../../electron/wallet/wallet-service.ts';
import { parseAddress } from '../../shared/domain/addresses/address.ts';
import { encodeMessage } from '../../shared/domain/messages/message.ts';
import { GENESIS, sampleMessage } from '../unit/electron/wallet/sample-messages.ts';
import { KeepingLogger } from './keeping-logger.ts';

const [folder = '', passphrase = ''] = process.argv.slice(2);
const client = new SignerClient({ entry: workerEntry('signer-worker'), onState: (autoLockAtMs) => wallet.noteState(autoLockAtMs) });
const wallet: WalletService = new WalletService({
  store: new FileVaultStore(join(folder, 'vault.txt')),
  signer: client,
  attempts: { load: async () => ({ failures: 0, lastAtMs: 0 }), save: async () => undefined },
  clock: systemClock,
  logger: new KeepingLogger(),
  network: () => ({ letter: 't', genesisCid: GENESIS }),
  autoLockMs: () => 600_000,
});
// Runs until it is killed.
process.stdin.resume();
await wallet.start();
const { address } = await wallet.use('createVault', { label: 'First', ...wallet.newKeyFacts }, passphrase);
const bls = await wallet.use('createKey', { keyType: 'bls', label: 'Second', ...wallet.newKeyFacts }, passphrase);
await wallet.use('createKey', { keyType: 'delegated', label: 'Third', ...wallet.newKeyFacts }, passphrase);
const signWith = (from: string, typed: { passphrase?: string }) =>
  wallet.signMessages({
    messages: [encodeMessage(sampleMessage({ from: parseAddress(from) }))],
    genesisCid: GENESIS,
    isNewNetworkAccepted: false,
    ...typed,
  });
await signWith(bls.address, { passphrase });
await wallet.unlockVault({ passphrase });
for (const from of [address, bls.address]) await signWith(from, {});
process.stdout.write('unlocked\n');
await once(process.stdin, 'data');
await wallet.lockWallet();
process.stdout.write('locked\n');
