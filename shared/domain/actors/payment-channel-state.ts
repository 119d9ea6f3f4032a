import { address, amount, bigInteger, integer, link, struct, uint64 } from '../ipld/codec.ts';
import { arrayInEach } from './collections.ts';
import { same } from './state-layout.ts';

const LANE_STATES_BIT_WIDTH = 3;

/**
 * The state of a payment channel, the same in all layouts. Sources: go-state-types `builtin/v16/paych/paych_state.go`, specs-actors
 * v0.9 `actors/builtin/paych/paych_state.go`.
 */
export const paymentChannelState = struct({
  from: ['From', address],
  to: ['To', address],
  toSend: ['ToSend', amount],
  /** Epoch from which it can be collected; 0 if it is not settling. */
  settlingAt: ['SettlingAt', integer],
  minSettleHeight: ['MinSettleHeight', integer],
  /** A `paymentChannelLanes`. */
  laneStates: ['LaneStates', link],
});

/** Redeemed amounts by lane. */
export const paymentChannelLanes = arrayInEach(
  same(struct({ redeemed: ['Redeemed', bigInteger], nonce: ['Nonce', uint64] })),
  LANE_STATES_BIT_WIDTH,
);
