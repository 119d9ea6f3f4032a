import { bigInteger, struct, type Value } from '../ipld/codec.ts';

/**
 * A figure smoothed over time, and how fast it moves: both as fixed-point numbers with 128 binary places. Sources: go-state-types
 * `builtin/v16/util/smoothing/alpha_beta_filter.go`, specs-actors v0.9 `actors/util/smoothing`.
 */
export const filterEstimate = struct({
  positionEstimate: ['PositionEstimate', bigInteger],
  velocityEstimate: ['VelocityEstimate', bigInteger],
});
/** A figure and its change. */
export type FilterEstimate = Value<typeof filterEstimate>;
