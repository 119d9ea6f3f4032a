/**
 * Encrypts short texts (API tokens) with a key of the vault. Runs inside the signer worker only.
 *
 * The key is 32 random bytes, stored in the vault for this purpose, so that it survives a change of passphrase and the deletion of phrases
 * and keys. The cipher is XChaCha20-Poly1305 with a random 24-byte nonce per text; the name of the text is authenticated data. Texts that
 * were encrypted by another vault or under another name, or were altered, are refused.
 */
import { randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { NamedText } from './signer-protocol.ts';

const VERSION_1_INFO = Buffer.from('sextant small texts, version 1', 'utf8');
const NONCE_BYTES = 24;
/** Longer than any token. */
const MAX_TEXT_LENGTH = 16_000;

/**
 * Derive the key as vaults of version 1 did, from their only phrase (HKDF-SHA-256, RFC 5869). It reveals nothing about the phrase.
 */
export function textKeyOfVersion1(entropy: Uint8Array): Uint8Array {
  return hkdf(sha256, entropy, undefined, VERSION_1_INFO, 32);
}

/** Encrypt a text; returns the nonce and ciphertext in base64. */
export function sealText(textKey: Uint8Array, { name, text }: NamedText): NamedText {
  if (text.length > MAX_TEXT_LENGTH) {
    throw new SextantError('invalid-input', `The text is too long: at most ${MAX_TEXT_LENGTH} characters can be encrypted.`);
  }
  const nonce = randomBytes(NONCE_BYTES);
  const sealed = xchacha20poly1305(textKey, nonce, nameBytes(name)).encrypt(Buffer.from(text, 'utf8'));
  return { name, text: Buffer.concat([nonce, sealed]).toString('base64') };
}

/** @throws SextantError `vault-corrupt` */
export function openText(textKey: Uint8Array, { name, text }: NamedText): NamedText {
  const bytes = Buffer.from(text.slice(0, 4 * MAX_TEXT_LENGTH), 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  try {
    const opened = xchacha20poly1305(textKey, nonce, nameBytes(name)).decrypt(bytes.subarray(NONCE_BYTES));
    return { name, text: Buffer.from(opened).toString('utf8') };
  } catch (cause) {
    throw new SextantError('vault-corrupt', 'A stored token was not encrypted by this vault, or was altered. Enter the token again.', {
      cause,
    });
  }
}

function nameBytes(name: string): Uint8Array {
  return Buffer.from(name, 'utf8');
}
