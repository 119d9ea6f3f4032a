/**
 * Where the sectors of a miner stand and how they are: 48 deadlines, each with its partitions. Sources: go-state-types
 * `builtin/v16/miner/partition_state.go` (the same to v18), specs-actors v0.9 `actors/builtin/miner/partition_state.go`.
 */
import { deadlineExpirations, deadlinePartitions, partitionEarlyTerminated, partitionExpirations } from '../actors/miner-collections.ts';
import { type MinerDeadline, minerDeadline, minerDeadlines } from '../actors/miner-deadline.ts';
import type { MinerExpirationSet } from '../actors/miner-expiration-set.ts';
import { activePower, type MinerPartition } from '../actors/miner-partition.ts';
import { NO_POWER, type PowerPair } from '../actors/miner-power.ts';
import { isLayoutSince, type StateLayout } from '../actors/state-layout.ts';
import { type Bitfield, bitfieldMembers, bitfieldOf } from '../bitfield.ts';
import type { CborReader } from '../cbor.ts';
import type { Cid } from '../cid.ts';
import { DomainError } from '../domain-error.ts';
import { deadlineAt } from '../epoch.ts';
import { Amt } from '../ipld/amt.ts';
import type { AmtLayout } from '../ipld/layout.ts';
import { together, type Walk } from '../ipld/walk.ts';
import { difference } from './bitfield-sets.ts';
import type { StateMiner } from './miner.ts';
import { readObject } from './read-object.ts';

/** builtin-actors `runtime/src/runtime/policy.rs` MAX_PARTITIONS_PER_DEADLINE. */
const MAX_PARTITIONS = 3000;
/** Runs of numbers in all sets of a miner's partitions: made-up blocks, named over and over, could have more than fits into memory. */
const MAX_RUNS = 2_000_000;

/** The deadlines in their order. Throws `DomainError` `state-tree` for one with more partitions than there can be. */
export function* readDeadlines({ layout, state }: StateMiner): Walk<readonly MinerDeadline[]> {
  const { due } = yield* readObject(minerDeadlines, state.deadlines, 'the deadlines of a miner');
  return yield* together(due.map((cid, index) => readDeadline(layout, cid, index)));
}

/** Checked one by one: a block that all places name is as many deadlines, whose sets could have more runs than fit into memory. */
function* readDeadline(layout: StateLayout, cid: Cid, index: number): Walk<MinerDeadline> {
  const deadline = yield* readObject<MinerDeadline>(minerDeadline[layout], cid, 'a deadline of a miner');
  const { partitionsPosted, earlyTerminations } = deadline;
  for (const { count } of [partitionsPosted, earlyTerminations]) checkPartitions(index, count);
  return deadline;
}

function checkPartitions(index: number, count: number | bigint): void {
  if (count <= MAX_PARTITIONS) return;
  throw new DomainError('state-tree', `Deadline ${index} of this miner has ${count} partitions; ${MAX_PARTITIONS} are possible.`);
}

/**
 * The proving period and the deadline that are open at an epoch. Before layout `v4` the state says so; since then it stands still while
 * the miner has nothing to prove, and time decides (go-state-types `builtin/v16/miner/miner_state.go` DeadlineInfo).
 */
export function openDeadlineAt({ layout, state }: StateMiner, now: number): { readonly periodStart: number; readonly index: number } {
  return isLayoutSince(layout, 'v4')
    ? deadlineAt(state.provingPeriodStart, now)
    : { periodStart: state.provingPeriodStart, index: state.currentDeadline };
}

/** A partition: its sectors by how they are, as StateMinerPartitions tells them, and their power. */
export interface StatePartition {
  readonly deadline: number;
  readonly partition: number;
  /** All, with those that were terminated. */
  readonly sectors: Bitfield;
  readonly terminated: Bitfield;
  /** All that were not terminated. */
  readonly live: Bitfield;
  readonly faulty: Bitfield;
  readonly recovering: Bitfield;
  /** Waiting for their first proof; in layout `v0` none are. */
  readonly unproven: Bitfield;
  /** Live, and neither faulty nor unproven: these give power. */
  readonly active: Bitfield;
  readonly livePower: PowerPair;
  readonly activePower: PowerPair;
  readonly faultyPower: PowerPair;
  readonly recoveringPower: PowerPair;
  readonly unprovenPower: PowerPair;
  /** Its proof was seen in the window that is open, or that was open last. */
  readonly isPosted: boolean;
  /** The state of it that the rest was made of. */
  readonly state: MinerPartition;
}

/** The partitions of all these deadlines, by deadline and index. Throws `DomainError` `state-tree` for more than a miner can have. */
export function* readPartitions({ layout }: StateMiner, deadlines: readonly MinerDeadline[]): Walk<StatePartition[]> {
  const partitions = withinRuns(deadlinePartitions[layout]);
  return (yield* together(deadlines.map((deadline, index) => readPartitionsOf(partitions, deadline, index)))).flat();
}

/** The same layout; what is read by it may have so many runs in all. */
function withinRuns(partitions: AmtLayout<MinerPartition>): AmtLayout<MinerPartition> {
  let left = MAX_RUNS;
  const read = (reader: CborReader, name: string): MinerPartition => {
    const state = partitions.value.read(reader, name);
    const { sectors, faults, recoveries, terminated, unproven = NOBODY } = state;
    for (const { ranges } of [sectors, faults, recoveries, terminated, unproven]) left -= ranges.length;
    if (left < 0) throw new DomainError('state-tree', `The partitions of this miner have more than ${MAX_RUNS} runs of sector numbers.`);
    return state;
  };
  return { ...partitions, value: { ...partitions.value, read } };
}

function* readPartitionsOf(partitions: AmtLayout<MinerPartition>, deadline: MinerDeadline, index: number): Walk<StatePartition[]> {
  const amt = yield* Amt.open(partitions, deadline.partitions);
  checkPartitions(index, amt.count);
  const entries = yield* amt.entries({ from: 0, before: MAX_PARTITIONS });
  // A block that stands in several places is one object in all of them: few bytes that would be taken apart again and again.
  if (new Set(entries.map(([, state]) => state)).size < entries.length) {
    throw new DomainError(
      'state-tree',
      `Deadline ${index} of this miner has the same sectors in several partitions: the state is damaged.`,
    );
  }
  const posted = new Set(bitfieldMembers(deadline.partitionsPosted, MAX_PARTITIONS));
  return entries.map(([partition, state]) => viewOf(state, { deadline: index, partition, isPosted: posted.has(partition) }));
}

function viewOf(state: MinerPartition, place: Pick<StatePartition, 'deadline' | 'partition' | 'isPosted'>): StatePartition {
  const { sectors, terminated, faults, recoveries, unproven = NOBODY, unprovenPower = NO_POWER } = state;
  const live = difference(sectors, terminated);
  return {
    ...place,
    sectors,
    terminated,
    live,
    faulty: faults,
    recovering: recoveries,
    unproven,
    active: difference(difference(live, faults), unproven),
    livePower: state.livePower,
    activePower: activePower(state),
    faultyPower: state.faultyPower,
    recoveringPower: state.recoveringPower,
    unprovenPower,
    state,
  };
}

const NOBODY = bitfieldOf([]);

/** Which partitions of a deadline have sectors that may end at an epoch. */
export function* readDeadlineExpirations({ layout }: StateMiner, deadline: MinerDeadline): Walk<(readonly [number, Bitfield])[]> {
  return yield* (yield* Amt.open(deadlineExpirations[layout], deadline.expirationsEpochs)).entries();
}

/** Which sectors of a partition end at an epoch. */
export function* readExpirations({ layout }: StateMiner, { state }: StatePartition): Walk<(readonly [number, MinerExpirationSet])[]> {
  return yield* (yield* Amt.open<MinerExpirationSet>(partitionExpirations[layout], state.expirationsEpochs)).entries();
}

/** Which sectors of a partition were terminated before their time at an epoch, until that is settled. */
export function* readEarlyTerminations({ layout }: StateMiner, { state }: StatePartition): Walk<(readonly [number, Bitfield])[]> {
  return yield* (yield* Amt.open(partitionEarlyTerminated[layout], state.earlyTerminated)).entries();
}
