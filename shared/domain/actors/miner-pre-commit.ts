import { amount, bigInteger, boolean, count, integer, link, list, optional, struct, type Value } from '../ipld/codec.ts';
import type { AnyLayout } from './any-layout.ts';
import { inEachLayout, type StateLayout } from './state-layout.ts';

/** What all layouts begin with. */
const promise = {
  sealProof: ['SealProof', integer],
  sectorNumber: ['SectorNumber', count],
  sealedCid: ['SealedCID', link],
  sealRandEpoch: ['SealRandEpoch', integer],
  dealIds: ['DealIDs', list(count)],
  expiration: ['Expiration', integer],
} as const;

const infoOfV0 = struct({
  ...promise,
  /** Whether it replaces the committed capacity sector in the last three fields. */
  replaceCapacity: ['ReplaceCapacity', boolean],
  replaceSectorDeadline: ['ReplaceSectorDeadline', count],
  replaceSectorPartition: ['ReplaceSectorPartition', count],
  replaceSectorNumber: ['ReplaceSectorNumber', count],
});

/** Includes the data CID (CommD); undefined for a sector without data. */
const infoOfToday = struct({ ...promise, unsealedCid: ['UnsealedCid', optional(link)] });

/**
 * A pre-committed sector (`SectorPreCommitOnChainInfo`); weights are byte-epochs. Sources: go-state-types
 * `builtin/v16/miner/miner_state.go` (the same to v18), specs-actors v0.9 `actors/builtin/miner/miner_state.go`.
 */
export const minerPreCommit = inEachLayout({
  v0: struct({
    info: ['Info', infoOfV0],
    preCommitDeposit: ['PreCommitDeposit', amount],
    preCommitEpoch: ['PreCommitEpoch', integer],
    dealWeight: ['DealWeight', bigInteger],
    verifiedDealWeight: ['VerifiedDealWeight', bigInteger],
  }),
  v9: struct({
    info: ['Info', infoOfToday],
    preCommitDeposit: ['PreCommitDeposit', amount],
    preCommitEpoch: ['PreCommitEpoch', integer],
  }),
});
/** Of one layout, or of any. */
export type MinerPreCommit<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof minerPreCommit)[L]>>;
