/**
 * Seals API tokens with the user's key in the system's key store (Keychain, DPAPI, libsecret or KWallet). Without a key store sealing
 * fails, so that no token is written unencrypted.
 */
import type { SafeStorage } from 'electron';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { SecretCipher } from '../persistence/secret-file-store.ts';

export function createSafeStorageCipher(
  safeStorage: Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>,
): SecretCipher {
  return {
    name: 'system',
    async seal(text) {
      if (!(await safeStorage.isAsyncEncryptionAvailable())) {
        throw new SextantError(
          'disk-failure',
          'Could not save the token: no system key store available. Unlock the keyring and try again.',
        );
      }
      return (await safeStorage.encryptStringAsync(text)).toString('base64');
    },
    async open(sealed) {
      const opened = await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'));
      return { text: opened.result, isStale: opened.shouldReEncrypt };
    },
  };
}
