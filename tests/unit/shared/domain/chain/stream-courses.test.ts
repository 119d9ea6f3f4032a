/** Weights of streams ahead, with pending writes applied at their epochs. */
import { expect, it } from 'vitest';
import {
  type PendingWrite,
  type RewardStreams,
  registerStreamPayload,
  type WeightRecord,
  weightUpdates,
} from '../../../../../shared/domain/actors/reward-streams.ts';
import { streamCourses } from '../../../../../shared/domain/chain/stream-courses.ts';
import { encodeBlock } from '../../../../../shared/domain/ipld/codec.ts';

const flat = (weight: bigint): WeightRecord => ({ vStart: weight, slope: 0n, tStart: 0, floor: weight, cap: weight });
const falling: WeightRecord = { vStart: 90n, slope: -1n, tStart: 100, floor: 50n, cap: 90n };
const STREAMS: RewardStreams['streams'] = [
  { id: 1n, weight: falling, distribution: undefined },
  { id: 2n, weight: flat(5n), distribution: { writer: undefined as never, shares: [], payable: [], claimedPeriod: [] } },
];
const step = (id: bigint, weight: bigint, effectiveEpoch: number): PendingWrite => ({
  id: undefined,
  operation: 1,
  payload: encodeBlock(weightUpdates, { updates: [{ id, weight: flat(weight) }] }),
  effectiveEpoch,
});
const course = (id: bigint, pendingWrites: readonly PendingWrite[]) =>
  streamCourses({ streams: STREAMS, pendingWrites: [...pendingWrites] }, 100, 200)
    .find((one) => one.id === id)
    ?.points.map(({ epoch, weight }) => [epoch, weight]);

it('follow the records where nothing is pending', () => {
  expect(course(1n, [])).toEqual([
    [100, 90n],
    [101, 89n],
    [140, 50n],
    [141, 50n],
    [200, 50n],
  ]);
});

it('jump at the epoch of a write, whatever the order of the queue', () => {
  expect(course(2n, [step(2n, 20n, 160), step(2n, 10n, 120)])).toEqual([
    [100, 5n],
    [119, 5n],
    [120, 10n],
    [159, 10n],
    [160, 20n],
    [200, 20n],
  ]);
  expect(course(1n, [step(2n, 10n, 120)])).toEqual(course(1n, []));
});

it('take a write that is due at once, and leave out one after the time shown', () => {
  expect(course(2n, [step(2n, 10n, 90), step(2n, 20n, 200)])).toEqual([
    [100, 10n],
    [200, 10n],
  ]);
});

it('end with the removal of a stream, and begin with its registration', () => {
  expect(course(2n, [{ id: 2n, operation: 3, payload: Uint8Array.of(0x80), effectiveEpoch: 150 }])).toEqual([
    [100, 5n],
    [149, 5n],
    [150, 0n],
    [200, 0n],
  ]);
  const payload = encodeBlock(registerStreamPayload, { weight: flat(7n), distribution: undefined });
  expect(course(3n, [{ id: 3n, operation: 2, payload, effectiveEpoch: 150 }])).toEqual([
    [150, 7n],
    [200, 7n],
  ]);
});

it('pass over what a later version may queue', () => {
  expect(course(2n, [{ id: 2n, operation: 9, payload: Uint8Array.of(0x80), effectiveEpoch: 150 }])).toEqual([
    [100, 5n],
    [200, 5n],
  ]);
});
