/**
 * Seals small texts (API tokens) with a key that belongs to a vault. Runs inside the signer worker only.
 *
 * The key is 32 random bytes that the vault keeps for this alone, so that it stays the same when the passphrase changes and whichever
 * phrase or key is deleted. The cipher is XChaCha20-Poly1305 with a random nonce of 24 bytes for each text; the text's name is
 * authenticated data. Refuses what was sealed by another vault, under another name, or was changed.
 */
import { randomBytes } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { NamedText } from './signer-protocol.ts';

const VERSION_1_INFO = Buffer.from('sextant small texts, version 1', 'utf8');
const NONCE_BYTES = 24;
/** More than any token. */
const MAX_TEXT_LENGTH = 16_000;

/**
 * The key of vaults of version 1, which derived it from their only phrase (HKDF-SHA-256, RFC 5869) under a name of its own: it tells
 * nothing of the phrase.
 */
export function textKeyOfVersion1(entropy: Uint8Array): Uint8Array {
  return hkdf(sha256, entropy, undefined, VERSION_1_INFO, 32);
}

/** Base64 of the nonce and the sealed text. */
export function sealText(textKey: Uint8Array, { name, text }: NamedText): NamedText {
  if (text.length > MAX_TEXT_LENGTH) {
    throw new SextantError('invalid-input', `A text of more than ${MAX_TEXT_LENGTH} characters is not sealed.`);
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
    throw new SextantError('vault-corrupt', 'A stored token was not sealed by this vault, or was changed. Type the token again.', {
      cause,
    });
  }
}

function nameBytes(name: string): Uint8Array {
  return Buffer.from(name, 'utf8');
}
