import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SecretCipher } from '../../../../electron/persistence/secret-file-store.ts';
import { createSecretFileStore, PLAIN_CIPHER } from '../../../../electron/persistence/secret-file-store.ts';
import { createSafeStorageCipher } from '../../../../electron/shell/safe-storage-cipher.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sextant-secrets-'));
  file = path.join(folder, 'secrets.json');
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The system's key store as Electron offers it: nothing readable comes out. */
function fakeSafeStorage(isAvailable = true) {
  let rotations = 0;
  return {
    isAsyncEncryptionAvailable: async () => isAvailable,
    encryptStringAsync: async (text: string) => Buffer.from([...Buffer.from(text)].map((byte) => byte ^ 0x5a)),
    decryptStringAsync: async (sealed: Buffer) => ({
      result: Buffer.from([...sealed].map((byte) => byte ^ 0x5a)).toString(),
      shouldReEncrypt: rotations++ === 0,
    }),
  };
}

test.each([
  { name: 'without a cipher', cipher: (): SecretCipher => PLAIN_CIPHER },
  { name: 'with the system key store', cipher: (): SecretCipher => createSafeStorageCipher(fakeSafeStorage()) },
])('$name: what was stored is found again by another run, and gone when removed', async ({ cipher }) => {
  const store = createSecretFileStore(file, cipher());
  expect(await store.get('token')).toBeUndefined();
  await Promise.all([store.set('token', 'eyJ.secret'), store.set('other', 'x'), store.set('token', 'eyJ.newer')]);
  const again = createSecretFileStore(file, cipher());
  expect([await again.get('token'), await again.get('token'), await again.get('other')]).toEqual(['eyJ.newer', 'eyJ.newer', 'x']);
  await again.delete('token');
  expect([await again.get('token'), await again.get('other')]).toEqual([undefined, 'x']);
  expect(readdirSync(folder)).toEqual(['secrets.json']);
});

test('the file is readable by this user only', async () => {
  await createSecretFileStore(file, PLAIN_CIPHER).set('token', 'x');
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('with the system key store nothing readable is on disk', async () => {
  await createSecretFileStore(file, createSafeStorageCipher(fakeSafeStorage())).set('token', 'eyJ.secret');
  expect(readFileSync(file, 'utf8')).not.toContain('eyJ');
});

test('without a key store nothing is written, and the reason is told', async () => {
  const store = createSecretFileStore(file, createSafeStorageCipher(fakeSafeStorage(false)));
  await expect(store.set('token', 'x')).rejects.toMatchObject({ code: 'disk-failure', message: expect.stringContaining('key store') });
  expect(readdirSync(folder)).toEqual([]);
});

test('secrets that another host sealed count as not there', async () => {
  await createSecretFileStore(file, PLAIN_CIPHER).set('token', 'x');
  expect(await createSecretFileStore(file, createSafeStorageCipher(fakeSafeStorage())).get('token')).toBeUndefined();
});

test('a damaged file is told, and kept aside when the next secret is stored', async () => {
  writeFileSync(file, '{"version":1,');
  const store = createSecretFileStore(file, PLAIN_CIPHER);
  await expect(store.get('token')).rejects.toMatchObject({ code: 'disk-failure', message: expect.stringContaining('is damaged') });
  await expect(store.names()).rejects.toMatchObject({ code: 'disk-failure' });
  await store.set('token', 'x');
  expect([await store.get('token'), await store.names()]).toEqual(['x', ['token']]);
  expect(readFileSync(`${file}.corrupt`, 'utf8')).toBe('{"version":1,');
});
