/**
 * Bounds of the base fee over the next tipsets, in attoFIL per unit of gas. A tipset changes it by at most 1/8, rounded up, and never
 * below its minimum; null rounds do not change it. Sources: Lotus chain/store/basefee.go, FIP-0115.
 */
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import { MINIMUM_BASE_FEE } from './gas.ts';

/** The base fee after a number of tipsets. */
export interface BaseFeeBounds {
  readonly tipsets: number;
  readonly lowest: AttoFil;
  readonly highest: AttoFil;
}

/** Tipsets that a fee cap should cover: the lookahead of Lotus' estimate (node/impl/gasutils, `GasEstimateFeeCap`). */
export const FEE_BAND_TIPSETS = 20;
const MAX_CHANGE_DIVISOR = 8n;

/** The bounds after 1 to `tipsets` tipsets, in order. */
export function baseFeeBand(baseFee: bigint, tipsets: number = FEE_BAND_TIPSETS): readonly BaseFeeBounds[] {
  const band: BaseFeeBounds[] = [];
  let lowest = baseFee;
  let highest = baseFee;
  for (let count = 1; count <= tipsets; count++) {
    const fallen = lowest - largestChange(lowest);
    const risen = highest + largestChange(highest);
    lowest = fallen > MINIMUM_BASE_FEE ? fallen : MINIMUM_BASE_FEE;
    highest = risen > MINIMUM_BASE_FEE ? risen : MINIMUM_BASE_FEE;
    band.push({ tipsets: count, lowest: attoFil(lowest), highest: attoFil(highest) });
  }
  return band;
}

/** Return the maximum base fee within a number of tipsets. */
export function highestBaseFee(baseFee: bigint, tipsets: number = FEE_BAND_TIPSETS): AttoFil {
  return baseFeeBand(baseFee, tipsets).at(-1)?.highest ?? attoFil(baseFee);
}

/** Return for how many tipsets, up to `limit`, the base fee cannot exceed a cap; 0 if it exceeds it now. */
export function tipsetsCovered(gasFeeCap: bigint, baseFee: bigint, limit: number = FEE_BAND_TIPSETS): number {
  if (gasFeeCap < baseFee) return 0;
  const first = baseFeeBand(baseFee, limit).find(({ highest }) => highest > gasFeeCap);
  return first === undefined ? limit : first.tipsets - 1;
}

/** Return for how many tipsets the base fee stays above a cap; 0 if it is not above it now. The cap is never below the minimum. */
export function tipsetsOutOfReach(gasFeeCap: bigint, baseFee: bigint): number {
  let lowest = baseFee;
  for (let count = 0; ; count++) {
    if (lowest <= gasFeeCap || lowest <= MINIMUM_BASE_FEE) return count === 0 ? 0 : count - 1;
    lowest -= largestChange(lowest);
  }
}

function largestChange(baseFee: bigint): bigint {
  return (baseFee + MAX_CHANGE_DIVISOR - 1n) / MAX_CHANGE_DIVISOR;
}
