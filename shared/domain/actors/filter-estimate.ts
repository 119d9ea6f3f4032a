import { bigInteger, struct, type Value } from '../ipld/codec.ts';

/**
 * A smoothed value and its rate of change, as fixed-point numbers with 128 binary places. Sources: go-state-types
 * `builtin/v16/util/smoothing/alpha_beta_filter.go`, specs-actors v0.9 `actors/util/smoothing`.
 */
export const filterEstimate = struct({
  positionEstimate: ['PositionEstimate', bigInteger],
  velocityEstimate: ['VelocityEstimate', bigInteger],
});
/** A smoothed value and its rate of change. */
export type FilterEstimate = Value<typeof filterEstimate>;
