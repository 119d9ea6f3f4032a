/**
 * The initial reward streams of network version 29 on the public networks and on a practice chain, for figures before the upgrade; from
 * then on the state of the reward actor is used. Source: FIP-0118, bootstrap parameters of mainnet and Calibration.
 */
import type { WeightRecord } from '../domain/actors/reward-streams.ts';
import { WHOLE_WEIGHT } from '../domain/chain/reward-split.ts';

const PERCENT = WHOLE_WEIGHT / 100n;
/** Change of the miners' weight per epoch, in units of 10^-18: from 95 % to 50 % in nine quarters, on Calibration in less. */
const SLOPES: ReadonlyMap<string, bigint> = new Map([
  ['mainnet', -190_132_864_846n],
  ['calibrationnet', -17_361_111_111_112n],
]);

/** Initial streams of a practice chain: those of mainnet, or one that pays miners everything. */
export const STREAMS_PLANS = ['mainnet', 'one'] as const;
export type StreamsPlan = (typeof STREAMS_PLANS)[number];

/**
 * The weight of the stream that pays miners; undefined on networks without built-in parameters.
 *
 * @param height the last epoch before version 29
 * @param plan of a practice chain
 */
export function minerWeightAtSolstice(networkName: string, height: number, plan?: StreamsPlan): WeightRecord | undefined {
  const tStart = height + 1;
  if (plan === 'one') return { vStart: WHOLE_WEIGHT, slope: 0n, tStart, floor: WHOLE_WEIGHT, cap: WHOLE_WEIGHT };
  const slope = SLOPES.get(plan ?? networkName);
  return slope === undefined ? undefined : { vStart: 95n * PERCENT, slope, tStart, floor: 50n * PERCENT, cap: 95n * PERCENT };
}
