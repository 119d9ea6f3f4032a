import { address, amount, bigInteger, bytes, type Codec, count, integer, link, list, optional, struct, type Value } from '../ipld/codec.ts';
import { addressKey, signedKey } from '../ipld/layout.ts';
import { arrayInEach, type InEachLayout, lacking, mapInEach, same } from './collections.ts';
import { filterEstimate } from './filter-estimate.ts';
import type { StateLayout } from './state-layout.ts';

const CRON_QUEUE_BIT_WIDTH = 6;
const PROOF_BATCH_BIT_WIDTH = 4;

/**
 * The state of the power actor. Power in bytes. Sources: go-state-types `builtin/v16/power/power_state.go`, specs-actors v0
 * `actors/builtin/power/power_state.go`.
 */
export const powerState = {
  v0: struct({
    totalRawBytePower: ['TotalRawBytePower', bigInteger],
    totalBytesCommitted: ['TotalBytesCommitted', bigInteger],
    totalQualityAdjPower: ['TotalQualityAdjPower', bigInteger],
    totalQaBytesCommitted: ['TotalQABytesCommitted', bigInteger],
    totalPledgeCollateral: ['TotalPledgeCollateral', amount],
    thisEpochRawBytePower: ['ThisEpochRawBytePower', bigInteger],
    thisEpochQualityAdjPower: ['ThisEpochQualityAdjPower', bigInteger],
    thisEpochPledgeCollateral: ['ThisEpochPledgeCollateral', amount],
    thisEpochQaPowerSmoothed: ['ThisEpochQAPowerSmoothed', filterEstimate],
    minerCount: ['MinerCount', integer],
    minerAboveMinPowerCount: ['MinerAboveMinPowerCount', integer],
    cronEventQueue: ['CronEventQueue', link],
    firstCronEpoch: ['FirstCronEpoch', integer],
    lastProcessedCronEpoch: ['LastProcessedCronEpoch', integer],
    claims: ['Claims', link],
    proofValidationBatch: ['ProofValidationBatch', optional(link)],
  }),
  v16: struct({
    totalRawBytePower: ['TotalRawBytePower', bigInteger],
    /** With the miners whose power is too small to count. */
    totalBytesCommitted: ['TotalBytesCommitted', bigInteger],
    totalQualityAdjPower: ['TotalQualityAdjPower', bigInteger],
    /** With the miners whose power is too small to count. */
    totalQaBytesCommitted: ['TotalQABytesCommitted', bigInteger],
    totalPledgeCollateral: ['TotalPledgeCollateral', amount],
    thisEpochRawBytePower: ['ThisEpochRawBytePower', bigInteger],
    thisEpochQualityAdjPower: ['ThisEpochQualityAdjPower', bigInteger],
    thisEpochPledgeCollateral: ['ThisEpochPledgeCollateral', amount],
    thisEpochQaPowerSmoothed: ['ThisEpochQAPowerSmoothed', filterEstimate],
    minerCount: ['MinerCount', integer],
    minerAboveMinPowerCount: ['MinerAboveMinPowerCount', integer],
    /** FIP-0081: from which epoch, and over how many, the pledge changes its rules. */
    rampStartEpoch: ['RampStartEpoch', integer],
    rampDurationEpochs: ['RampDurationEpochs', count],
    /** A `powerCronEventQueue`. */
    cronEventQueue: ['CronEventQueue', link],
    firstCronEpoch: ['FirstCronEpoch', integer],
    /** A `powerClaims`. */
    claims: ['Claims', link],
    /** A `powerProofValidationBatch`. */
    proofValidationBatch: ['ProofValidationBatch', optional(link)],
  }),
};
/** The power of the network in one layout, or in either. */
export type PowerState<L extends StateLayout = StateLayout> = Value<(typeof powerState)[L]>;

/** The power of a miner. */
export interface PowerClaim {
  /** Undefined in layout `v0`. */
  readonly windowPoStProofType: number | undefined;
  readonly rawBytePower: bigint;
  readonly qualityAdjPower: bigint;
}

/** Sources: as those of the state. */
export const powerClaim: InEachLayout<Codec<PowerClaim>> = {
  v0: lacking(
    'windowPoStProofType',
    struct({ rawBytePower: ['RawBytePower', bigInteger], qualityAdjPower: ['QualityAdjPower', bigInteger] }),
  ),
  v16: struct({
    windowPoStProofType: ['WindowPoStProofType', integer],
    rawBytePower: ['RawBytePower', bigInteger],
    qualityAdjPower: ['QualityAdjPower', bigInteger],
  }),
};

/** Claims by the id addresses of miners. */
export const powerClaims = mapInEach(addressKey, powerClaim);

/** A call to a miner at a given epoch: its payload is a `CronEventPayload` of the miner actor. */
export const cronEvent = struct({ minerAddress: ['MinerAddr', address], callbackPayload: ['CallbackPayload', bytes] });
/** A miner and what it is told. */
export type CronEvent = Value<typeof cronEvent>;

/** By epoch the roots of `cronEvents`. */
export const powerCronEventQueue = mapInEach(signedKey, same(link), CRON_QUEUE_BIT_WIDTH);
/** The calls of one epoch in their order. */
export const cronEvents = arrayInEach(same(cronEvent), CRON_QUEUE_BIT_WIDTH);

/** A proof of replication that waits for the end of its epoch. Source: go-state-types `proof/proof_types.go`. */
export const sealVerifyInfo = struct({
  sealProof: ['SealProof', integer],
  sectorId: ['SectorID', struct({ miner: ['Miner', count], number: ['Number', count] })],
  dealIds: ['DealIDs', list(count)],
  randomness: ['Randomness', bytes],
  interactiveRandomness: ['InteractiveRandomness', bytes],
  proof: ['Proof', bytes],
  sealedCid: ['SealedCID', link],
  unsealedCid: ['UnsealedCID', link],
});
/** What a proof of replication is about. */
export type SealVerifyInfo = Value<typeof sealVerifyInfo>;

/** By the id addresses of miners the roots of `sealVerifyInfos`. */
export const powerProofValidationBatch = mapInEach(addressKey, same(link));
/** The proofs of one miner in their order. */
export const sealVerifyInfos = arrayInEach(same(sealVerifyInfo), PROOF_BATCH_BIT_WIDTH);
