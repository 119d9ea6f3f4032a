import type { FilterEstimate } from '../../../shared/domain/actors/filter-estimate.ts';

/** Fixed point of the estimates: 128 binary places. */
const PRECISION = 128n;
/** builtin-actors v16, runtime/src/builtin/reward/smooth/smooth_func.rs DEFAULT_ALPHA and DEFAULT_BETA. */
const ALPHA = 314_760_000_000_000_000_000_000_000_000_000_000n;
const BETA = 96_640_100_000_000_000_000_000_000_000_000n;

/** An estimate with zero velocity. */
export const steadyEstimate = (figure: bigint): FilterEstimate => ({ positionEstimate: figure << PRECISION, velocityEstimate: 0n });

/** Update an estimate with an observation, a number of epochs after the last (runtime/src/builtin/reward/smooth/alpha_beta_filter.rs). */
export function nextEstimate({ positionEstimate, velocityEstimate }: FilterEstimate, observed: bigint, epochs: bigint): FilterEstimate {
  const expected = positionEstimate + velocityEstimate * epochs;
  const residual = (observed << PRECISION) - expected;
  return {
    positionEstimate: expected + ((ALPHA * residual) >> PRECISION),
    velocityEstimate: velocityEstimate + floorDivide(BETA * residual, epochs << PRECISION),
  };
}

function floorDivide(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return quotient * divisor > dividend ? quotient - 1n : quotient;
}
