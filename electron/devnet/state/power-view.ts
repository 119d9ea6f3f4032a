import {
  type CronEvent,
  cronEvents,
  type PowerClaim,
  type PowerState,
  powerClaims,
  powerCronEventQueue,
  powerState,
} from '../../../shared/domain/actors/power-state.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { HamtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { Blocks } from './blocks.ts';
import { LocalAmt } from './local-amt.ts';
import { LocalHamt } from './local-hamt.ts';
import { nestedAmt } from './nested-amt.ts';
import type { StateView } from './state-view.ts';

/** The power actor: claims, and cron calls by epoch. */
export interface Power extends Omit<PowerState<'v16'>, 'claims' | 'cronEventQueue'> {
  readonly claims: LocalHamt<Address, PowerClaim<'v16'>>;
  /** By epoch. */
  readonly cronEventQueue: LocalHamt<number, LocalAmt<CronEvent>>;
}

const queueLayout = (blocks: Blocks): HamtLayout<number, LocalAmt<CronEvent>> => ({
  ...powerCronEventQueue.v16,
  value: nestedAmt(blocks, cronEvents.v16),
});

export const noCronEvents = (blocks: Blocks): LocalAmt<CronEvent> => LocalAmt.empty(blocks, cronEvents.v16);

export const POWER: StateView<Power> = {
  open(blocks, head) {
    const state = decodeBlock(powerState.v16, blocks.get(head));
    return {
      ...state,
      claims: LocalHamt.open(blocks, powerClaims.v16, state.claims),
      cronEventQueue: LocalHamt.open(blocks, queueLayout(blocks), state.cronEventQueue),
    };
  },
  store: (blocks, power) =>
    blocks.put(encodeBlock(powerState.v16, { ...power, claims: power.claims.flush(), cronEventQueue: power.cronEventQueue.flush() })),
};

/** Empty: no claims and no cron calls. */
export function emptyPower(blocks: Blocks): Power {
  return {
    totalRawBytePower: 0n,
    totalBytesCommitted: 0n,
    totalQualityAdjPower: 0n,
    totalQaBytesCommitted: 0n,
    totalPledgeCollateral: attoFil(0n),
    thisEpochRawBytePower: 0n,
    thisEpochQualityAdjPower: 0n,
    thisEpochPledgeCollateral: attoFil(0n),
    thisEpochQaPowerSmoothed: { positionEstimate: 0n, velocityEstimate: 0n },
    minerCount: 0,
    minerAboveMinPowerCount: 0,
    rampStartEpoch: 0,
    rampDurationEpochs: 0,
    cronEventQueue: LocalHamt.empty(blocks, queueLayout(blocks)),
    firstCronEpoch: 0,
    claims: LocalHamt.empty(blocks, powerClaims.v16),
    proofValidationBatch: undefined,
  };
}
