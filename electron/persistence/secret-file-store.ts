/**
 * Stores small secrets (API tokens) in one file of the profile, readable only by this user (mode 0600), each sealed by a cipher.
 *
 * Electron uses the system's key store as the cipher. The web host has no cipher, because no key store is available to a plain process on
 * every platform, and a key next to the file would not protect it. There only the file mode protects tokens, as for a node's own token
 * file, until a vault seals them (wallet/vault-sealed-secrets.ts). No backup is kept, so that removed tokens are gone; a damaged file is
 * set aside at the next change. Keys and recovery phrases are never stored here, only in the vault.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { SecretStore } from '../platform/ports.ts';
import { diskFailure, isMissingFile } from './disk-failure.ts';
import { replaceFile } from './replace-file.ts';
import { setAside } from './set-aside.ts';

const zFile = z.object({ version: z.literal(1), cipher: z.string(), entries: z.record(z.string(), z.string()) });
type Entries = Readonly<Record<string, string>>;

export interface SecretCipher {
  /** Stored in the file, to detect a file of another cipher. */
  readonly name: string;
  /** @throws SextantError if sealing is not possible now */
  seal(text: string): Promise<string>;
  /** `isStale`: must be sealed again, for example after a change of the system's key. */
  open(sealed: string): Promise<{ readonly text: string; readonly isStale: boolean }>;
}

export const PLAIN_CIPHER: SecretCipher = {
  name: 'none',
  seal: async (text) => text,
  open: async (text) => ({ text, isStale: false }),
};

export function createSecretFileStore(filePath: string, cipher: SecretCipher): SecretStore {
  let lastUpdate: Promise<void> = Promise.resolve();

  /** Undefined if the file is damaged. */
  async function read(): Promise<Entries | undefined> {
    let text: string;
    try {
      text = await readFile(filePath, 'utf8');
    } catch (error) {
      if (isMissingFile(error)) return {};
      throw diskFailure('read', filePath, error);
    }
    const parsed = zFile.safeParse(parseJson(text));
    if (!parsed.success) return undefined;
    // Sealed by another host: ignored, and replaced at the next write.
    return parsed.data.cipher === cipher.name ? parsed.data.entries : {};
  }

  /** @throws SextantError `disk-failure` */
  async function readUndamaged(): Promise<Entries> {
    const entries = await read();
    if (entries === undefined) {
      throw new SextantError('disk-failure', `The file ${filePath} is damaged. It will be set aside when you save a token.`);
    }
    return entries;
  }

  /** Runs changes one after the other. */
  function update(change: (entries: Entries) => Entries): Promise<void> {
    const run = async (): Promise<void> => {
      const before = await read();
      if (before === undefined) await setAside(filePath);
      const entries = change(before ?? {});
      try {
        await replaceFile(filePath, `${JSON.stringify({ version: 1, cipher: cipher.name, entries })}\n`);
      } catch (error) {
        throw diskFailure('write', filePath, error);
      }
    };
    const done = lastUpdate.then(run, run);
    lastUpdate = done.catch(() => undefined);
    return done;
  }

  async function store(name: string, value: string): Promise<void> {
    const sealed = await cipher.seal(value);
    await update((entries) => ({ ...entries, [name]: sealed }));
  }

  return {
    isEncrypted: cipher !== PLAIN_CIPHER,
    async get(name) {
      await lastUpdate;
      const entries = await readUndamaged();
      const sealed = Object.hasOwn(entries, name) ? entries[name] : undefined;
      if (sealed === undefined) return undefined;
      const { text, isStale } = await cipher.open(sealed);
      if (isStale) await store(name, text);
      return text;
    },
    async names() {
      await lastUpdate;
      return Object.keys(await readUndamaged());
    },
    set: store,
    delete: (name) => update((entries) => Object.fromEntries(Object.entries(entries).filter(([key]) => key !== name))),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
