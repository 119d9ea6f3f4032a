/**
 * The raw memory of a process whose vault was locked, freed parts included, as a core dump would hold it: keys that were made, used and
 * written to the vault are not in it.
 *
 * Locking ends the signer's thread. V8 keeps the pages of an ended thread for some seconds, so the memory is looked at until they are
 * given back. One thing stays: signing with secp256k1 goes through the generator of RFC 6979 in `@noble/curves`, which puts copies of the
 * private key into buffers that nobody but the collector can free, and freed memory is not overwritten. Strings (passphrase, phrase) that
 * passed through the main thread are not asked for here; tests/e2e/secrets.spec.ts shows that nothing refers to them.
 */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { mnemonicToSeedSync } from '@scure/bip39';
import { expect, it } from 'vitest';
import { OpenVault } from '../../electron/wallet/open-vault.ts';
import { deriveKeyOf, parseVault } from '../../electron/wallet/vault-file.ts';
import { generateMnemonic } from '../../shared/domain/keys/mnemonic.ts';
import { memoryOf } from '../builders/process-memory.ts';
import { SecretScan, tracesOfBytes } from '../builders/secret-scan.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';

const PROGRAM = fileURLToPath(new URL('../builders/wallet-process.ts', import.meta.url));
const PASSPHRASE = 'harbour lantern quiet 71 compass';
const LEFT_BY_SIGNING = 'the secp256k1 key, bytes';

it.runIf(process.platform === 'linux')('a locked vault leaves no key in memory', async () => {
  const { paths, remove } = await temporaryProfile();
  const child = spawn(process.execPath, [PROGRAM, paths.folder, PASSPHRASE], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    const scan = await scanFor(await readFile(paths.file('vault.txt'), 'utf8'));
    expect(inMemoryOf(child, scan)).toEqual(
      expect.arrayContaining(["the vault's key, bytes", 'the bls key, bytes', 'the secp256k1 key, bytes']),
    );

    const locked = once(child.stdout, 'data');
    child.stdin.write('lock\n');
    await locked;
    await expect.poll(() => inMemoryOf(child, scan).filter((name) => name !== LEFT_BY_SIGNING), { interval: 1000 }).toEqual([]);
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await remove();
  }
});

async function scanFor(vaultText: string): Promise<SecretScan> {
  const parsed = parseVault(vaultText);
  const key = await deriveKeyOf(parsed, PASSPHRASE);
  const vault = OpenVault.open(parsed, key);
  return new SecretScan([
    ...tracesOfBytes("the vault's key", key.sealingKey),
    ...tracesOfBytes('the key of small texts', vault.textKey),
    ...vault.keys.flatMap(({ secret }) => tracesOfBytes(`the ${secret.type} key`, secret.privateKey)),
    ...vault.phrases.flatMap(({ secret: { entropy } }) => [
      ...tracesOfBytes('the entropy', entropy),
      ...tracesOfBytes('the seed', mnemonicToSeedSync(generateMnemonic(entropy))),
    ]),
  ]);
}

function inMemoryOf(child: ChildProcessByStdio<Writable, Readable, null>, scan: SecretScan): string[] {
  const found = new Set<string>();
  for (const piece of memoryOf(child.pid ?? 0)) for (const { name } of scan.find(piece)) found.add(name);
  return [...found];
}
