/**
 * The vault file: what is written, and what is refused on reading.
 *
 * Three lines of text: a JSON header, the sealed contents in base64, and a SHA-256 of both lines. The header's exact bytes are
 * authenticated data of XChaCha20-Poly1305, so that no field of it (work factor, salt, nonce, addresses, networks) can be
 * changed without the passphrase. The last line is no protection: it only tells a damaged disk from a wrong passphrase.
 *
 * Trusts nothing in the file until the seal opens. Until then the addresses in the header are shown as the file has them; a
 * signature is never made from them. Called by the signer worker (open, seal) and by the wallet service (read the header).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { z } from 'zod';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { VaultAccount, VaultHeader, VaultPhrase } from './vault-header.ts';
import { NONCE_BYTES, readHeader, VAULT_VERSION, zVaultHeader } from './vault-header.ts';
import type { DeriveVaultKey, KdfParameters, VaultKey } from './vault-key.ts';
import { deriveVaultKey, KDF_FLOOR, kdfProblem } from './vault-key.ts';

/** More than the largest vault: a thousand keys, each with a hundred networks. */
const MAX_FILE_LENGTH = 16 * 1024 * 1024;

export interface ParsedVault {
  /** In the form of the present version. */
  readonly header: VaultHeader;
  /** Of the file as it is. */
  readonly fileVersion: number;
  readonly headerBytes: Uint8Array;
  readonly sealed: Uint8Array;
}

/** What a vault shows in the open. */
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
    throw new SextantError('vault-corrupt', 'The vault file cannot be used: its header is not readable.', { cause });
  }
  const version = z.object({ format: z.literal('sextant-vault'), version: z.number() }).safeParse(json);
  if (version.success && version.data.version > VAULT_VERSION) {
    throw corrupt(`it was written by a newer Sextant (version ${version.data.version} of the format)`);
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
      throw corrupt(`its header is wrong at ${error.issues[0]?.path.join('.') || 'the top'}`);
    }
    throw error;
  }
}

function lineDigest(headerLine: string, sealedLine: string): string {
  return createHash('sha256').update(`${headerLine}\n${sealedLine}\n`, 'utf8').digest('hex');
}

/**
 * Reads a vault's text without opening it.
 *
 * @throws SextantError `vault-corrupt` with the reason, also where the key derivation is weaker than the floor
 */
export function parseVault(text: string): ParsedVault {
  const [headerLine, sealedLine, digest, rest, ...more] = text.length > MAX_FILE_LENGTH ? [] : text.split('\n');
  if (headerLine === undefined || sealedLine === undefined || digest === undefined || rest !== '' || more.length > 0) {
    throw corrupt('it is cut short or is not a vault');
  }
  const { header, fileVersion } = parseHeader(headerLine);
  if (lineDigest(headerLine, sealedLine) !== digest) {
    throw corrupt('its checksum does not fit, so the file was damaged or changed');
  }
  const sealed = Buffer.from(sealedLine, 'base64');
  if (sealed.toString('base64') !== sealedLine) {
    throw corrupt('its contents are not readable');
  }
  return { header, fileVersion, headerBytes: Buffer.from(headerLine, 'utf8'), sealed };
}

/** Whether this is the key of a parsed vault, as far as can be told without opening it. */
export function isKeyOf(vault: ParsedVault, key: VaultKey): boolean {
  return timingSafeEqual(Buffer.from(key.check, 'hex'), Buffer.from(vault.header.check, 'hex'));
}

/** Derives the key of a parsed vault and tells whether the passphrase is the right one. */
export async function deriveKeyOf(vault: ParsedVault, passphrase: string, derive: DeriveVaultKey = deriveVaultKey): Promise<VaultKey> {
  const key = await derive(passphrase, vault.header.kdf);
  if (!isKeyOf(vault, key)) {
    key.sealingKey.fill(0);
    throw new SextantError('wrong-passphrase', 'This passphrase does not open the vault.', { retryable: true });
  }
  return key;
}

/**
 * Opens the seal. The caller owns the returned bytes and zeroes them.
 *
 * @throws SextantError `vault-corrupt` when the passphrase fits but header or contents were changed
 */
export function openSeal(vault: ParsedVault, key: VaultKey): Uint8Array {
  try {
    return xchacha20poly1305(key.sealingKey, Buffer.from(vault.header.cipher.nonce, 'hex'), vault.headerBytes).decrypt(vault.sealed);
  } catch (cause) {
    throw new SextantError(
      'vault-corrupt',
      'The passphrase is right, but the vault file was changed or damaged after it was written. The copy before its last change is kept beside it.',
      { cause },
    );
  }
}

/** Parameters of a new vault: the floor, with a fresh salt. */
export function newKdfParameters(): KdfParameters {
  return { name: 'scrypt', n: KDF_FLOOR.n, r: KDF_FLOOR.r, p: KDF_FLOOR.p, salt: randomBytes(KDF_FLOOR.saltBytes).toString('hex') };
}

/**
 * Writes a vault's text: the same key may seal any number of times, each with a fresh random nonce of 24 bytes. Throws `ZodError` for
 * facts that could not be read again, so that no such file is ever written. Refuses a key that was zeroed.
 */
export function sealVault(contents: Uint8Array, { accounts, phrases }: VaultFacts, kdf: KdfParameters, key: VaultKey): string {
  if (key.sealingKey.every((byte) => byte === 0)) {
    throw new Error('a vault is not closed with a key that is gone');
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
