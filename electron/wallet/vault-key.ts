/**
 * The key that a vault is closed with, derived from a passphrase.
 *
 * Called inside the signer worker only. Refuses parameters below the floor, so that a changed file cannot make guessing cheap,
 * and above the ceiling, so that it cannot exhaust memory.
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

/** What is derived: the sealing key, and a value that tells a wrong passphrase from a damaged file. */
export interface VaultKey {
  readonly sealingKey: Uint8Array;
  readonly check: string;
}

export type DeriveVaultKey = (passphrase: string, parameters: KdfParameters) => Promise<VaultKey>;

/** The work factor of new vaults, and the least that is accepted on reading. */
export const KDF_FLOOR = { n: 2 ** 17, r: 8, p: 1, saltBytes: 16 } as const;
const KDF_CEILING = { n: 2 ** 20, r: 16, p: 4, saltBytes: 64 } as const;

const MINIMUM_PASSPHRASE_LENGTH = 8;

/** Throws `weak-passphrase` with a plain reason. Length is counted in characters, not in bytes. */
export function requirePassphraseStrength(passphrase: string): void {
  const length = [...passphrase.normalize('NFKC')].length;
  if (length < MINIMUM_PASSPHRASE_LENGTH) {
    throw new SextantError(
      'weak-passphrase',
      `The passphrase has ${length} characters; at least ${MINIMUM_PASSPHRASE_LENGTH} are needed, because whoever copies the vault file can try short ones quickly.`,
    );
  }
  if (new Set(passphrase).size < 3) {
    throw new SextantError('weak-passphrase', 'The passphrase repeats one or two characters, which is guessed at once. Use several words.');
  }
}

/** Why these parameters are refused, or undefined when they are within the bounds. */
export function kdfProblem(parameters: KdfParameters): string | undefined {
  const saltBytes = parameters.salt.length / 2;
  const isPowerOfTwo = Number.isInteger(Math.log2(parameters.n));
  if (parameters.n < KDF_FLOOR.n || parameters.r < KDF_FLOOR.r || parameters.p < KDF_FLOOR.p || saltBytes < KDF_FLOOR.saltBytes) {
    return 'its protection against guessing is weaker than Sextant accepts';
  }
  if (
    !isPowerOfTwo ||
    parameters.n > KDF_CEILING.n ||
    parameters.r > KDF_CEILING.r ||
    parameters.p > KDF_CEILING.p ||
    saltBytes > KDF_CEILING.saltBytes
  ) {
    return 'it asks for more work than any vault made by Sextant';
  }
  return undefined;
}

/** scrypt over the passphrase in Unicode form NFKC, so that two keyboards that write the same letters open the same vault. */
export const deriveVaultKey: DeriveVaultKey = async (passphrase, parameters) => {
  const problem = kdfProblem(parameters);
  if (problem !== undefined) {
    throw new SextantError('vault-corrupt', `The vault file is refused: ${problem}.`);
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
