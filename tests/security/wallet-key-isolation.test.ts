/** Private keys exist in the signer worker alone: no other code can even reach the modules that hold them. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { workerEntry } from '../../electron/platform/worker-entry.ts';
import type { Changed, SignerEnvelope, SignerMessage, SignerRequest, SignerResult } from '../../electron/wallet/signer-protocol.ts';
import { parseAddress } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { FIRST_KEY_PATH } from '../../shared/domain/keys/derivation-path.ts';
import { deriveKey } from '../../shared/domain/keys/mnemonic.ts';
import type { Message } from '../../shared/domain/messages/message.ts';
import { encodeMessage } from '../../shared/domain/messages/message.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PASSPHRASE = 'correct horse battery';
const NEW_PASSPHRASE = 'another long passphrase';
const BROUGHT = `${'abandon '.repeat(11)}about`;
const BROUGHT_PASSPHRASE = 'the twenty-fifth word';
const BROUGHT_KEY = '7b'.repeat(31).concat('01');
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
    /** The worker's own modules, beside its entry. */
    const inWorker = new Set(
      ['signer', 'signer-keys', 'signer-phrases', 'signer-signing', 'open-vault', 'vault-contents', 'sealed-text'].map(
        (name) => `electron/wallet/${name}.ts`,
      ),
    );
    const outside = (target: string) => importersOf(graph, target).filter((file) => !inWorker.has(file));
    for (const file of inWorker) {
      expect(graph.has(file), file).toBe(true);
      expect(outside(file), file).toEqual(file === 'electron/wallet/signer.ts' ? ['electron/wallet/signer-worker.ts'] : []);
    }
    expect(importersOf(graph, 'electron/wallet/signer-worker.ts')).toEqual([]);
    expect(importersOf(graph, 'shared/domain/keys/mnemonic.ts').length).toBeGreaterThanOrEqual(2);
    expect(outside('shared/domain/keys/key-export.ts')).toEqual([]);
    // Others may look whether a text is a phrase and whose a public key is, which tells nothing of private ones. The embedded node signs
    // with keys of its own, which anyone may know.
    for (const [target, harmless] of Object.entries({ mnemonic: 'parseMnemonic', key: 'addressFromPublicKey' })) {
      for (const file of outside(`shared/domain/${target}.ts`).filter((name) => !/^(shared\/domain|electron\/devnet)\//.test(name))) {
        const text = await readFile(join(ROOT, file), 'utf8');
        const names = new RegExp(`^import \\{ ([^}]*) \\} from '[^']*/${target}\\.ts'`, 'm').exec(text)?.[1] ?? '';
        const values = names.split(', ').filter((name) => !name.startsWith('type '));
        expect(values, `${file} of ${target}.ts`).toEqual([harmless]);
      }
    }
    // The main thread reads the open part of the file and never opens the seal.
    const wallet = [...graph.keys()].filter((file) => file.startsWith('electron/') && !inWorker.has(file));
    for (const file of wallet) {
      const text = await readFile(join(ROOT, file), 'utf8');
      if (file !== 'electron/wallet/vault-file.ts') {
        expect(text, file).not.toMatch(/\b(openSeal|deriveKeyOf)\b/);
      }
    }
  });

  it('sends no key and no phrase to the main thread, but the three that are to be shown', async () => {
    const worker = new Worker(workerEntry('signer-worker'), { env: {}, execArgv: [] });
    const seen: SignerMessage[] = [];
    let nextId = 1;
    const ask = <K extends SignerRequest['kind']>(request: Extract<SignerRequest, { kind: K }>): Promise<SignerResult<K>> => {
      const id = nextId;
      nextId += 1;
      return new Promise((resolveAnswer, reject) => {
        const listen = (message: SignerMessage): void => {
          if ('event' in message || message.id !== id) {
            return;
          }
          worker.off('message', listen);
          if (message.ok) {
            resolveAnswer(message.result as SignerResult<K>);
          } else {
            reject(new Error(message.error.message));
          }
        };
        worker.on('message', listen);
        worker.postMessage({ id, request } satisfies SignerEnvelope);
      });
    };
    try {
      const facts = { label: 'x', createdAtMs: 1 };
      const make = { kind: 'make', passphrase: PASSPHRASE, texts: [] } as const;
      const made = await ask<'createVault'>({ kind: 'createVault', access: make, ...facts, genesisCid: GENESIS });
      worker.on('message', (message: SignerMessage) => seen.push(message));
      let vaultText = made.change?.vaultText ?? '';
      const open = () => ({ kind: 'open', vaultText, keepForMs: 60_000 }) as const;
      const proven = (passphrase = PASSPHRASE) => ({ ...open(), passphrase });
      const keep = <T extends Changed>(result: T): T => {
        vaultText = result.change?.vaultText ?? vaultText;
        return result;
      };
      const message: Message = {
        version: 0,
        from: parseAddress(made.address),
        to: parseAddress('f01234'),
        nonce: 0n,
        value: attoFil(1n),
        gasLimit: 1_000_000n,
        gasFeeCap: attoFil(1000n),
        gasPremium: attoFil(100n),
        method: 0n,
        params: new Uint8Array(),
      };
      const sign = { kind: 'sign', messages: [encodeMessage(message)], genesisCid: GENESIS, isNewNetworkAccepted: false } as const;
      await expect(ask({ ...sign, access: proven('not the passphrase') })).rejects.toThrow(/Wrong passphrase/);
      await ask<'sign'>({ ...sign, access: proven() });
      await ask<'unlock'>({ kind: 'unlock', access: proven() });
      keep(await ask<'sign'>({ ...sign, access: open(), genesisCid: `${GENESIS}x`, isNewNetworkAccepted: true }));
      await expect(ask({ ...sign, access: open(), messages: [Uint8Array.of(1, 2, 3)] })).rejects.toThrow();
      await ask<'signData'>({ kind: 'signData', access: open(), from: made.address, data: Uint8Array.of(1), form: 'frc-0102' });
      await ask<'scanPhrase'>({ kind: 'scanPhrase', mnemonic: BROUGHT, count: 1 });
      await expect(ask({ kind: 'scanPhrase', mnemonic: BROUGHT.replace('about', 'abuot'), count: 1 })).rejects.toThrow(/Word 12/);
      const keys = [{ path: FIRST_KEY_PATH, keyType: 'secp256k1' as const }];
      keep(
        await ask<'importPhrase'>({
          kind: 'importPhrase',
          access: open(),
          mnemonic: BROUGHT,
          bip39Passphrase: BROUGHT_PASSPHRASE,
          keys,
          ...facts,
        }),
      );
      const { keys: readings } = await ask<'readKey'>({ kind: 'readKey', text: BROUGHT_KEY });
      keep(await ask<'importKey'>({ kind: 'importKey', access: open(), text: BROUGHT_KEY, address: readings[0]?.address ?? '', ...facts }));
      const { address: random } = keep(await ask<'createKey'>({ kind: 'createKey', access: open(), keyType: 'bls', ...facts }));
      const words = [1, 2, 3].map((position) => ({ position, word: made.mnemonic.split(' ')[position] ?? '' }));
      await expect(ask({ kind: 'confirmBackup', access: open(), phraseId: made.phraseId, words })).rejects.toThrow(/Wrong words/);
      keep(await ask<'changePassphrase'>({ kind: 'changePassphrase', access: proven(), newPassphrase: NEW_PASSPHRASE }));
      await ask<'unlock'>({ kind: 'unlock', access: proven(NEW_PASSPHRASE) });
      await ask<'lock'>({ kind: 'lock' });
      expect(seen.length).toBeGreaterThanOrEqual(16);

      const carried = textOf(seen);
      const { texts, bytes } = secretsOf(made.mnemonic);
      expect(made.mnemonic.split(' ')).toHaveLength(24);
      for (const secret of [
        ...texts,
        BROUGHT,
        BROUGHT_PASSPHRASE,
        BROUGHT_KEY,
        NEW_PASSPHRASE,
        ...bytes.map((each) => each.toString('hex')),
      ]) {
        expect(carried).not.toContain(secret);
      }
      const created = textOf(made);
      for (const secret of texts.slice(1)) {
        expect(created).not.toContain(secret);
      }

      // What is to be shown comes with the passphrase alone, and nothing else comes with it.
      const shown = await ask<'revealPhrase'>({ kind: 'revealPhrase', access: proven(NEW_PASSPHRASE), phraseId: made.phraseId });
      expect(shown).toEqual({ mnemonic: made.mnemonic });
      const { text, change } = await ask<'exportKey'>({ kind: 'exportKey', access: proven(NEW_PASSPHRASE), address: random, form: 'hex' });
      expect(text).toMatch(/^[0-9a-f]{64}$/);
      expect(textOf(change)).not.toContain(text);
      expect(carried).not.toContain(text);
      expect(carried).not.toContain(Buffer.from(text, 'hex').toString('base64'));
    } finally {
      await worker.terminate();
    }
  });
});

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => (part instanceof Uint8Array ? inTextForms(part) : part));
}

/** With all of the memory behind it, which crosses too. */
function inTextForms({ buffer }: Uint8Array) {
  const all = Buffer.from(buffer);
  return { hex: all.toString('hex'), base64: all.toString('base64') };
}
