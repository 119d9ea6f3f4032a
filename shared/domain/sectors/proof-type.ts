/**
 * Registered proof types by their numbers in sectors, miners, blocks and messages. Sources: go-state-types
 * `abi/sector.go`, ref-fvm `shared/src/sector/registered_proof.rs` (partition sizes), FIP-0013, FIP-0019, FIP-0059, FIP-0092.
 */

const KIB = 1024;
/** Within each kind, numbers iterate over the five sector sizes. */
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

/** A registered proof for one sector size. */
export interface ProofType<Name extends string> {
  /** Name in Lotus: `StackedDrg32GiBV1_1`. */
  readonly name: string;
  readonly kind: Name;
  readonly sectorSizeBytes: number;
  /** Sectors per partition of a deadline. */
  readonly partitionSectors: number;
}
/** How a sector was sealed: V1 before network version 7, V1.1 since, synthetic (FIP-0059), non-interactive (FIP-0092). */
export type SealProofKind = (typeof SEAL_KINDS)[number]['kind'];
/** Winning proofs for blocks, window proofs for power; window V1.1 since network version 19 (FIP-0061). */
export type PoStProofKind = (typeof POST_KINDS)[number]['kind'];
/** One kind so far. */
export type UpdateProofKind = (typeof UPDATE_KINDS)[number]['kind'];

/** Return a seal proof by number (0 to 19): `SealProof` of sectors and pre-commits; undefined if unknown. */
export function sealProofType(number: number): ProofType<SealProofKind> | undefined {
  return proofTypeOf(number, SEAL_KINDS);
}

/** Return a PoSt proof by number (0 to 14): `WindowPoStProofType`, and the proofs in blocks; undefined if unknown. */
export function poStProofType(number: number): ProofType<PoStProofKind> | undefined {
  return proofTypeOf(number, POST_KINDS);
}

/** Return a replica update proof by number (0 to 4, FIP-0019); undefined if unknown. */
export function updateProofType(number: number): ProofType<UpdateProofKind> | undefined {
  return proofTypeOf(number, UPDATE_KINDS);
}

/** Return the name of an aggregate proof type (0 and 1, FIP-0013); undefined if unknown. */
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
