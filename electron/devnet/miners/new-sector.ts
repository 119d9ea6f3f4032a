import { qualityAdjustedPower } from '../../../shared/domain/actors/miner-power.ts';
import { FULL_QUALITY_ADJUSTED_POWER, SIMPLE_QUALITY_ADJUSTED_POWER } from '../../../shared/domain/actors/miner-sector.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import { dailyFeeFor, scaledDailyFee } from '../../../shared/domain/daily-fee.ts';
import { MAX_EXTENSION_EPOCHS } from '../../../shared/domain/extension-limits.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import type { Sector } from './deadline-view.ts';
import { pledgeFor } from './pledge.ts';

type Given = Pick<Sector, 'sectorNumber' | 'sealProof' | 'sealedCid' | 'activation' | 'expiration'>;

/** Data and size of a new sector, in bytes. */
interface Content {
  readonly sectorSize: bigint;
  readonly plainBytes: bigint;
  readonly verifiedBytes: bigint;
  /** Counts ten times its size whatever it holds, as every sector that comes to be since network version 29. */
  readonly hasFullPower: boolean;
}

/**
 * A sector as it is activated, with the weights of its deals and the pledge that they ask for. With full power all its data has one
 * weight. Those of the genesis are older than daily fees.
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
 * A sector with the daily fee of its power (FIP-0100): attached where it had none, else scaled with the power.
 *
 * @param powerBefore of the sector that it was before, whose fee it still has
 */
export function withDailyFee(sector: Sector, sectorSize: bigint, circulatingSupply: bigint, powerBefore = 0n): Sector {
  const { dailyFee = 0n } = sector;
  const power = qualityAdjustedPower(sectorSize, sector);
  return {
    ...sector,
    dailyFee: attoFil(dailyFee === 0n ? dailyFeeFor(circulatingSupply, power) : scaledDailyFee(dailyFee, powerBefore, power)),
  };
}

/** What a sector of this size and these weights asks for; attoFIL. */
export function pledgeOfSector(sectorSize: bigint, sector: Omit<Sector, 'initialPledge'>): bigint {
  return pledgeFor(qualityAdjustedPower(sectorSize, sector));
}

/** The life of a sector may be short here: the real actor wants half a year. */
export function checkExpiration(expiration: number, epoch: number): void {
  if (expiration <= epoch) illegal(`sector expiration ${expiration} must be after activation ${epoch}`);
  if (expiration > epoch + MAX_EXTENSION_EPOCHS) {
    illegal(`invalid expiration ${expiration}, cannot be more than ${MAX_EXTENSION_EPOCHS} past current epoch ${epoch}`);
  }
}

function illegal(message: string): never {
  throw new MethodFailure(EXIT.illegalArgument, message);
}
