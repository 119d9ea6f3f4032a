import { qualityAdjustedPower } from '../../../shared/domain/actors/miner-power.ts';
import { SIMPLE_QUALITY_ADJUSTED_POWER } from '../../../shared/domain/actors/miner-sector.ts';
import { attoFil } from '../../../shared/domain/amount.ts';
import type { Sector } from './deadline-view.ts';
import { pledgeFor } from './pledge.ts';

type Given = Pick<Sector, 'sectorNumber' | 'sealProof' | 'sealedCid' | 'activation' | 'expiration'>;

/** Data and size of a new sector, in bytes. */
interface Content {
  readonly sectorSize: bigint;
  readonly plainBytes: bigint;
  readonly verifiedBytes: bigint;
}

/** A sector as it is activated, with the weights of its deals and the pledge that they ask for. No sector here pays a daily fee. */
export function newSector({ sectorSize, plainBytes, verifiedBytes, ...given }: Given & Content): Sector {
  const duration = BigInt(given.expiration - given.activation);
  const sector = {
    ...given,
    deprecatedDealIds: [],
    dealWeight: plainBytes * duration,
    verifiedDealWeight: verifiedBytes * duration,
    expectedDayReward: undefined,
    expectedStoragePledge: undefined,
    powerBaseEpoch: given.activation,
    replacedDayReward: undefined,
    sectorKeyCid: undefined,
    flags: SIMPLE_QUALITY_ADJUSTED_POWER,
    dailyFee: attoFil(0n),
  };
  return { ...sector, initialPledge: attoFil(pledgeFor(qualityAdjustedPower(sectorSize, sector))) };
}
