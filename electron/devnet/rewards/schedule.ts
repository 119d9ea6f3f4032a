/** The weights of streams over time (FIP-0118 2.4.8, builtin-actors `actors/reward/src/streams/weights.rs`). */
import type { RewardStream, WeightRecord } from '../../../shared/domain/actors/reward-streams.ts';
import { streamWeight, WHOLE_WEIGHT } from '../../../shared/domain/chain/reward-split.ts';
import { refuse } from './ledger.ts';

const LAST_EPOCH = Number.MAX_SAFE_INTEGER;

/** Fail the call if a weight is outside its bounds. */
export function checkWeight({ vStart, floor, cap }: WeightRecord): void {
  if (floor > vStart || vStart > cap || cap > WHOLE_WEIGHT)
    refuse(`weight ${vStart} is not within its floor ${floor} and cap ${cap} of ${WHOLE_WEIGHT}`);
}

/** Whether the weights never exceed 100% from an epoch on: checks their sum at every point where a slope changes. */
export function isScheduleValid(streams: readonly RewardStream[], from: number): boolean {
  const epochs = new Set(streams.flatMap(({ weight }) => turningPoints(weight)).filter((epoch) => epoch > from));
  return [from, ...epochs, LAST_EPOCH].every((epoch) => sumAt(streams, epoch) <= WHOLE_WEIGHT);
}

const sumAt = (streams: readonly RewardStream[], epoch: number): bigint =>
  streams.reduce((sum, { weight }) => sum + streamWeight(weight, epoch), 0n);

/** Epochs at which a weight starts and meets a bound, with their neighbours, because division may be off by one. */
function turningPoints({ vStart, slope, tStart, floor, cap }: WeightRecord): number[] {
  if (slope === 0n) return [tStart];
  const meetings = [floor, cap].map((bound) => tStart + Number((bound - vStart) / slope));
  return [tStart, ...meetings.flatMap((epoch) => [epoch - 1, epoch, epoch + 1])].filter(Number.isSafeInteger);
}
