/** How the weights of streams move from one epoch to another, with the writes that wait in the queue applied when they are due. */
import { decodePendingWrite, type PendingWrite, type RewardStreams, type WeightRecord } from './actors/reward-streams.ts';
import { DomainError } from './domain-error.ts';
import { type WeightPoint, weightRamp } from './reward-split.ts';

/** The weight of one stream as the corners of its line: between two of them it is straight. */
export interface StreamCourse {
  readonly id: bigint;
  /** Whether it pays the miner of a block. */
  readonly isImplicit: boolean;
  readonly points: readonly WeightPoint[];
}

interface Segment {
  readonly from: number;
  /** Undefined from the removal of the stream on. */
  readonly record: WeightRecord | undefined;
}

/** Of streams that exist and of those that a pending write registers before `to`. */
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

/** Undefined for what the actor of a later version may queue. */
function changeOf(write: PendingWrite) {
  try {
    return decodePendingWrite(write);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** A write changes the weight at once: the last epoch under the old record is a corner, and so is its own. */
function pointsOf(segments: readonly Segment[], to: number): readonly WeightPoint[] {
  return segments.flatMap(({ from, record }, index) => {
    const next = segments[index + 1];
    const last = next === undefined ? to : next.from - 1;
    if (last < from) return [];
    if (record !== undefined) return weightRamp(record, from, last);
    return [...new Set([from, last])].map((epoch) => ({ epoch, weight: 0n }));
  });
}
