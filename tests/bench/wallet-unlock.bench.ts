/**
 * Unlocking the vault, compared with the bare key derivation: Node's scrypt with the same work factor.
 *
 * Unlocking is end to end: handler, signer worker, derivation, decryption, every key checked against its address.
 * Memory is the sampled growth of the process, compared with the memory of the derivation (128 · N · r bytes).
 */
import { randomBytes, scrypt } from 'node:crypto';
import { KDF_FLOOR } from '../../electron/wallet/vault-key.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import { PASSPHRASE, startCore } from '../builders/wallet-core.ts';
import { median, report } from './lib/report.ts';

const ROUNDS = 9;
const MEBIBYTE = 2 ** 20;
const { n: N, r, p } = KDF_FLOOR;
const derivationBytes = 128 * N * r;

const { paths, remove } = await temporaryProfile();
const { core } = await startCore(paths, undefined);
try {
  await core.handlers.approval.createVault({ passphrase: PASSPHRASE, label: 'Bench key' });
  const unlock = () => core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
  const derive = () =>
    new Promise<void>((resolve, reject) => {
      const options = { N, r, p, maxmem: derivationBytes * 2 };
      scrypt(PASSPHRASE, randomBytes(16), 64, options, (error) => (error === null ? resolve() : reject(error)));
    });
  await timed(unlock);
  await core.handlers.approval.lockVault({});
  await timed(derive);
  const unlocks: Sample[] = [];
  const derivations: Sample[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    derivations.push(await timed(derive));
    unlocks.push(await timed(unlock));
    await core.handlers.approval.lockVault({});
  }
  const note = `scrypt N = 2^${Math.log2(N)}, r = ${r}, p = ${p}; the derivation's share is ${percent(1 / ratioOf(unlocks, derivations, 'tookMs'))}, most of the rest is the start of the signer's thread, here from sources`;
  report({
    bench: 'unlock the vault',
    unit: 'ms, median',
    measured: median(unlocks.map(({ tookMs }) => tookMs)),
    baseline: { name: 'bare node:crypto scrypt', value: median(derivations.map(({ tookMs }) => tookMs)) },
    ratio: ratioOf(unlocks, derivations, 'tookMs'),
    aim: '<= 1.1 x',
    note,
  });
  report({
    bench: 'memory while unlocking',
    unit: 'MiB above before, highest sample, median',
    measured: median(unlocks.map(({ grownBytes }) => grownBytes)) / MEBIBYTE,
    baseline: { name: 'what scrypt works on: 128 · N · r', value: derivationBytes / MEBIBYTE },
    ratio: median(unlocks.map(({ grownBytes }) => grownBytes)) / derivationBytes,
    aim: '<= 1.1 x',
    note: `bare scrypt grows the process by ${(median(derivations.map(({ grownBytes }) => grownBytes)) / MEBIBYTE).toFixed(0)} MiB; afterwards it is given back`,
  });
} finally {
  await core.stop();
  await remove();
}

interface Sample {
  readonly tookMs: number;
  readonly grownBytes: number;
}

async function timed(run: () => Promise<unknown>): Promise<Sample> {
  const before = process.memoryUsage.rss();
  let highest = before;
  const sampling = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 2);
  const started = performance.now();
  await run();
  const tookMs = performance.now() - started;
  clearInterval(sampling);
  return { tookMs, grownBytes: highest - before };
}

function ratioOf(measured: readonly Sample[], baseline: readonly Sample[], field: keyof Sample): number {
  return median(measured.map((sample, index) => sample[field] / (baseline[index]?.[field] ?? Number.NaN)));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
