/**
 * Power of a miner: raw bytes and quality-adjusted bytes. Sources: builtin-actors `actors/miner/src/policy.rs`
 * (`qa_power_for_sector`) and `partition_state.rs` (`PowerPair`), specs-actors v0.9 `actors/builtin/miner/policy.go`; FIP-0118.
 */
import { DomainError } from '../domain-error.ts';
import { bigInteger, struct, type Value } from '../ipld/codec.ts';
import { FULL_QUALITY_ADJUSTED_POWER } from './miner-sector.ts';

/** Raw and quality-adjusted power of the same sectors. */
export const powerPair = struct({
  raw: ['Raw', bigInteger],
  qualityAdjusted: ['QA', bigInteger],
});
/** Raw and quality-adjusted bytes. */
export type PowerPair = Value<typeof powerPair>;

/** Zero power. */
export const NO_POWER: PowerPair = { raw: 0n, qualityAdjusted: 0n };

/** Inputs of a sector's quality; layout `v0` has no power base epoch and uses the activation. */
export interface WeightedSector {
  readonly activation: number;
  readonly powerBaseEpoch?: number | undefined;
  readonly expiration: number;
  /** Byte-epochs of verified deals; with `FULL_QUALITY_ADJUSTED_POWER` of any data, without effect on power. */
  readonly verifiedDealWeight: bigint;
  /** Undefined in layouts without flags. */
  readonly flags?: number | undefined;
}

/** Quality of a sector. */
export interface SectorQuality {
  /** Quality-adjusted bytes: 1× to 10× its size. */
  readonly qualityAdjusted: bigint;
  /** Whether it has 10× by its flag; otherwise its verified deals decide. */
  readonly isFullByRule: boolean;
}

/** Binary places of the quality, which is truncated before it is multiplied with the size. */
const QUALITY_PRECISION = 20n;
/** Multipliers in tenths: 10 for a sector, 100 for verified deals. Unverified deals have no effect, also in version 0. */
const BASE_MULTIPLIER = 10n;
const VERIFIED_MULTIPLIER = 100n;

/** Add powers. */
export function sumPower(pairs: Iterable<PowerPair>): PowerPair {
  let { raw, qualityAdjusted } = NO_POWER;
  for (const pair of pairs) {
    raw += pair.raw;
    qualityAdjusted += pair.qualityAdjusted;
  }
  return { raw, qualityAdjusted };
}

/** Subtract `part` from `whole`. */
export function subtractPower(whole: PowerPair, part: PowerPair): PowerPair {
  return { raw: whole.raw - part.raw, qualityAdjusted: whole.qualityAdjusted - part.qualityAdjusted };
}

/**
 * Return a sector's quality, exactly as the miner actor computes it: ten times its size with `FULL_QUALITY_ADJUSTED_POWER`, otherwise
 * depending on its verified deals. Throws `DomainError` `state-tree` for a sector without size or lifetime, which no valid state
 * contains.
 */
export function sectorQuality(sectorSize: bigint, sector: WeightedSector): SectorQuality {
  const durationEpochs = sector.expiration - (sector.powerBaseEpoch ?? sector.activation);
  const spaceTime = sectorSize * BigInt(durationEpochs);
  if (spaceTime <= 0n) throw new DomainError('state-tree', 'Corrupt state: a sector has no size or no lifetime.');
  if (hasFullPower(sector.flags)) return { qualityAdjusted: fullPower(sectorSize), isFullByRule: true };
  const weighted = (spaceTime - sector.verifiedDealWeight) * BASE_MULTIPLIER + sector.verifiedDealWeight * VERIFIED_MULTIPLIER;
  const quality = (weighted << QUALITY_PRECISION) / spaceTime / BASE_MULTIPLIER;
  return { qualityAdjusted: (sectorSize * quality) >> QUALITY_PRECISION, isFullByRule: false };
}

/** Return the quality-adjusted power at full quality: ten times the size (builtin-actors `qa_power_max`). */
export function fullPower(sectorSize: bigint): bigint {
  return (sectorSize * VERIFIED_MULTIPLIER) / BASE_MULTIPLIER;
}

/** Whether a sector's flags give it full quality. */
export function hasFullPower(flags = 0): boolean {
  return Math.floor(flags / FULL_QUALITY_ADJUSTED_POWER) % 2 === 1;
}

/** Return a sector's quality-adjusted power in bytes. Throws as `sectorQuality`. */
export function qualityAdjustedPower(sectorSize: bigint, sector: WeightedSector): bigint {
  return sectorQuality(sectorSize, sector).qualityAdjusted;
}

/** Return a sector's raw and quality-adjusted power. Throws as `sectorQuality`. */
export function sectorPower(sectorSize: bigint, sector: WeightedSector): PowerPair {
  return { raw: sectorSize, qualityAdjusted: qualityAdjustedPower(sectorSize, sector) };
}
