/**
 * Time from the confirmation of an approval to the push on the wire, with an unlocked vault, compared with the sum of its parts.
 *
 * The parts, measured separately in the same run: two calls to the node (genesis and push; node:http, keep-alive), two journal records
 * of the same length appended with fsync, a message to a worker and back, and @noble signing once and verifying once. The practice
 * chain runs in a worker and is paused.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { launchDevnetWorker } from '../../electron/devnet/devnet-host.ts';
import { temporaryProfile } from '../builders/temporary-profile.ts';
import { draftOf, fundedAccount, PASSPHRASE, startCore } from '../builders/wallet-core.ts';
import { median, report } from './lib/report.ts';

const ROUNDS = 40;
const RECIPIENT = 't1d2xrzcslx7xlbbylc5c3d5lvandqw4iwl6epxba';

const { paths, remove } = await temporaryProfile();
const devnet = await launchDevnetWorker({ dataFolder: paths.file('chain'), seed: 'bench', isPaused: true });
const watched = await startWatchedEndpoint(devnet.httpUrl);
const { core } = await startCore(paths, { ...devnet, httpUrl: watched.url });
try {
  const { address } = await fundedAccount(devnet, core);
  await core.handlers.approval.unlockVault({ passphrase: PASSPHRASE });
  const confirms: number[] = [];
  const sums: number[] = [];
  const parts = await startParts();
  for (let round = -3; round < ROUNDS; round += 1) {
    const { approvalId } = await core.handlers.messages.prepareMessage(draftOf(address, RECIPIENT, { value: '0.001' }));
    const pushed = watched.nextPush();
    const started = performance.now();
    const confirmed = core.handlers.approval.confirmApproval({ id: approvalId, isNewNetworkAccepted: false });
    const tookMs = (await pushed) - started;
    await confirmed;
    const sumMs = await parts.measure();
    if (round < 0) continue;
    confirms.push(tookMs);
    sums.push(sumMs);
  }
  await parts.stop();
  report({
    bench: 'confirm an approval → push on the wire',
    unit: 'ms, median',
    measured: median(confirms),
    baseline: { name: 'its bare parts one after the other', value: median(sums) },
    ratio: median(confirms.map((value, index) => value / (sums[index] ?? Number.NaN))),
    aim: '<= 2 x',
    note: 'unlocked vault; intent and signature are on disk (fsync) before the push; the node is asked for its genesis before signing and before the push',
  });
} finally {
  await core.stop();
  await watched.stop();
  await devnet.stop();
  await remove();
}

/** A proxy to the node that reports pushes. */
async function startWatchedEndpoint(target: string) {
  let onPush: ((atMs: number) => void) | undefined;
  const agent = new Agent({ keepAlive: true });
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      if (body.includes('.MpoolPush"')) onPush?.(performance.now());
      const { host: _host, ...headers } = incoming.headers;
      const passed = request(target, { method: 'POST', headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      passed.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(target).pathname}`,
    nextPush: () =>
      new Promise<number>((resolve) => {
        onPush = resolve;
      }),
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The bare parts. */
async function startParts() {
  const agent = new Agent({ keepAlive: true });
  const file: FileHandle = await open(paths.file('bare.journal'), 'a', 0o600);
  const worker = new Worker(
    "require('node:worker_threads').parentPort.on('message', (m) => require('node:worker_threads').parentPort.postMessage(m))",
    {
      eval: true,
    },
  );
  const privateKey = new Uint8Array(32).fill(7);
  const publicKey = secp256k1.getPublicKey(privateKey);
  const message = new Uint8Array(120).fill(3);
  const intent = Buffer.alloc(900, 'x');
  const signed = Buffer.alloc(700, 'x');
  const genesis = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'Filecoin.ChainGetGenesis', params: [] });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const asked = request(watched.url, { method: 'POST', agent, headers: { 'content-type': 'application/json' } }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve());
      });
      asked.on('error', reject);
      asked.end(genesis);
    });
  const append = async (line: Buffer) => {
    await file.appendFile(line);
    await file.sync();
  };
  return {
    async measure(): Promise<number> {
      const started = performance.now();
      await ask();
      await append(intent);
      await new Promise((resolve) => {
        worker.once('message', resolve);
        worker.postMessage(message);
      });
      const digest = blake2b(message, { dkLen: 32 });
      const signature = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' });
      if (!secp256k1.verify(signature.subarray(1), digest, publicKey, { prehash: false }))
        throw new Error('The bare signature does not verify.');
      await append(signed);
      await ask();
      return performance.now() - started;
    },
    async stop() {
      agent.destroy();
      await file.close();
      await worker.terminate();
    },
  };
}
