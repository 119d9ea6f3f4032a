import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { genesisDealBytes } from '../deals/genesis-deals.ts';
import { addGenesisSealing } from '../sealing/sealing.ts';
import { constructedSealedCid } from '../state/constructed-cids.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { addMiner, type Roles } from './add-miner.ts';
import { newSector } from './new-sector.ts';
import { PARTITION_SECTORS } from './place-sector.ts';
import { BYTES_32GIB } from './pledge.ts';

export interface MinerProfile {
  readonly id: number;
  /** 32 or 64. */
  readonly sectorGib: 32 | 64;
  readonly sectors: number;
}

/** Eight miners of very different sizes, for one to seven blocks per epoch. f01000 is the one with a visible sealing pipeline. */
export const MINER_PROFILES: readonly MinerProfile[] = [
  { id: 1000, sectorGib: 32, sectors: 40 },
  { id: 1001, sectorGib: 64, sectors: 150 },
  { id: 1002, sectorGib: 32, sectors: 190 },
  { id: 1003, sectorGib: 64, sectors: 70 },
  { id: 1004, sectorGib: 32, sectors: 110 },
  { id: 1005, sectorGib: 64, sectors: 40 },
  { id: 1006, sectorGib: 32, sectors: 60 },
  { id: 1007, sectorGib: 32, sectors: 36 },
];

/** Add a genesis miner: sectors spread over its deadlines, a few faulty, some of them recovering, and its sealing pipeline. */
export function addGenesisMiner(draft: StateDraft, profile: MinerProfile, roles: Roles, random: SeededRandom): void {
  const { id } = profile;
  // StackedDrg32GiBV1_1 with StackedDrgWindow32GiBV1_1, and those of 64 GiB.
  const [sealProof, windowPoStProofType] = profile.sectorGib === 32 ? [8, 13] : [9, 14];
  const sectorSize = profile.sectorGib === 32 ? BYTES_32GIB : BYTES_32GIB * 2n;
  const numbers = Array.from({ length: profile.sectors }, (_, number) => number);
  const faults = numbers.filter((number) => random.fraction('fault-at-genesis', id, number) < 0.06);
  addMiner(
    draft,
    {
      id,
      roles,
      sectorSize,
      windowPoStProofType,
      partitionSectors: PARTITION_SECTORS,
      sectors: numbers.map((sectorNumber) => {
        const expiration = drawExpiration(random, id, sectorNumber);
        return newSector({
          sectorNumber,
          sealProof,
          sealedCid: constructedSealedCid(random.bytes('comm-r', id, sectorNumber)),
          activation: 0,
          expiration,
          sectorSize,
          // Like sectors on mainnet that are older than the upgrade.
          hasFullPower: false,
          ...genesisDealBytes(random, id, { number: sectorNumber, sectorSize, expiration }),
        });
      }),
      deadlineOf: (number) => random.between(0, EPOCHS.deadlinesPerPeriod - 1, 'deadline', id, number),
      faults,
      recoveries: faults.filter((number) => random.fraction('recovering-at-genesis', id, number) < 0.4),
    },
    random,
  );
  addGenesisSealing(draft, id, profile.sectors);
}

function drawExpiration(random: SeededRandom, minerId: number, number: number): number {
  const isLong = random.fraction('expiry', minerId, number) < 0.8;
  return isLong
    ? random.between(518_400, 1_555_200, 'expiration', minerId, number)
    : random.between(3_000, 20_000, 'expiration', minerId, number);
}
