import { address, amount, boolean, bytes, count, integer, list, optional, struct, uint64, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import { inEachLayout, type StateLayout } from './state-layout.ts';

const workerKeyChange = struct({ newWorker: ['NewWorker', address], effectiveAt: ['EffectiveAt', integer] });

/** What all layouts begin with. */
const people = {
  owner: ['Owner', address],
  worker: ['Worker', address],
  controlAddresses: ['ControlAddresses', list(address)],
  /** A new worker, effective at an epoch. */
  pendingWorkerKey: ['PendingWorkerKey', optional(workerKeyChange)],
  /** A binary libp2p peer ID, or empty. */
  peerId: ['PeerId', bytes],
  multiaddrs: ['Multiaddrs', list(bytes)],
} as const;

const sealProof = { sealProofType: ['SealProofType', integer] } as const;
/** In place of `sealProof` since actors version 3. */
const windowPostProof = { windowPoStProofType: ['WindowPoStProofType', integer] } as const;

const sizes = {
  sectorSize: ['SectorSize', uint64],
  windowPoStPartitionSectors: ['WindowPoStPartitionSectors', count],
} as const;

/** Since actors version 2. */
const standing = {
  /** Until this epoch the miner cannot win blocks; −1 if it never had a consensus fault. */
  consensusFaultElapsed: ['ConsensusFaultElapsed', integer],
  pendingOwnerAddress: ['PendingOwnerAddress', optional(address)],
} as const;

/**
 * A miner's info: owner, worker, peer, sector size. Sources:
 * go-state-types `builtin/v16/miner/miner_state.go` (the same to v18), specs-actors v0.9 `actors/builtin/miner/miner_state.go`.
 */
export const minerInfo = inEachLayout({
  v0: struct({ ...people, ...sealProof, ...sizes }),
  v2: struct({ ...people, ...sealProof, ...sizes, ...standing }),
  v3: struct({ ...people, ...windowPostProof, ...sizes, ...standing }),
  v9: struct({
    ...people,
    ...windowPostProof,
    ...sizes,
    ...standing,
    beneficiary: ['Beneficiary', address],
    /** The beneficiary's quota, used quota and expiration. */
    beneficiaryTerm: [
      'BeneficiaryTerm',
      struct({ quota: ['Quota', amount], usedQuota: ['UsedQuota', amount], expiration: ['Expiration', integer] }),
    ],
    /** A proposed beneficiary: both it and the current one must approve. */
    pendingBeneficiaryTerm: [
      'PendingBeneficiaryTerm',
      optional(
        struct({
          newBeneficiary: ['NewBeneficiary', address],
          newQuota: ['NewQuota', amount],
          newExpiration: ['NewExpiration', integer],
          approvedByBeneficiary: ['ApprovedByBeneficiary', boolean],
          approvedByNominee: ['ApprovedByNominee', boolean],
        }),
      ),
    ],
  }),
});
/** Of one layout, or of any. */
export type MinerInfo<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerInfo)[L]>>;
