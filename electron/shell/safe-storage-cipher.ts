/**
 * Seals API tokens with the key that the system keeps for this user (Keychain, DPAPI, libsecret or KWallet).
 * Where the system has no key store, sealing is refused with a plain sentence: a token is not written readable because
 * nothing better was there.
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
          'This system offers no key store, so the token was not saved. Unlock the keyring and try again.',
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
