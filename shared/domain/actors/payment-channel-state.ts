import { address, amount, integer, link, struct } from '../ipld/codec.ts';

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
  /** Array of lanes by number. */
  laneStates: ['LaneStates', link],
});
