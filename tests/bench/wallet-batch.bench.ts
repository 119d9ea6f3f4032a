/**
 * A batch of 1,000 transfers in one approval: from the confirmation until every signature is verified and on disk, compared with
 * @noble signing the same 1,000 digests, and signing and verifying them.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { launchDevnetWorker } from '../../electron/devnet/devnet-host.ts';
import { hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import { fundedAccount, PASSPHRASE, startCore } from '../builders/wallet-core.ts';
import { median, report } from './lib/report.ts';

const COUNT = 1000;
const ROUNDS = 3;
const PRIVATE_KEY = new Uint8Array(32).fill(7);
const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';

const { paths, remove } = await temporaryProfile();
const devnet = await launchDevnetWorker({ dataFolder: paths.file('chain'), seed: 'bench', isPaused: true });
const { core } = await startCore(paths, devnet);
try {
  const { address } = await fundedAccount(devnet, core);
  await core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
  const csv = ['to,value', ...Array.from({ length: COUNT }, (_, index) => `${RECIPIENT},0.000${index + 1}`)].join('\n');
  const batches: number[] = [];
  const bare: number[] = [];
  const bareBoth: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { approvalId } = await core.handlers.messages.prepareBatch({ from: address, csv, isHeld: true });
    const { messages } = await core.handlers.approval.listBatch({ id: approvalId, offset: 0, limit: 200 });
    const digests = Array.from({ length: COUNT }, (_, index) =>
      blake2b(hexToBytes(messages[index % messages.length]?.bytesHex ?? ''), { dkLen: 32 }),
    );
    bare.push(perSecond(digests, (digest) => signBare(digest)));
    bareBoth.push(perSecond(digests, (digest) => recoverBare(signBare(digest), digest)));
    const started = performance.now();
    await core.handlers.approval.confirmApproval({ id: approvalId, isNewNetworkAccepted: false });
    batches.push((COUNT / (performance.now() - started)) * 1000);
  }
  report({
    bench: 'batch of 1,000 approved at once',
    unit: 'signed a second, median',
    measured: median(batches),
    baseline: { name: 'bare @noble secp256k1 sign', value: median(bare) },
    ratio: median(batches.map((value, index) => value / (bare[index] ?? Number.NaN))),
    aim: '>= 0.2 (every signature is verified before it is kept, which costs three times what it took to make)',
    note: 'with 1,000 intents and 1,000 signatures on disk before it ends',
  });
  report({
    bench: 'batch of 1,000 approved at once',
    unit: 'signed and verified a second, median',
    measured: median(batches),
    baseline: { name: 'bare @noble secp256k1 sign and recover', value: median(bareBoth) },
    ratio: median(batches.map((value, index) => value / (bareBoth[index] ?? Number.NaN))),
    aim: '>= 0.8',
    note: 'an f1 address is the hash of a public key, which has to be recovered from the signature',
  });
} finally {
  await core.stop();
  await devnet.stop();
  await remove();
}

function perSecond(digests: readonly Uint8Array[], each: (digest: Uint8Array) => void): number {
  const started = performance.now();
  for (const digest of digests) each(digest);
  return (digests.length / (performance.now() - started)) * 1000;
}

function signBare(digest: Uint8Array): Uint8Array {
  return secp256k1.sign(digest, PRIVATE_KEY, { prehash: false, format: 'recovered' });
}

function recoverBare(signature: Uint8Array, digest: Uint8Array): void {
  secp256k1.Signature.fromBytes(signature, 'recovered').recoverPublicKey(digest);
}
