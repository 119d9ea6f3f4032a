/**
 * Power of a miner: bytes as they are, and bytes as deals make them count. Sources: builtin-actors `actors/miner/src/policy.rs`
 * (`qa_power_for_sector`) and `partition_state.rs` (`PowerPair`), specs-actors v0.9 `actors/builtin/miner/policy.go`; FIP-0118.
 */
import { DomainError } from '../domain-error.ts';
import { bigInteger, struct, type Value } from '../ipld/codec.ts';
import { FULL_QUALITY_ADJUSTED_POWER } from './miner-sector.ts';

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
  /** Byte-epochs of verified deals; with `FULL_QUALITY_ADJUSTED_POWER`, of any data, and without effect. */
  readonly verifiedDealWeight: bigint;
  /** Layouts that have no flags set none. */
  readonly flags?: number | undefined;
}

/** How much a sector counts. */
export interface SectorQuality {
  /** Bytes: from its size, 1×, to ten times as much. */
  readonly qualityAdjusted: bigint;
  /** Whether it is 10× by its flag, whatever it holds; if not, its verified deals decide. */
  readonly isFullByRule: boolean;
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
 * How much a sector counts, to the last byte as the miner actor has it: ten times its size with `FULL_QUALITY_ADJUSTED_POWER`, else up to
 * that where verified deals fill it. Throws `DomainError` `state-tree` for a sector without a size or a lifetime, which no honest state
 * has.
 */
export function sectorQuality(sectorSize: bigint, sector: WeightedSector): SectorQuality {
  const durationEpochs = sector.expiration - (sector.powerBaseEpoch ?? sector.activation);
  const spaceTime = sectorSize * BigInt(durationEpochs);
  if (spaceTime <= 0n) throw new DomainError('state-tree', 'A sector has no size or no lifetime: the state is damaged.');
  if (hasFullPower(sector.flags)) return { qualityAdjusted: fullPower(sectorSize), isFullByRule: true };
  const weighted = (spaceTime - sector.verifiedDealWeight) * BASE_MULTIPLIER + sector.verifiedDealWeight * VERIFIED_MULTIPLIER;
  const quality = (weighted << QUALITY_PRECISION) / spaceTime / BASE_MULTIPLIER;
  return { qualityAdjusted: (sectorSize * quality) >> QUALITY_PRECISION, isFullByRule: false };
}

/** The quality-adjusted bytes of a sector at full quality: ten times its size (builtin-actors `qa_power_max`). */
export function fullPower(sectorSize: bigint): bigint {
  return (sectorSize * VERIFIED_MULTIPLIER) / BASE_MULTIPLIER;
}

/** Whether the flags of a sector say that it counts ten times its size. */
export function hasFullPower(flags = 0): boolean {
  return Math.floor(flags / FULL_QUALITY_ADJUSTED_POWER) % 2 === 1;
}

/** The bytes that a sector counts for. Throws as `sectorQuality`. */
export function qualityAdjustedPower(sectorSize: bigint, sector: WeightedSector): bigint {
  return sectorQuality(sectorSize, sector).qualityAdjusted;
}

/** Both measures of a sector. Throws as `sectorQuality`. */
export function sectorPower(sectorSize: bigint, sector: WeightedSector): PowerPair {
  return { raw: sectorSize, qualityAdjusted: qualityAdjustedPower(sectorSize, sector) };
}
