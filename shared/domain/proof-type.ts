/**
 * Registered proofs: what the numbers in sectors, miners, blocks and messages stand for. Sources: go-state-types
 * `abi/sector.go`, ref-fvm `shared/src/sector/registered_proof.rs` (partition sizes), FIP-0013, FIP-0019, FIP-0059, FIP-0092.
 */

const KIB = 1024;
/** Numbers count through the five sector sizes within each kind. */
const SECTOR_SIZES = [
  { label: '2KiB', sectorSizeBytes: 2 * KIB, partitionSectors: 2 },
  { label: '8MiB', sectorSizeBytes: 8 * KIB ** 2, partitionSectors: 2 },
  { label: '512MiB', sectorSizeBytes: 512 * KIB ** 2, partitionSectors: 2 },
  { label: '32GiB', sectorSizeBytes: 32 * KIB ** 3, partitionSectors: 2349 },
  { label: '64GiB', sectorSizeBytes: 64 * KIB ** 3, partitionSectors: 2300 },
] as const;

const SEAL_KINDS = [
  { kind: 'seal V1', before: '', after: 'V1' },
  { kind: 'seal V1.1', before: '', after: 'V1_1' },
  { kind: 'synthetic seal', before: '', after: 'V1_1_Feat_SyntheticPoRep' },
  { kind: 'non-interactive seal', before: '', after: 'V1_2_Feat_NiPoRep' },
] as const;
const POST_KINDS = [
  { kind: 'winning V1', before: 'Winning', after: 'V1' },
  { kind: 'window V1', before: 'Window', after: 'V1' },
  { kind: 'window V1.1', before: 'Window', after: 'V1_1' },
] as const;
const UPDATE_KINDS = [{ kind: 'replica update V1', before: '', after: 'V1' }] as const;
const AGGREGATION_NAMES = ['SnarkPackV1', 'SnarkPackV2'] as const;

interface Kind<Name extends string> {
  readonly kind: Name;
  readonly before: string;
  readonly after: string;
}

/** A registered proof over sectors of one size. */
export interface ProofType<Name extends string> {
  /** As Lotus names it: `StackedDrg32GiBV1_1`. */
  readonly name: string;
  readonly kind: Name;
  readonly sectorSizeBytes: number;
  /** So many sectors are proved together: a partition of a deadline. */
  readonly partitionSectors: number;
}
/** How a sector was sealed: V1 before network version 7, V1.1 since, synthetic (FIP-0059), non-interactive (FIP-0092). */
export type SealProofKind = (typeof SEAL_KINDS)[number]['kind'];
/** Winning proofs win blocks, window proofs keep power; window V1.1 since network version 19 (FIP-0061). */
export type PoStProofKind = (typeof POST_KINDS)[number]['kind'];
/** One kind so far. */
export type UpdateProofKind = (typeof UPDATE_KINDS)[number]['kind'];

/** The proof of a sector's seal (0 to 19): `SealProof` of sectors and pre-commits; undefined for a number without one. */
export function sealProofType(number: number): ProofType<SealProofKind> | undefined {
  return proofTypeOf(number, SEAL_KINDS);
}

/** A miner's proof of spacetime (0 to 14): `WindowPoStProofType`, and the proofs of blocks; undefined for a number without one. */
export function poStProofType(number: number): ProofType<PoStProofKind> | undefined {
  return proofTypeOf(number, POST_KINDS);
}

/** The proof that a sector was given new data (0 to 4, FIP-0019); undefined for a number without one. */
export function updateProofType(number: number): ProofType<UpdateProofKind> | undefined {
  return proofTypeOf(number, UPDATE_KINDS);
}

/** The name of a way to aggregate seal proofs (0 and 1, FIP-0013); undefined for a number without one. */
export function aggregationProofName(number: number): (typeof AGGREGATION_NAMES)[number] | undefined {
  return AGGREGATION_NAMES[number];
}

function proofTypeOf<Name extends string>(number: number, kinds: readonly Kind<Name>[]): ProofType<Name> | undefined {
  const size = SECTOR_SIZES[number % SECTOR_SIZES.length];
  const kind = kinds[Math.floor(number / SECTOR_SIZES.length)];
  if (size === undefined || kind === undefined) return undefined;
  const { label, sectorSizeBytes, partitionSectors } = size;
  return { name: `StackedDrg${kind.before}${label}${kind.after}`, kind: kind.kind, sectorSizeBytes, partitionSectors };
}
