/**
 * Reads a miner's deadlines and partitions, with the states of their sectors. Sources: go-state-types
 * `builtin/v16/miner/partition_state.go` (the same to v18), specs-actors v0.9 `actors/builtin/miner/partition_state.go`.
 */
import { deadlineExpirations, deadlinePartitions, partitionEarlyTerminated, partitionExpirations } from '../actors/miner-collections.ts';
import { type MinerDeadline, minerDeadline, minerDeadlines } from '../actors/miner-deadline.ts';
import type { MinerExpirationSet } from '../actors/miner-expiration-set.ts';
import { activePower, type MinerPartition } from '../actors/miner-partition.ts';
import { NO_POWER, type PowerPair } from '../actors/miner-power.ts';
import { isLayoutSince, type StateLayout } from '../actors/state-layout.ts';
import { deadlineAt } from '../chain/epoch.ts';
import { DomainError } from '../domain-error.ts';
import { type Bitfield, bitfieldMembers, bitfieldOf } from '../encoding/bitfield.ts';
import type { CborReader } from '../encoding/cbor.ts';
import type { Cid } from '../encoding/cid.ts';
import { Amt } from '../ipld/amt.ts';
import type { AmtLayout } from '../ipld/layout.ts';
import { together, type Walk } from '../ipld/walk.ts';
import { difference } from './bitfield-sets.ts';
import type { StateMiner } from './miner.ts';
import { readObject } from './read-object.ts';

/** builtin-actors `runtime/src/runtime/policy.rs` MAX_PARTITIONS_PER_DEADLINE. */
const MAX_PARTITIONS = 3000;
/** Maximum runs in all bitfields of a miner's partitions: hostile blocks linked repeatedly could exhaust memory. */
const MAX_RUNS = 2_000_000;

/** Read the deadlines in order. Throws `DomainError` `state-tree` for too many partitions. */
export function* readDeadlines({ layout, state }: StateMiner): Walk<readonly MinerDeadline[]> {
  const { due } = yield* readObject(minerDeadlines, state.deadlines, 'the deadlines of a miner');
  return yield* together(due.map((cid, index) => readDeadline(layout, cid, index)));
}

/** Checked one by one: one block linked by all deadlines could exhaust memory. */
function* readDeadline(layout: StateLayout, cid: Cid, index: number): Walk<MinerDeadline> {
  const deadline = yield* readObject<MinerDeadline>(minerDeadline[layout], cid, 'a deadline of a miner');
  const { partitionsPosted, earlyTerminations } = deadline;
  for (const { count } of [partitionsPosted, earlyTerminations]) checkPartitions(index, count);
  return deadline;
}

function checkPartitions(index: number, count: number | bigint): void {
  if (count <= MAX_PARTITIONS) return;
  throw new DomainError('state-tree', `Corrupt state: deadline ${index} has ${count} partitions; the maximum is ${MAX_PARTITIONS}.`);
}

/**
 * Return the proving period and deadline at an epoch. Before layout `v4` they are in the state; since then the state is not updated
 * while the miner has nothing to prove, and they are computed (go-state-types `builtin/v16/miner/miner_state.go` DeadlineInfo).
 */
export function openDeadlineAt({ layout, state }: StateMiner, now: number): { readonly periodStart: number; readonly index: number } {
  return isLayoutSince(layout, 'v4')
    ? deadlineAt(state.provingPeriodStart, now)
    : { periodStart: state.provingPeriodStart, index: state.currentDeadline };
}

/** A partition with its sectors by state, as in StateMinerPartitions, and their power. */
export interface StatePartition {
  readonly deadline: number;
  readonly partition: number;
  /** All sectors, including terminated ones. */
  readonly sectors: Bitfield;
  readonly terminated: Bitfield;
  /** Sectors that are not terminated. */
  readonly live: Bitfield;
  readonly faulty: Bitfield;
  readonly recovering: Bitfield;
  /** Sectors awaiting their first proof; none in layout `v0`. */
  readonly unproven: Bitfield;
  /** Live sectors that are neither faulty nor unproven, which have power. */
  readonly active: Bitfield;
  readonly livePower: PowerPair;
  readonly activePower: PowerPair;
  readonly faultyPower: PowerPair;
  readonly recoveringPower: PowerPair;
  readonly unprovenPower: PowerPair;
  /** Whether it was proven in the current or last window. */
  readonly isPosted: boolean;
  /** The underlying state. */
  readonly state: MinerPartition;
}

/** Read the partitions of deadlines, by deadline and index. Throws `DomainError` `state-tree` for more than a miner can have. */
export function* readPartitions({ layout }: StateMiner, deadlines: readonly MinerDeadline[]): Walk<StatePartition[]> {
  const partitions = withinRuns(deadlinePartitions[layout]);
  return (yield* together(deadlines.map((deadline, index) => readPartitionsOf(partitions, deadline, index)))).flat();
}

/** Wrap a layout with a limit on the total number of runs. */
function withinRuns(partitions: AmtLayout<MinerPartition>): AmtLayout<MinerPartition> {
  let left = MAX_RUNS;
  const read = (reader: CborReader, name: string): MinerPartition => {
    const state = partitions.value.read(reader, name);
    const { sectors, faults, recoveries, terminated, unproven = NOBODY } = state;
    for (const { ranges } of [sectors, faults, recoveries, terminated, unproven]) left -= ranges.length;
    if (left < 0) throw new DomainError('state-tree', `The miner’s partitions have more than ${MAX_RUNS} runs of sector numbers.`);
    return state;
  };
  return { ...partitions, value: { ...partitions.value, read } };
}

function* readPartitionsOf(partitions: AmtLayout<MinerPartition>, deadline: MinerDeadline, index: number): Walk<StatePartition[]> {
  const amt = yield* Amt.open(partitions, deadline.partitions);
  checkPartitions(index, amt.count);
  const entries = yield* amt.entries({ from: 0, before: MAX_PARTITIONS });
  // A block linked several times is one object: few bytes would be processed again and again.
  if (new Set(entries.map(([, state]) => state)).size < entries.length) {
    throw new DomainError('state-tree', `Corrupt state: deadline ${index} has the same sectors in several partitions.`);
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

/** Read which partitions of a deadline have sectors that may expire at an epoch. */
export function* readDeadlineExpirations({ layout }: StateMiner, deadline: MinerDeadline): Walk<(readonly [number, Bitfield])[]> {
  return yield* (yield* Amt.open(deadlineExpirations[layout], deadline.expirationsEpochs)).entries();
}

/** Read which sectors of a partition expire at an epoch. */
export function* readExpirations({ layout }: StateMiner, { state }: StatePartition): Walk<(readonly [number, MinerExpirationSet])[]> {
  return yield* (yield* Amt.open<MinerExpirationSet>(partitionExpirations[layout], state.expirationsEpochs)).entries();
}

/** Read which sectors of a partition were terminated early at an epoch, until settled. */
export function* readEarlyTerminations({ layout }: StateMiner, { state }: StatePartition): Walk<(readonly [number, Bitfield])[]> {
  return yield* (yield* Amt.open(partitionEarlyTerminated[layout], state.earlyTerminated)).entries();
}
