/**
 * What is sealed inside a vault: the entropy of the recovery phrase and the private keys.
 *
 * Held as bytes, never as text, because bytes can be overwritten after use and strings cannot. Used inside the signer worker
 * only (the import-graph of tests/security/wallet-key-isolation proves it).
 */
import { decodeCbor, encodeCbor } from '../../shared/domain/cbor.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { SextantError } from '../../shared/ipc/envelope.ts';

export interface VaultSecrets {
  /** 32 bytes: the 24 words. */
  readonly entropy: Uint8Array;
  readonly keys: readonly { readonly path: string; readonly privateKey: Uint8Array }[];
}

const CONTENTS_VERSION = 1;

/** The caller zeroes the result after sealing it. */
export function encodeSecrets(secrets: VaultSecrets): Uint8Array {
  return encodeCbor([CONTENTS_VERSION, secrets.entropy, secrets.keys.map((key) => [key.path, key.privateKey])]);
}

function refuse(): never {
  throw new SextantError('vault-corrupt', 'The vault opened, but what it holds is not a set of keys that this Sextant knows.');
}

/** Takes a copy and overwrites what it was taken from. */
function moved(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes);
  bytes.fill(0);
  return copy;
}

/** Decodes and zeroes the bytes it was given; the result owns copies. */
export function decodeSecrets(contents: Uint8Array): VaultSecrets {
  try {
    const value = decodeCbor(contents);
    if (!Array.isArray(value) || value[0] !== CONTENTS_VERSION || !(value[1] instanceof Uint8Array) || !Array.isArray(value[2])) {
      return refuse();
    }
    const keys = value[2].map((entry: unknown) => {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !(entry[1] instanceof Uint8Array) || entry[1].length !== 32) {
        return refuse();
      }
      return { path: entry[0], privateKey: moved(entry[1]) };
    });
    return { entropy: moved(value[1]), keys };
  } catch (error) {
    // The decoder's own words could quote what it read.
    return error instanceof DomainError ? refuse() : rethrow(error);
  } finally {
    contents.fill(0);
  }
}

function rethrow(error: unknown): never {
  throw error;
}

export function zeroSecrets(secrets: VaultSecrets): void {
  secrets.entropy.fill(0);
  for (const key of secrets.keys) {
    key.privateKey.fill(0);
  }
}
