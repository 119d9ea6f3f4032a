import { address, amount, bigInteger, bytes, count, integer, link, optional, struct, type Value } from '../ipld/codec.ts';
import { addressKey, signedKey } from '../ipld/layout.ts';
import type { AnyLayout } from './any-layout.ts';
import { arrayInEach, mapInEach } from './collections.ts';
import { filterEstimate } from './filter-estimate.ts';
import { inEachLayout, type StateLayout, same } from './state-layout.ts';

const CRON_QUEUE_BIT_WIDTH = 6;

/** What all layouts begin with. */
const totals = {
  totalRawBytePower: ['TotalRawBytePower', bigInteger],
  /** Includes miners below the consensus minimum. */
  totalBytesCommitted: ['TotalBytesCommitted', bigInteger],
  totalQualityAdjPower: ['TotalQualityAdjPower', bigInteger],
  /** Includes miners below the consensus minimum. */
  totalQaBytesCommitted: ['TotalQABytesCommitted', bigInteger],
  totalPledgeCollateral: ['TotalPledgeCollateral', amount],
  thisEpochRawBytePower: ['ThisEpochRawBytePower', bigInteger],
  thisEpochQualityAdjPower: ['ThisEpochQualityAdjPower', bigInteger],
  thisEpochPledgeCollateral: ['ThisEpochPledgeCollateral', amount],
  thisEpochQaPowerSmoothed: ['ThisEpochQAPowerSmoothed', filterEstimate],
  minerCount: ['MinerCount', integer],
  minerAboveMinPowerCount: ['MinerAboveMinPowerCount', integer],
} as const;

/** What all layouts since `v2` end with. */
const collections = {
  /** A `powerCronEventQueue`. */
  cronEventQueue: ['CronEventQueue', link],
  firstCronEpoch: ['FirstCronEpoch', integer],
  /** A `powerClaims`. */
  claims: ['Claims', link],
  /** Proofs of replication to verify at the end of the epoch, by miner. */
  proofValidationBatch: ['ProofValidationBatch', optional(link)],
} as const;

/**
 * The state of the power actor. Power in bytes. Sources: go-state-types `builtin/v16/power/power_state.go`, specs-actors v0.9
 * `actors/builtin/power/power_state.go`.
 */
export const powerState = inEachLayout({
  v0: struct({
    ...totals,
    cronEventQueue: ['CronEventQueue', link],
    firstCronEpoch: ['FirstCronEpoch', integer],
    lastProcessedCronEpoch: ['LastProcessedCronEpoch', integer],
    claims: ['Claims', link],
    proofValidationBatch: ['ProofValidationBatch', optional(link)],
  }),
  v2: struct({ ...totals, ...collections }),
  v15: struct({
    ...totals,
    /** FIP-0081: start and duration of the pledge ramp. */
    rampStartEpoch: ['RampStartEpoch', integer],
    rampDurationEpochs: ['RampDurationEpochs', count],
    ...collections,
  }),
});
/** Of one layout, or of any. */
export type PowerState<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof powerState)[L]>>;

const claimedPower = { rawBytePower: ['RawBytePower', bigInteger], qualityAdjPower: ['QualityAdjPower', bigInteger] } as const;
const powerClaim = inEachLayout({
  v0: struct(claimedPower),
  v2: struct({ sealProofType: ['SealProofType', integer], ...claimedPower }),
  v3: struct({ windowPoStProofType: ['WindowPoStProofType', integer], ...claimedPower }),
});
/** The power of a miner, of one layout, or of any. */
export type PowerClaim<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof powerClaim)[L]>>;

/** Claims by miner ID address. */
export const powerClaims = mapInEach(addressKey, powerClaim);

/** A cron call to a miner at an epoch; the payload is the miner actor's `CronEventPayload`. */
const cronEvent = struct({ minerAddress: ['MinerAddr', address], callbackPayload: ['CallbackPayload', bytes] });
/** A cron call to a miner. */
export type CronEvent = Value<typeof cronEvent>;

/** Roots of `cronEvents` by epoch. */
export const powerCronEventQueue = mapInEach(signedKey, same(link), CRON_QUEUE_BIT_WIDTH);
/** Cron calls of one epoch in order. */
export const cronEvents = arrayInEach(same(cronEvent), CRON_QUEUE_BIT_WIDTH);
