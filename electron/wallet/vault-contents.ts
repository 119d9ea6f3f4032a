/**
 * The encrypted contents of a vault: phrases, private keys, and the key for short texts.
 *
 * Stored as bytes, never as text, because bytes can be overwritten after use and strings cannot. Contents of earlier versions go through
 * numbered migrations. Used inside the signer worker only (proved by the import graph in tests/security/wallet-key-isolation).
 */
import { z } from 'zod';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { decodeCbor, encodeCbor } from '../../shared/domain/encoding/cbor.ts';
import type { PrivateKey } from '../../shared/domain/keys/private-key.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';
import { zKeyType } from '../../shared/ipc/schemas/wallet.ts';
import { textKeyOfVersion1 } from './sealed-text.ts';
import { PHRASE_OF_VERSION_1 } from './vault-header.ts';

export interface PhraseSecret {
  readonly id: string;
  /** 16 to 32 bytes, for 12 to 24 words. */
  readonly entropy: Uint8Array;
  /** BIP-39 passphrase in UTF-8; empty if there is none. */
  readonly bip39Passphrase: Uint8Array;
}

export interface VaultSecrets {
  /** Encrypts short texts. Belongs to the vault and stays when phrases or keys are deleted. */
  readonly textKey: Uint8Array;
  /** In the order of the header's phrases. */
  readonly phrases: readonly PhraseSecret[];
  /** In the order of the header's accounts. */
  readonly keys: readonly PrivateKey[];
}

const CONTENTS_VERSION = 2;
const zBytes = (...lengths: readonly number[]) => z.instanceof(Uint8Array).refine((bytes) => lengths.includes(bytes.length));
const zEntropy = zBytes(16, 20, 24, 28, 32);

const zContents = z.tuple([
  z.literal(CONTENTS_VERSION),
  zBytes(32),
  z.array(z.tuple([z.string(), zEntropy, z.instanceof(Uint8Array)])),
  z.array(z.tuple([zKeyType, zBytes(32)])),
]);

/** One phrase, and keys with paths that are in the header too. */
const zContentsVersion1 = z.tuple([z.literal(1), zBytes(32), z.array(z.tuple([z.string(), zBytes(32)]))]);

function fromVersion1(value: unknown): unknown {
  const [, entropy, keys] = zContentsVersion1.parse(value);
  return [
    2,
    textKeyOfVersion1(entropy),
    [[PHRASE_OF_VERSION_1, entropy, new Uint8Array()]],
    keys.map(([, privateKey]) => ['secp256k1', privateKey]),
  ];
}

/** `MIGRATIONS[n]` turns contents of version n into those of version n + 1. */
const MIGRATIONS: Readonly<Record<number, (value: unknown) => unknown>> = { 1: fromVersion1 };

/** Encode the secrets; the caller zeroes the result after encrypting it. */
export function encodeSecrets({ textKey, phrases, keys }: VaultSecrets): Uint8Array {
  return encodeCbor([
    CONTENTS_VERSION,
    textKey,
    phrases.map(({ id, entropy, bip39Passphrase }) => [id, entropy, bip39Passphrase]),
    keys.map(({ type, privateKey }) => [type, privateKey]),
  ]);
}

/** Return a copy and overwrite the original. */
function moved(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  bytes.fill(0);
  return copy;
}

/**
 * Decode the secrets and zero the given bytes; the result owns copies.
 *
 * @throws SextantError `vault-corrupt`
 */
export function decodeSecrets(contents: Uint8Array): VaultSecrets {
  try {
    let value: unknown = decodeCbor(contents);
    for (let version = versionOf(value); version < CONTENTS_VERSION; version += 1) {
      value = MIGRATIONS[version]?.(value);
    }
    const [, textKey, phrases, keys] = zContents.parse(value);
    return {
      textKey: moved(textKey),
      phrases: phrases.map(([id, entropy, bip39Passphrase]) => ({ id, entropy: moved(entropy), bip39Passphrase: moved(bip39Passphrase) })),
      keys: keys.map(([type, privateKey]) => ({ type, privateKey: moved(privateKey) })),
    };
  } catch (error) {
    // Messages of the decoders could quote secrets.
    if (error instanceof DomainError || error instanceof z.ZodError) {
      throw new SextantError('vault-corrupt', 'The vault was decrypted, but this version of Sextant cannot read its contents.');
    }
    throw error;
  } finally {
    contents.fill(0);
  }
}

function versionOf(value: unknown): number {
  return z
    .number()
    .int()
    .min(1)
    .max(CONTENTS_VERSION)
    .parse(Array.isArray(value) ? value[0] : undefined);
}

export function zeroSecrets({ textKey, phrases, keys }: VaultSecrets): void {
  textKey.fill(0);
  for (const { entropy, bip39Passphrase } of phrases) {
    entropy.fill(0);
    bip39Passphrase.fill(0);
  }
  for (const { privateKey } of keys) {
    privateKey.fill(0);
  }
}
