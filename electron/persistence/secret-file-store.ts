/**
 * Small secrets (API tokens) in one file of the profile, readable by this user only (mode 0600), each sealed by a cipher.
 *
 * Electron brings the system's key store as the cipher. The web host has none: there is no key store that a plain process
 * can use on every platform, and a key kept beside the file would only look like protection. There the file's mode is the
 * protection, as it is for a node's own token file, until there is a vault that seals (wallet/vault-sealed-secrets.ts). No earlier
 * version of the file is kept, so that a removed token is gone; a damaged one is set aside by the next change. Keys and phrases never
 * come here: they live in the vault.
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
  /** Kept in the file, so that a file of another cipher is refused instead of misread. */
  readonly name: string;
  /** @throws SextantError where nothing can be sealed now */
  seal(text: string): Promise<string>;
  /** `isStale` asks for sealing again, for example after the system's key was changed. */
  open(sealed: string): Promise<{ readonly text: string; readonly isStale: boolean }>;
}

export const PLAIN_CIPHER: SecretCipher = {
  name: 'none',
  seal: async (text) => text,
  open: async (text) => ({ text, isStale: false }),
};

export function createSecretFileStore(filePath: string, cipher: SecretCipher): SecretStore {
  let lastUpdate: Promise<void> = Promise.resolve();

  /** Undefined where the file is damaged. */
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
    // Another host sealed these: they count as not there, and are replaced by the next one stored.
    return parsed.data.cipher === cipher.name ? parsed.data.entries : {};
  }

  /** @throws SextantError `disk-failure` */
  async function readUndamaged(): Promise<Entries> {
    const entries = await read();
    if (entries === undefined) {
      throw new SextantError('disk-failure', `The file ${filePath} is damaged. It is set aside when the next token is stored.`);
    }
    return entries;
  }

  /** Changes happen one after the other: each starts from what the one before it wrote. */
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
