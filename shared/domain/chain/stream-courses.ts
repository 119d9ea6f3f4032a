/** Weights of reward streams over a range of epochs, with queued writes applied when they are due. */
import { decodePendingWrite, type PendingWrite, type RewardStreams, type WeightRecord } from '../actors/reward-streams.ts';
import { DomainError } from '../domain-error.ts';
import { type WeightPoint, weightRamp } from './reward-split.ts';

/** The weight of a stream as points of a piecewise linear curve. */
export interface StreamCourse {
  readonly id: bigint;
  /** Whether it pays the block's miner. */
  readonly isImplicit: boolean;
  readonly points: readonly WeightPoint[];
}

interface Segment {
  readonly from: number;
  /** Undefined after the removal of the stream. */
  readonly record: WeightRecord | undefined;
}

/** Return curves of existing streams and of those that a queued write registers before `to`. */
export function streamCourses(
  { streams, pendingWrites }: Pick<RewardStreams, 'streams' | 'pendingWrites'>,
  from: number,
  to: number,
): readonly StreamCourse[] {
  const courses = new Map(
    streams.map(({ id, weight, distribution }) => [
      id,
      { isImplicit: distribution === undefined, segments: [{ from, record: weight }] as Segment[] },
    ]),
  );
  for (const write of pendingWrites.toSorted((left, right) => left.effectiveEpoch - right.effectiveEpoch)) {
    const epoch = Math.max(from, write.effectiveEpoch);
    const change = epoch < to ? changeOf(write) : undefined;
    if (change === undefined) continue;
    const { id } = write;
    if (change.operation === 'SetWeightRecords' || change.operation === 'StepWeightRecords') {
      for (const update of change.updates) courses.get(update.id)?.segments.push({ from: epoch, record: update.weight });
    } else if (change.operation === 'RegisterStream' && id !== undefined) {
      courses.set(id, { isImplicit: change.distribution === undefined, segments: [{ from: epoch, record: change.weight }] });
    } else if (change.operation === 'RemoveStream' && id !== undefined) {
      courses.get(id)?.segments.push({ from: epoch, record: undefined });
    }
  }
  return [...courses].map(([id, { isImplicit, segments }]) => ({ id, isImplicit, points: pointsOf(segments, to) }));
}

/** Undefined for operations of a later actors version. */
function changeOf(write: PendingWrite) {
  try {
    return decodePendingWrite(write);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** A write changes the weight immediately: the last epoch of the old record and the first of the new one are points. */
function pointsOf(segments: readonly Segment[], to: number): readonly WeightPoint[] {
  return segments.flatMap(({ from, record }, index) => {
    const next = segments[index + 1];
    const last = next === undefined ? to : next.from - 1;
    if (last < from) return [];
    if (record !== undefined) return weightRamp(record, from, last);
    return [...new Set([from, last])].map((epoch) => ({ epoch, weight: 0n }));
  });
}
