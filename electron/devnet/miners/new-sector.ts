import { qualityAdjustedPower } from '../../../shared/domain/actors/miner-power.ts';
import { FULL_QUALITY_ADJUSTED_POWER, SIMPLE_QUALITY_ADJUSTED_POWER } from '../../../shared/domain/actors/miner-sector.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { dailyFeeFor, scaledDailyFee } from '../../../shared/domain/sectors/daily-fee.ts';
import { MAX_EXTENSION_EPOCHS } from '../../../shared/domain/sectors/extension-limits.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import type { Sector } from './deadline-view.ts';
import { pledgeFor } from './pledge.ts';

type Given = Pick<Sector, 'sectorNumber' | 'sealProof' | 'sealedCid' | 'activation' | 'expiration'>;

/** Size and data of a new sector, in bytes. */
interface Content {
  readonly sectorSize: bigint;
  readonly plainBytes: bigint;
  readonly verifiedBytes: bigint;
  /** Full quality: ten times its size, as every new sector since network version 29. */
  readonly hasFullPower: boolean;
}

/**
 * Create a sector at its activation, with deal weights and initial pledge. With full quality all data has the same weight. Genesis
 * sectors have no daily fee.
 */
export function newSector({ sectorSize, plainBytes, verifiedBytes, hasFullPower, ...given }: Given & Content): Sector {
  const duration = BigInt(given.expiration - given.activation);
  const sector = {
    ...given,
    deprecatedDealIds: [],
    dealWeight: hasFullPower ? 0n : plainBytes * duration,
    verifiedDealWeight: (hasFullPower ? plainBytes + verifiedBytes : verifiedBytes) * duration,
    expectedDayReward: undefined,
    expectedStoragePledge: undefined,
    powerBaseEpoch: given.activation,
    replacedDayReward: undefined,
    sectorKeyCid: undefined,
    flags: hasFullPower ? SIMPLE_QUALITY_ADJUSTED_POWER | FULL_QUALITY_ADJUSTED_POWER : SIMPLE_QUALITY_ADJUSTED_POWER,
    dailyFee: attoFil(0n),
  };
  return { ...sector, initialPledge: attoFil(pledgeOfSector(sectorSize, sector)) };
}

/**
 * Set a sector's daily fee (FIP-0100): new if it had none, else scaled with its power.
 *
 * @param powerBefore power of the previous sector, whose fee it still has
 */
export function withDailyFee(sector: Sector, sectorSize: bigint, circulatingSupply: bigint, powerBefore = 0n): Sector {
  const { dailyFee = 0n } = sector;
  const power = qualityAdjustedPower(sectorSize, sector);
  return {
    ...sector,
    dailyFee: attoFil(dailyFee === 0n ? dailyFeeFor(circulatingSupply, power) : scaledDailyFee(dailyFee, powerBefore, power)),
  };
}

/** Return the initial pledge for a size and weights, in attoFIL. */
export function pledgeOfSector(sectorSize: bigint, sector: Omit<Sector, 'initialPledge'>): bigint {
  return pledgeFor(qualityAdjustedPower(sectorSize, sector));
}

/** Sector lifetimes may be short here; the real actor requires at least half a year. */
export function checkExpiration(expiration: number, epoch: number): void {
  if (expiration <= epoch) illegal(`sector expiration ${expiration} must be after activation ${epoch}`);
  if (expiration > epoch + MAX_EXTENSION_EPOCHS) {
    illegal(`invalid expiration ${expiration}, cannot be more than ${MAX_EXTENSION_EPOCHS} past current epoch ${epoch}`);
  }
}

function illegal(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}
