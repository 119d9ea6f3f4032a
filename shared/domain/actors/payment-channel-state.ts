import { address, amount, bigInteger, integer, link, struct, uint64, type Value } from '../ipld/codec.ts';
import { arrayInEach, same } from './collections.ts';

const LANE_STATES_BIT_WIDTH = 3;

/**
 * The state of a payment channel, the same in both layouts. Sources: go-state-types `builtin/v16/paych/paych_state.go`, specs-actors v0
 * `actors/builtin/paych/paych_state.go`.
 */
export const paymentChannelState = struct({
  from: ['From', address],
  to: ['To', address],
  toSend: ['ToSend', amount],
  /** The epoch from which the channel can be collected; 0 while nobody settles it. */
  settlingAt: ['SettlingAt', integer],
  minSettleHeight: ['MinSettleHeight', integer],
  /** A `paymentChannelLanes`. */
  laneStates: ['LaneStates', link],
});
/** Both ends of a channel, and what was redeemed. */
export type PaymentChannelState = Value<typeof paymentChannelState>;

/** The newest voucher of a lane. */
export const paymentChannelLane = struct({ redeemed: ['Redeemed', bigInteger], nonce: ['Nonce', uint64] });
/** What a lane has paid. */
export type PaymentChannelLane = Value<typeof paymentChannelLane>;

/** Lanes by their numbers. */
export const paymentChannelLanes = arrayInEach(same(paymentChannelLane), LANE_STATES_BIT_WIDTH);
