/**
 * The key that encrypts a vault, derived from the passphrase.
 *
 * Called inside the signer worker only. Refuses parameters below the minimum, so that a changed file cannot make guessing cheap, and above
 * the maximum, so that it cannot exhaust memory.
 */
import { createHash, scrypt } from 'node:crypto';
import { SextantError } from '../../shared/ipc/envelope.ts';

export interface KdfParameters {
  readonly name: 'scrypt';
  readonly n: number;
  readonly r: number;
  readonly p: number;
  /** Hex, 16 bytes or more. */
  readonly salt: string;
}

/** The derived key, and a check value that distinguishes a wrong passphrase from a damaged file. */
export interface VaultKey {
  readonly sealingKey: Uint8Array;
  readonly check: string;
}

export type DeriveVaultKey = (passphrase: string, parameters: KdfParameters) => Promise<VaultKey>;

/** The work factor of new vaults, and the minimum accepted on reading. */
export const KDF_FLOOR = { n: 2 ** 17, r: 8, p: 1, saltBytes: 16 } as const;
const KDF_CEILING = { n: 2 ** 20, r: 16, p: 4, saltBytes: 64 } as const;

const MINIMUM_PASSPHRASE_LENGTH = 8;

/** Check the passphrase; length counts characters, not bytes. @throws SextantError `weak-passphrase` */
export function requirePassphraseStrength(passphrase: string): void {
  const length = [...passphrase.normalize('NFKC')].length;
  if (length < MINIMUM_PASSPHRASE_LENGTH) {
    throw new SextantError(
      'weak-passphrase',
      `The passphrase has ${length} characters and needs at least ${MINIMUM_PASSPHRASE_LENGTH}: anyone with a copy of the vault file can guess a short one quickly.`,
    );
  }
  if (new Set(passphrase).size < 3) {
    throw new SextantError('weak-passphrase', 'The passphrase only repeats one or two characters and is easy to guess. Use several words.');
  }
}

/** Return why these parameters are refused; undefined if they are within the limits. */
export function kdfProblem(parameters: KdfParameters): string | undefined {
  const saltBytes = parameters.salt.length / 2;
  const isPowerOfTwo = Number.isInteger(Math.log2(parameters.n));
  if (parameters.n < KDF_FLOOR.n || parameters.r < KDF_FLOOR.r || parameters.p < KDF_FLOOR.p || saltBytes < KDF_FLOOR.saltBytes) {
    return 'its key derivation is too weak';
  }
  if (
    !isPowerOfTwo ||
    parameters.n > KDF_CEILING.n ||
    parameters.r > KDF_CEILING.r ||
    parameters.p > KDF_CEILING.p ||
    saltBytes > KDF_CEILING.saltBytes
  ) {
    return 'its key derivation needs more memory or time than Sextant allows';
  }
  return undefined;
}

/** Derive the key with scrypt. The passphrase is normalised to NFKC, so that different keyboards give the same key. */
export const deriveVaultKey: DeriveVaultKey = async (passphrase, parameters) => {
  const problem = kdfProblem(parameters);
  if (problem !== undefined) {
    throw new SextantError('vault-corrupt', `The vault file cannot be used: ${problem}.`);
  }
  const { n, r, p } = parameters;
  const secret = Buffer.from(passphrase.normalize('NFKC'), 'utf8');
  try {
    const derived = await new Promise<Buffer>((resolve, reject) => {
      // scrypt needs 128 * N * r bytes, and a little more for its own blocks.
      const options = { N: n, r, p, maxmem: 128 * n * r + 128 * r * (p + 2) + 1024 * 1024 };
      scrypt(secret, Buffer.from(parameters.salt, 'hex'), 64, options, (error, key) => (error === null ? resolve(key) : reject(error)));
    });
    const check = createHash('sha256').update('sextant vault passphrase check').update(derived.subarray(32)).digest('hex').slice(0, 32);
    const sealingKey = Uint8Array.from(derived.subarray(0, 32));
    derived.fill(0);
    return { sealingKey, check };
  } finally {
    secret.fill(0);
  }
};
