/** Private keys exist in the signer worker alone: no other code can even reach the modules that hold them. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { workerEntry } from '../../electron/platform/worker-entry.ts';
import type { CreateResult, SignerEnvelope, SignerMessage, SignerRequest, SignResult } from '../../electron/wallet/signer-protocol.ts';
import { parseAddress } from '../../shared/domain/address.ts';
import { attoFil } from '../../shared/domain/amount.ts';
import type { Message } from '../../shared/domain/message.ts';
import { encodeMessage } from '../../shared/domain/message.ts';
import { deriveKey } from '../../shared/domain/mnemonic.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PASSPHRASE = 'correct horse battery';
const GENESIS = 'bafy2bzacecnamqgqmifpluoeldx7zzglxcljo6oja4vrmtj7432rphldpdmm2';

async function sourcesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
}

/** Who imports which of our files, at run time. */
async function valueImports(): Promise<ReadonlyMap<string, readonly string[]>> {
  const graph = new Map<string, readonly string[]>();
  for (const file of [...(await sourcesUnder('electron')), ...(await sourcesUnder('renderer')), ...(await sourcesUnder('shared'))]) {
    const text = await readFile(file, 'utf8');
    const targets = [...text.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+'(\.[^']+)'/gm)].map((match) =>
      relative(ROOT, resolve(dirname(file), match[1] ?? '')),
    );
    graph.set(relative(ROOT, file), targets);
  }
  return graph;
}

function importersOf(graph: ReadonlyMap<string, readonly string[]>, target: string): string[] {
  return [...graph].filter(([, targets]) => targets.includes(target)).map(([file]) => file);
}

/** Everything that may hold a secret of this key, in the forms that text could carry. */
function secretsOf(mnemonic: string): { texts: string[]; bytes: Buffer[] } {
  const { privateKey } = deriveKey(mnemonic, 'secp256k1', "m/44'/461'/0'/0/0");
  const key = Buffer.from(privateKey);
  return { texts: [mnemonic, key.toString('hex'), key.toString('base64'), PASSPHRASE], bytes: [key] };
}

describe('isolation of keys', () => {
  it('lets the signer worker alone reach the code that holds keys', async () => {
    const graph = await valueImports();
    expect(importersOf(graph, 'electron/wallet/signer.ts')).toEqual(['electron/wallet/signer-worker.ts']);
    expect(importersOf(graph, 'electron/wallet/vault-contents.ts')).toEqual(['electron/wallet/signer.ts']);
    expect(importersOf(graph, 'electron/wallet/sealed-text.ts')).toEqual(['electron/wallet/signer.ts']);
    expect(importersOf(graph, 'electron/wallet/signer-worker.ts')).toEqual([]);
    expect(importersOf(graph, 'shared/domain/mnemonic.ts')).toEqual(['electron/wallet/signer.ts']);
    // Exports of keys are read and written by nobody yet; where they will be, it is in the signer.
    const exporters = importersOf(graph, 'shared/domain/key-export.ts');
    expect(exporters.filter((file) => file !== 'electron/wallet/signer.ts')).toEqual([]);
    // The embedded node signs with keys of its own, which anyone may know.
    const signers = (domain: string) => importersOf(graph, domain).filter((file) => !/^(shared\/domain|electron\/devnet)\//.test(file));
    expect(signers('shared/domain/key.ts')).toEqual(['electron/wallet/signer.ts']);
    // The main thread reads the open part of the file and never opens the seal.
    const wallet = [...graph.keys()].filter((file) => file.startsWith('electron/') && !file.startsWith('electron/wallet/signer'));
    for (const file of wallet) {
      const text = await readFile(join(ROOT, file), 'utf8');
      if (file !== 'electron/wallet/vault-file.ts') {
        expect(text, file).not.toMatch(/\b(openSeal|deriveKeyOf)\b/);
      }
    }
  });

  it('sends no key and no phrase to the main thread, but the phrase of a new vault once', async () => {
    const worker = new Worker(workerEntry('signer-worker'), { env: {}, execArgv: [] });
    const seen: SignerMessage[] = [];
    let nextId = 1;
    const ask = <T>(request: SignerRequest): Promise<T> => {
      const id = nextId;
      nextId += 1;
      return new Promise((resolveAnswer, reject) => {
        const listen = (message: SignerMessage): void => {
          if ('event' in message || message.id !== id) {
            return;
          }
          worker.off('message', listen);
          if (message.ok) {
            resolveAnswer(message.result as T);
          } else {
            reject(new Error(message.error.message));
          }
        };
        worker.on('message', listen);
        worker.postMessage({ id, request } satisfies SignerEnvelope);
      });
    };
    try {
      const made = await ask<CreateResult>({ kind: 'create', passphrase: PASSPHRASE, label: 'x', createdAtMs: 1, genesisCid: GENESIS });
      worker.on('message', (message: SignerMessage) => seen.push(message));
      const message: Message = {
        version: 0,
        from: parseAddress(made.account.address),
        to: parseAddress('f01234'),
        nonce: 0n,
        value: attoFil(1n),
        gasLimit: 1_000_000n,
        gasFeeCap: attoFil(1000n),
        gasPremium: attoFil(100n),
        method: 0n,
        params: new Uint8Array(),
      };
      const sign = {
        kind: 'sign',
        messageBytes: encodeMessage(message),
        genesisCid: GENESIS,
        vaultText: made.vaultText,
        isNewNetworkAccepted: false,
      } as const;
      await expect(ask({ ...sign, passphrase: 'not the passphrase' })).rejects.toThrow(/does not open/);
      await ask<SignResult>({ ...sign, passphrase: PASSPHRASE });
      await ask({ kind: 'unlock', vaultText: made.vaultText, passphrase: PASSPHRASE, forMs: 60_000 });
      await ask<SignResult>({ ...sign, genesisCid: `${GENESIS}x`, isNewNetworkAccepted: true });
      await expect(ask({ ...sign, messageBytes: Uint8Array.of(1, 2, 3) })).rejects.toThrow();
      await ask({ kind: 'lock' });

      expect(seen.length).toBeGreaterThanOrEqual(6);
      const { texts, bytes } = secretsOf(made.mnemonic);
      expect(made.mnemonic.split(' ')).toHaveLength(24);
      const carried = JSON.stringify(seen, (_key, value: unknown) =>
        value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex'), base64: Buffer.from(value).toString('base64') } : value,
      );
      for (const secret of texts) {
        expect(carried).not.toContain(secret);
      }
      for (const secret of bytes) {
        expect(carried).not.toContain(secret.toString('hex'));
      }
      const created = JSON.stringify(made);
      for (const secret of texts.slice(1)) {
        expect(created).not.toContain(secret);
      }
    } finally {
      await worker.terminate();
    }
  });
});
