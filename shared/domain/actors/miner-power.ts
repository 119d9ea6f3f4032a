/**
 * Power of a miner: bytes as they are, and bytes as deals make them count. Sources: builtin-actors `actors/miner/src/policy.rs`
 * (`qa_power_for_sector`) and `partition_state.rs` (`PowerPair`), specs-actors v0.9 `actors/builtin/miner/policy.go`.
 */
import { DomainError } from '../domain-error.ts';
import { bigInteger, struct, type Value } from '../ipld/codec.ts';

/** Two measures of the same sectors. */
export const powerPair = struct({
  raw: ['Raw', bigInteger],
  qualityAdjusted: ['QA', bigInteger],
});
/** Bytes of both measures. */
export type PowerPair = Value<typeof powerPair>;

/** The power of no sectors. */
export const NO_POWER: PowerPair = { raw: 0n, qualityAdjusted: 0n };

/** What decides how much a sector counts; those of layout `v0` have no power base and count from their activation. */
export interface WeightedSector {
  readonly activation: number;
  readonly powerBaseEpoch?: number | undefined;
  readonly expiration: number;
  /** Byte-epochs of verified deals. */
  readonly verifiedDealWeight: bigint;
}

/** Binary places of the quality, which is cut to them before it meets the size. */
const QUALITY_PRECISION = 20n;
/** A sector counts ten tenths; its verified deals a hundred tenths. Unverified deals count like no deals, and did in version 0. */
const BASE_MULTIPLIER = 10n;
const VERIFIED_MULTIPLIER = 100n;

/** The power of all of these together. */
export function sumPower(pairs: Iterable<PowerPair>): PowerPair {
  let { raw, qualityAdjusted } = NO_POWER;
  for (const pair of pairs) {
    raw += pair.raw;
    qualityAdjusted += pair.qualityAdjusted;
  }
  return { raw, qualityAdjusted };
}

/** The power that is left of `whole` without `part`. */
export function subtractPower(whole: PowerPair, part: PowerPair): PowerPair {
  return { raw: whole.raw - part.raw, qualityAdjusted: whole.qualityAdjusted - part.qualityAdjusted };
}

/**
 * The bytes that a sector counts for, to the last byte as the miner actor has it: up to ten times its size where verified deals fill
 * it. Throws `DomainError` `state-tree` for a sector without a size or a lifetime, which no honest state has.
 */
export function qualityAdjustedPower(sectorSize: bigint, sector: WeightedSector): bigint {
  const durationEpochs = sector.expiration - (sector.powerBaseEpoch ?? sector.activation);
  const spaceTime = sectorSize * BigInt(durationEpochs);
  if (spaceTime <= 0n) throw new DomainError('state-tree', 'A sector has no size or no lifetime: the state is damaged.');
  const weighted = (spaceTime - sector.verifiedDealWeight) * BASE_MULTIPLIER + sector.verifiedDealWeight * VERIFIED_MULTIPLIER;
  const quality = (weighted << QUALITY_PRECISION) / spaceTime / BASE_MULTIPLIER;
  return (sectorSize * quality) >> QUALITY_PRECISION;
}

/** Both measures of a sector. Throws as `qualityAdjustedPower`. */
export function sectorPower(sectorSize: bigint, sector: WeightedSector): PowerPair {
  return { raw: sectorSize, qualityAdjusted: qualityAdjustedPower(sectorSize, sector) };
}
