import type { Address } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import type { PipelineSector } from '../sealing/pipeline-sector.ts';
import type { CowMap } from '../state/cow-map.ts';

/** A sector that landed on chain. */
export interface Sector {
  readonly number: number;
  readonly sealedCid: Cid;
  readonly activation: number;
  readonly expiration: number;
  readonly dealWeight: bigint;
  readonly verifiedDealWeight: bigint;
  /** Bytes of verified deals in it: they count ten times. */
  readonly verifiedBytes: bigint;
  readonly initialPledge: bigint;
  readonly dealIds: readonly number[];
  readonly deadline: number;
}

/** Sector numbers, ascending. Live = all here; active = live without faulty and unproven. */
export interface Partition {
  readonly sectors: readonly number[];
  readonly faulty: readonly number[];
  readonly recovering: readonly number[];
  readonly unproven: readonly number[];
}

export interface DeadlineState {
  readonly partitions: readonly Partition[];
  /** Indices of partitions proven in the window that is open now. */
  readonly posted: readonly number[];
}

export interface PreCommit {
  readonly sectorNumber: number;
  readonly sealedCid: Cid;
  readonly unsealedCid: Cid;
  readonly dealIds: readonly number[];
  readonly expiration: number;
  readonly sealRandEpoch: number;
  readonly epoch: number;
  readonly deposit: bigint;
}

/** What a beneficiary other than the owner may withdraw; attoFIL, and the epoch at which it ends. */
export interface BeneficiaryTerm {
  readonly quota: bigint;
  readonly usedQuota: bigint;
  readonly expiration: number;
}

export interface PendingBeneficiary {
  readonly beneficiary: number;
  readonly quota: bigint;
  readonly expiration: number;
  readonly isApprovedByBeneficiary: boolean;
  readonly isApprovedByNominee: boolean;
}

export interface Miner {
  readonly id: number;
  readonly owner: number;
  readonly worker: number;
  readonly controls: readonly number[];
  readonly pendingWorker: { readonly worker: number; readonly effectiveAt: number } | undefined;
  readonly pendingOwner: number | undefined;
  readonly beneficiary: number;
  readonly beneficiaryTerm: BeneficiaryTerm;
  readonly pendingBeneficiary: PendingBeneficiary | undefined;
  /** f2 address. */
  readonly robustAddress: Address;
  readonly peerId: Uint8Array;
  readonly multiaddrs: readonly Uint8Array[];
  readonly sectorSize: bigint;
  readonly sealProof: number;
  readonly windowPostProof: number;
  /** Where its proving period begins, 0 to 2879. */
  readonly periodOffset: number;
  readonly sectors: CowMap<number, Sector>;
  readonly preCommits: CowMap<number, PreCommit>;
  readonly deadlines: readonly DeadlineState[];
  /** Numbers below this have been used. */
  readonly nextSector: number;
  readonly lockedFunds: bigint;
  readonly initialPledge: bigint;
  readonly preCommitDeposits: bigint;
  readonly rawPower: bigint;
  readonly qualityPower: bigint;
  readonly activeSectors: number;
  readonly faultySectors: number;
  /** The miner process' own view of its sectors; see sealing/. */
  readonly pipeline: CowMap<number, PipelineSector>;
  /** Sectors of the pipeline that are on their way somewhere. */
  readonly busy: readonly number[];
}
