/** A miner's state as tuples: go-state-types `builtin/v18/miner`, specs-actors v0.9 `actors/builtin/miner`, independent of the codecs. */
import { address, anything, big, bits, bytes, flag, integer, link, list, long, nullable, struct } from './plain-readers.ts';

export interface PlainPower {
  readonly raw: bigint;
  readonly quality: bigint;
}
const power = struct({ raw: big, quality: big });
export const noPower: PlainPower = { raw: 0n, quality: 0n };

export const vestingFund = struct({ epoch: integer, amount: big });

export const minerState = struct(
  {
    info: link,
    preCommitDeposits: big,
    lockedFunds: big,
    /** v0: a link to the table; v16: its head and a link to the rest, or null. */
    vestingFunds: anything,
    feeDebt: big,
    initialPledge: big,
    preCommittedSectors: link,
    preCommittedSectorsCleanUp: link,
    allocatedSectors: link,
    sectors: link,
    provingPeriodStart: integer,
    currentDeadline: integer,
    deadlines: link,
    earlyTerminations: bits,
    deadlineCronActive: flag,
  },
  { lacks: { v0: { feeDebt: 0n, deadlineCronActive: true } } },
);

const pendingBeneficiary = struct({ beneficiary: address, quota: big, expiration: integer, byBeneficiary: flag, byNominee: flag });

export const minerInfo = struct(
  {
    owner: address,
    worker: address,
    controlAddresses: list(address),
    pendingWorkerKey: nullable(struct({ newWorker: address, effectiveAt: integer })),
    peerId: bytes,
    multiaddrs: list(bytes),
    /** v0: seal proof; v16: window PoSt. */
    proofType: integer,
    sectorSize: long,
    partitionSectors: integer,
    consensusFaultElapsed: integer,
    pendingOwner: nullable(address),
    beneficiary: address,
    beneficiaryTerm: struct({ quota: big, usedQuota: big, expiration: integer }),
    pendingBeneficiary: nullable(pendingBeneficiary),
  },
  {
    lacks: {
      v0: {
        consensusFaultElapsed: -1,
        pendingOwner: undefined,
        beneficiary: 'f00',
        beneficiaryTerm: { quota: 0n, usedQuota: 0n, expiration: 0 },
        pendingBeneficiary: undefined,
      },
    },
  },
);

export const preCommit = struct(
  { info: anything, deposit: big, epoch: integer, dealWeight: big, verifiedDealWeight: big },
  { lacks: { v16: { dealWeight: 0n, verifiedDealWeight: 0n } } },
);

export type PlainSector = ReturnType<typeof sector>;
export const sector = struct(
  {
    number: integer,
    sealProof: integer,
    sealedCid: link,
    dealIds: list(integer),
    activation: integer,
    expiration: integer,
    dealWeight: big,
    verifiedDealWeight: big,
    initialPledge: big,
    expectedDayReward: nullable(big),
    expectedStoragePledge: nullable(big),
    powerBaseEpoch: integer,
    replacedDayReward: nullable(big),
    sectorKey: nullable(link),
    flags: integer,
    dailyFee: big,
  },
  {
    lacks: { v0: { powerBaseEpoch: -1, replacedDayReward: undefined, sectorKey: undefined, flags: 0, dailyFee: 0n } },
    later: { dailyFee: 0n },
  },
);

export const deadline = struct(
  {
    partitions: link,
    expirations: link,
    posted: bits,
    earlyTerminations: bits,
    liveSectors: integer,
    totalSectors: integer,
    faultyPower: power,
    submissions: nullable(link),
    sectorsSnapshot: nullable(link),
    partitionsSnapshot: nullable(link),
    submissionsSnapshot: nullable(link),
    livePower: nullable(power),
    dailyFee: big,
  },
  {
    lacks: {
      v0: {
        submissions: undefined,
        sectorsSnapshot: undefined,
        partitionsSnapshot: undefined,
        submissionsSnapshot: undefined,
        livePower: undefined,
        dailyFee: 0n,
      },
    },
  },
);

export type PlainPartition = ReturnType<typeof partition>;
export const partition = struct(
  {
    sectors: bits,
    unproven: bits,
    faults: bits,
    recoveries: bits,
    terminated: bits,
    expirations: link,
    earlyTerminated: link,
    livePower: power,
    unprovenPower: power,
    faultyPower: power,
    recoveringPower: power,
  },
  { lacks: { v0: { unproven: new Set<number>(), unprovenPower: noPower } } },
);

export const expirationSet = struct(
  { onTime: bits, early: bits, onTimePledge: big, activePower: power, faultyPower: power, feeDeduction: big },
  { lacks: { v0: { feeDeduction: 0n } }, later: { feeDeduction: 0n } },
);

export const windowedPost = struct({ partitions: bits, proofs: anything });

export function sumOfPower(parts: Iterable<PlainPower>): PlainPower {
  let { raw, quality } = noPower;
  for (const part of parts) {
    raw += part.raw;
    quality += part.quality;
  }
  return { raw, quality };
}

/** Full quality (FIP-0118). */
export const hasFullPower = ({ flags }: Pick<PlainSector, 'flags'>): boolean => (flags & 2) !== 0;

/** Ten times the power for verified deals: go-state-types `builtin/v18/miner/policy.go` QAPowerForSector. */
export function powerOfSectors(sectors: Iterable<PlainSector>, sectorSize: bigint): PlainPower {
  return sumOfPower(
    [...sectors].map(({ powerBaseEpoch, activation, expiration, verifiedDealWeight, flags }) => {
      if (hasFullPower({ flags })) return { raw: sectorSize, quality: sectorSize * 10n };
      const spaceTime = sectorSize * BigInt(expiration - (powerBaseEpoch < 0 ? activation : powerBaseEpoch));
      const weighted = (spaceTime - verifiedDealWeight) * 10n + verifiedDealWeight * 100n;
      return { raw: sectorSize, quality: (sectorSize * ((weighted << 20n) / spaceTime / 10n)) >> 20n };
    }),
  );
}
