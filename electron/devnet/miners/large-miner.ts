import { EPOCHS } from '../../../shared/domain/chain/epoch.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { constructedSealedCid } from '../state/constructed-cids.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { addMiner, type Roles } from './add-miner.ts';
import { newSector } from './new-sector.ts';

/** A miner with many sectors, for load tests. */
export const LARGE_MINER_ID = 1008;
const SECTOR_BYTES = 8n * 1_024n * 1_024n;
/** StackedDrg8MiBV1_1 and StackedDrgWindow8MiBV1_1. */
const SEAL_PROOF = 6;
const WINDOW_PROOF = 11;
/** Partition size of 32 GiB sectors on other networks. */
const PARTITION_SECTORS = 2_349;
/** Sectors are created in batches; each batch expires in one month of five years. */
const MONTHS = 60;
const MONTH_EPOCHS = (5 * EPOCHS.perYear) / MONTHS;
/** Probabilities in 1/256: batches with verified data and, in a deadline with faults, with a faulty or recovering sector. */
const VERIFIED = 51;
const FAULTY = 128;
const RECOVERING = 40;
/** Interval of deadlines with faults. */
const TROUBLE_EVERY = 11;
/** Spreads numbers that follow each other over 32 bits (Knuth's multiplicative hash). */
const SPREAD = 0x9e37_79b1;

/**
 * Add a miner with many small sectors, spread evenly over its deadlines, some with verified data, some faulty. Random values are drawn
 * once per batch, so 100,000 sectors take about a second.
 */
export function addLargeMiner(draft: StateDraft, sectorCount: number, roles: Roles, random: SeededRandom): void {
  const batchSize = Math.max(1, Math.ceil(sectorCount / (EPOCHS.deadlinesPerPeriod * MONTHS)));
  const batchOf = (number: number): number => Math.floor(number / batchSize);
  const digest = random.bytes('comm-r', LARGE_MINER_ID);
  const batches = Array.from({ length: Math.ceil(sectorCount / batchSize) }, (_, batch) => {
    const [verified = 0, faulty = 0, which = 0] = random.bytes('batch', LARGE_MINER_ID, batch);
    const number = batch * batchSize + (which % batchSize);
    const hasTrouble = (batch % EPOCHS.deadlinesPerPeriod) % TROUBLE_EVERY === TROUBLE_EVERY - 1;
    return {
      // Sectors of a batch differ only in number and CID.
      model: newSector({
        sectorNumber: number,
        sealProof: SEAL_PROOF,
        sealedCid: constructedSealedCid(digest),
        activation: 0,
        expiration: (Math.floor(batch / EPOCHS.deadlinesPerPeriod) + 1) * MONTH_EPOCHS,
        sectorSize: SECTOR_BYTES,
        plainBytes: 0n,
        verifiedBytes: verified < VERIFIED ? SECTOR_BYTES : 0n,
        hasFullPower: false,
      }),
      faults: hasTrouble && faulty < FAULTY && number < sectorCount ? [number] : [],
      isRecovering: faulty < RECOVERING,
    };
  });
  const digestView = new DataView(digest.buffer, digest.byteOffset);
  const sectors = batches.flatMap(({ model }, batch) =>
    Array.from({ length: Math.min(batchSize, sectorCount - batch * batchSize) }, (_, place) => {
      const sectorNumber = batch * batchSize + place;
      // One hash per batch; the sector number changes both ends of the CID.
      digestView.setUint32(0, sectorNumber);
      digestView.setUint32(digest.length - Uint32Array.BYTES_PER_ELEMENT, Math.imul(sectorNumber, SPREAD));
      return { ...model, sectorNumber, sealedCid: constructedSealedCid(digest) };
    }),
  );
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
