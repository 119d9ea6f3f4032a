/**
 * Format of the vault file.
 *
 * Three lines of text: a JSON header, the encrypted contents in base64, and a SHA-256 of both lines. The exact bytes of the header are
 * authenticated data of XChaCha20-Poly1305, so that no field (work factor, salt, nonce, addresses, networks) can be changed without the
 * passphrase. The last line is no protection: it only distinguishes a damaged file from a wrong passphrase.
 *
 * Nothing in the file is trusted until it is decrypted. Until then the addresses of the header are only shown, never used for a signature.
 * Called by the signer worker (decrypt, encrypt) and by the wallet service (read the header).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { z } from 'zod';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { VaultAccount, VaultHeader, VaultPhrase } from './vault-header.ts';
import { NONCE_BYTES, readHeader, VAULT_VERSION, zVaultHeader } from './vault-header.ts';
import type { DeriveVaultKey, KdfParameters, VaultKey } from './vault-key.ts';
import { deriveVaultKey, KDF_FLOOR, kdfProblem } from './vault-key.ts';

/** Larger than any vault: a thousand keys with a hundred networks each. */
const MAX_FILE_LENGTH = 16 * 1024 * 1024;

export interface ParsedVault {
  /** Migrated to the current version. */
  readonly header: VaultHeader;
  /** Version of the file on disk. */
  readonly fileVersion: number;
  readonly headerBytes: Uint8Array;
  readonly sealed: Uint8Array;
}

/** The unencrypted facts of a vault. */
export interface VaultFacts {
  readonly accounts: readonly VaultAccount[];
  readonly phrases: readonly VaultPhrase[];
}

function corrupt(reason: string): SextantError {
  return new SextantError('vault-corrupt', `The vault file cannot be used: ${reason}.`);
}

function parseHeader(line: string): Pick<ParsedVault, 'header' | 'fileVersion'> {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (cause) {
    throw new SextantError('vault-corrupt', 'The vault file cannot be used: its header could not be read.', { cause });
  }
  const version = z.object({ format: z.literal('sextant-vault'), version: z.number() }).safeParse(json);
  if (version.success && version.data.version > VAULT_VERSION) {
    throw corrupt(`it was written by a newer version of Sextant (format version ${version.data.version})`);
  }
  const parsed = headerOf(json);
  const problem = kdfProblem(parsed.header.kdf);
  if (problem !== undefined) {
    throw corrupt(problem);
  }
  return parsed;
}

function headerOf(json: unknown): Pick<ParsedVault, 'header' | 'fileVersion'> {
  try {
    return readHeader(json);
  } catch (error) {
    if (error instanceof z.ZodError) {
      throw corrupt(`its header is invalid at ${error.issues[0]?.path.join('.') || 'the top level'}`);
    }
    throw error;
  }
}

function lineDigest(headerLine: string, sealedLine: string): string {
  return createHash('sha256').update(`${headerLine}\n${sealedLine}\n`, 'utf8').digest('hex');
}

/**
 * Parse a vault without decrypting it.
 *
 * @throws SextantError `vault-corrupt` with the reason, also if the key derivation is weaker than the minimum
 */
export function parseVault(text: string): ParsedVault {
  const [headerLine, sealedLine, digest, rest, ...more] = text.length > MAX_FILE_LENGTH ? [] : text.split('\n');
  if (headerLine === undefined || sealedLine === undefined || digest === undefined || rest !== '' || more.length > 0) {
    throw corrupt('it is truncated or not a vault');
  }
  const { header, fileVersion } = parseHeader(headerLine);
  if (lineDigest(headerLine, sealedLine) !== digest) {
    throw corrupt('its checksum does not match, so the file was damaged or changed');
  }
  const sealed = Buffer.from(sealedLine, 'base64');
  if (sealed.toString('base64') !== sealedLine) {
    throw corrupt('its contents could not be read');
  }
  return { header, fileVersion, headerBytes: Buffer.from(headerLine, 'utf8'), sealed };
}

/** Whether this is the key of a parsed vault, by its check value. */
export function isKeyOf(vault: ParsedVault, key: VaultKey): boolean {
  return timingSafeEqual(Buffer.from(key.check, 'hex'), Buffer.from(vault.header.check, 'hex'));
}

/** Derive the key of a parsed vault and check the passphrase. @throws SextantError `wrong-passphrase` */
export async function deriveKeyOf(vault: ParsedVault, passphrase: string, derive: DeriveVaultKey = deriveVaultKey): Promise<VaultKey> {
  const key = await derive(passphrase, vault.header.kdf);
  if (!isKeyOf(vault, key)) {
    key.sealingKey.fill(0);
    throw new SextantError('wrong-passphrase', 'Wrong passphrase.', { retryable: true });
  }
  return key;
}

/**
 * Decrypt the contents. The caller owns the returned bytes and zeroes them.
 *
 * @throws SextantError `vault-corrupt` if the passphrase is right but header or contents were changed
 */
export function openSeal(vault: ParsedVault, key: VaultKey): Uint8Array {
  try {
    return xchacha20poly1305(key.sealingKey, Buffer.from(vault.header.cipher.nonce, 'hex'), vault.headerBytes).decrypt(vault.sealed);
  } catch (cause) {
    throw new SextantError(
      'vault-corrupt',
      'The passphrase is right, but the vault file was changed or damaged after it was written. A copy from before the last change is next to it.',
      { cause },
    );
  }
}

/** Return the parameters of a new vault: the minimum, with a new salt. */
export function newKdfParameters(): KdfParameters {
  return { name: 'scrypt', n: KDF_FLOOR.n, r: KDF_FLOOR.r, p: KDF_FLOOR.p, salt: randomBytes(KDF_FLOOR.saltBytes).toString('hex') };
}

/**
 * Encrypt a vault and return its text. A key may be used any number of times, each with a new random 24-byte nonce. Throws `ZodError` for
 * facts that could not be read back, so that no such file is ever written. Refuses a zeroed key.
 */
export function sealVault(contents: Uint8Array, { accounts, phrases }: VaultFacts, kdf: KdfParameters, key: VaultKey): string {
  if (key.sealingKey.every((byte) => byte === 0)) {
    throw new Error('the vault key was zeroed');
  }
  const nonce = randomBytes(NONCE_BYTES);
  const header = zVaultHeader.parse({
    format: 'sextant-vault',
    version: VAULT_VERSION,
    kdf,
    cipher: { name: 'xchacha20-poly1305', nonce: nonce.toString('hex') },
    check: key.check,
    accounts,
    phrases,
  });
  const headerLine = JSON.stringify(header);
  const sealed = xchacha20poly1305(key.sealingKey, nonce, Buffer.from(headerLine, 'utf8')).encrypt(contents);
  const sealedLine = Buffer.from(sealed).toString('base64');
  return `${headerLine}\n${sealedLine}\n${lineDigest(headerLine, sealedLine)}\n`;
}
