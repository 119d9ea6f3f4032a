import { address, amount, boolean, bytes, count, integer, list, optional, struct, uint64, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import type { StateLayout } from './state-layout.ts';

const workerKeyChange = struct({ newWorker: ['NewWorker', address], effectiveAt: ['EffectiveAt', integer] });

/** What both layouts begin with. */
const people = {
  owner: ['Owner', address],
  worker: ['Worker', address],
  controlAddresses: ['ControlAddresses', list(address)],
  /** A worker that takes over at an epoch. */
  pendingWorkerKey: ['PendingWorkerKey', optional(workerKeyChange)],
  /** The binary form of a libp2p peer id, or nothing. */
  peerId: ['PeerId', bytes],
  multiaddrs: ['Multiaddrs', list(bytes)],
} as const;

/**
 * What a miner says about itself: who owns it, who works for it, where it is reached, how large its sectors are. Sources:
 * go-state-types `builtin/v16/miner/miner_state.go` (the same to v18), specs-actors v0.9 `actors/builtin/miner/miner_state.go`.
 */
export const minerInfo = {
  v0: struct({
    ...people,
    sealProofType: ['SealProofType', integer],
    sectorSize: ['SectorSize', uint64],
    windowPoStPartitionSectors: ['WindowPoStPartitionSectors', count],
  }),
  v16: struct({
    ...people,
    windowPoStProofType: ['WindowPoStProofType', integer],
    sectorSize: ['SectorSize', uint64],
    windowPoStPartitionSectors: ['WindowPoStPartitionSectors', count],
    /** Until this epoch the miner wins no blocks; −1 where it never was at fault. */
    consensusFaultElapsed: ['ConsensusFaultElapsed', integer],
    pendingOwnerAddress: ['PendingOwnerAddress', optional(address)],
    beneficiary: ['Beneficiary', address],
    /** How much the beneficiary may take, how much it has taken, and until when. */
    beneficiaryTerm: [
      'BeneficiaryTerm',
      struct({ quota: ['Quota', amount], usedQuota: ['UsedQuota', amount], expiration: ['Expiration', integer] }),
    ],
    /** A beneficiary that was proposed: both it and the present one must agree. */
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
};
/** Of one layout, or of any. */
export type MinerInfo<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerInfo)[L]>>;
