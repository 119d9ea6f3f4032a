/** Registered proof types: the sector size and the kind behind a number (protocol.md 3.5). */

const KIB = 1024;
const SECTOR_SIZES = [2 * KIB, 8 * KIB ** 2, 512 * KIB ** 2, 32 * KIB ** 3, 64 * KIB ** 3] as const;
const SEAL_KINDS = ['V1', 'V1_1', 'V1_1 synthetic', 'V1_2 non-interactive'] as const;
const POST_KINDS = ['winning V1', 'window V1', 'window V1_1'] as const;

export interface ProofType {
  readonly sectorSizeBytes: number;
  readonly kind: string;
}

/** The seal proof of a sector or a pre-commit; undefined for a number without one. */
export function sealProofType(number: number): ProofType | undefined {
  return proofTypeOf(number, SEAL_KINDS);
}

/** The proof-of-spacetime of a miner; undefined for a number without one. */
export function poStProofType(number: number): ProofType | undefined {
  return proofTypeOf(number, POST_KINDS);
}

/** Numbers count through the five sector sizes within each kind. */
function proofTypeOf(number: number, kinds: readonly string[]): ProofType | undefined {
  const sectorSizeBytes = SECTOR_SIZES[number % SECTOR_SIZES.length];
  const kind = kinds[Math.floor(number / SECTOR_SIZES.length)];
  return sectorSizeBytes === undefined || kind === undefined ? undefined : { sectorSizeBytes, kind };
}
