import { EPOCHS } from '../../../shared/domain/epoch.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { constructedSealedCid } from '../state/constructed-cids.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { addMiner, type Roles } from './add-miner.ts';
import { newSector } from './new-sector.ts';

/** The miner whose size is to be felt. */
export const LARGE_MINER_ID = 1008;
const SECTOR_BYTES = 8n * 1_024n * 1_024n;
/** StackedDrg8MiBV1_1 and StackedDrgWindow8MiBV1_1. */
const SEAL_PROOF = 6;
const WINDOW_PROOF = 11;
/** That of 32 GiB on other networks. */
const PARTITION_SECTORS = 2_349;
/** Sectors come in batches, each of which ends in one month of five years. */
const MONTHS = 60;
const MONTH_EPOCHS = (5 * EPOCHS.perYear) / MONTHS;
/** Shares of batches, in 256ths: with verified data, with a faulty sector, with one that recovers. */
const VERIFIED = 51;
const FAULTY = 77;
const RECOVERING = 26;

/**
 * Adds a miner with many small sectors: spread evenly over its deadlines, some with verified data, some faulty. What is drawn is drawn
 * once for each batch, so that a hundred thousand of them take about a second.
 */
export function addLargeMiner(draft: StateDraft, sectorCount: number, roles: Roles, random: SeededRandom): void {
  const batchSize = Math.max(1, Math.ceil(sectorCount / (EPOCHS.deadlinesPerPeriod * MONTHS)));
  const batchOf = (number: number): number => Math.floor(number / batchSize);
  const batches = Array.from({ length: Math.ceil(sectorCount / batchSize) }, (_, batch) => {
    const [verified = 0, faulty = 0, which = 0] = random.bytes('batch', LARGE_MINER_ID, batch);
    const number = batch * batchSize + (which % batchSize);
    return {
      isVerified: verified < VERIFIED,
      faults: faulty < FAULTY && number < sectorCount ? [number] : [],
      isRecovering: faulty < RECOVERING,
    };
  });
  const digest = random.bytes('comm-r', LARGE_MINER_ID);
  const sectors = Array.from({ length: sectorCount }, (_, sectorNumber) => {
    const batch = batchOf(sectorNumber);
    const month = Math.floor(batch / EPOCHS.deadlinesPerPeriod);
    new DataView(digest.buffer, digest.byteOffset).setUint32(0, sectorNumber);
    return newSector({
      sectorNumber,
      sealProof: SEAL_PROOF,
      sealedCid: constructedSealedCid(digest),
      activation: 0,
      expiration: (month + 1) * MONTH_EPOCHS,
      sectorSize: SECTOR_BYTES,
      plainBytes: 0n,
      verifiedBytes: batches[batch]?.isVerified === true ? SECTOR_BYTES : 0n,
    });
  });
  addMiner(
    draft,
    {
      id: LARGE_MINER_ID,
      roles,
      sectorSize: SECTOR_BYTES,
      windowPoStProofType: WINDOW_PROOF,
      partitionSectors: PARTITION_SECTORS,
      sectors,
      deadlineOf: (number) => batchOf(number) % EPOCHS.deadlinesPerPeriod,
      faults: batches.flatMap(({ faults }) => faults),
      recoveries: batches.flatMap(({ faults, isRecovering }) => (isRecovering ? faults : [])),
    },
    random,
  );
}
