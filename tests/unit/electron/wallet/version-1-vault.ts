import { createHash, randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { DeriveVaultKey } from '../../../../electron/wallet/vault-key.ts';
import { encodeCbor } from '../../../../shared/domain/encoding/cbor.ts';
import { FIRST_KEY_PATH } from '../../../../shared/domain/keys/derivation-path.ts';
import { deriveKey, generateMnemonic } from '../../../../shared/domain/keys/mnemonic.ts';

/** A vault as the first version wrote it, field by field: nothing here comes from the code that reads it. */
export async function version1Vault(options: {
  passphrase: string;
  derive: DeriveVaultKey;
  entropy: Uint8Array;
  genesisCids: readonly string[];
}): Promise<{ text: string; address: string; mnemonic: string }> {
  const { passphrase, derive, entropy, genesisCids } = options;
  const mnemonic = generateMnemonic(entropy);
  const { address, privateKey } = deriveKey(mnemonic, 'secp256k1', FIRST_KEY_PATH);
  const kdf = { name: 'scrypt', n: 131_072, r: 8, p: 1, salt: randomBytes(16).toString('hex') } as const;
  const nonce = randomBytes(24);
  const { sealingKey, check } = await derive(passphrase, kdf);
  const header = JSON.stringify({
    format: 'sextant-vault',
    version: 1,
    kdf,
    cipher: { name: 'xchacha20-poly1305', nonce: nonce.toString('hex') },
    check,
    accounts: [
      { address, label: 'First key', keyType: 'secp256k1', path: "m/44'/461'/0'/0/0", createdAtMs: 1_700_000_000_000, genesisCids },
    ],
  });
  const contents = encodeCbor([1, entropy, [["m/44'/461'/0'/0/0", privateKey]]]);
  const sealed = xchacha20poly1305(sealingKey, nonce, Buffer.from(header, 'utf8')).encrypt(contents);
  const lines = `${header}\n${Buffer.from(sealed).toString('base64')}\n`;
  return { text: `${lines}${createHash('sha256').update(lines).digest('hex')}\n`, address, mnemonic };
}
