/** Operations on a deadline's partitions, as in builtin-actors v16 `actors/miner/src/deadline_state.rs`. */
import { deadlineExpirations, deadlineSubmissions, minerSectors } from '../../../shared/domain/actors/miner-collections.ts';
import type { WindowedPost } from '../../../shared/domain/actors/miner-deadline.ts';
import { NO_POWER, type PowerPair, subtractPower, sumPower } from '../../../shared/domain/actors/miner-power.ts';
import { attoFil } from '../../../shared/domain/amounts/amount.ts';
import { type Bitfield, bitfieldMembers, bitfieldOf, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { Blocks } from '../state/blocks.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { LocalAmt } from '../state/local-amt.ts';
import type { Deadline, Sector } from './deadline-view.ts';
import { dailyFeesOf, feesIn, NO_SECTORS, sumExpirations } from './expiration-queue.ts';
import {
  activeSectors,
  addSectors,
  declareRecovered,
  emptyPartition,
  type Proving,
  popExpired,
  recordFaults,
  recordMissedProof,
  recordProof,
  replaceSectors,
  terminateSectors,
} from './partition.ts';
import { type ExpirationSet, type Partition, partitionsLayout } from './partition-view.ts';

/** Sectors by partition index. */
export type PartitionSectors = ReadonlyMap<number, Bitfield>;

/** A deadline after a change, and the change of the miner's power. */
export interface DeadlineChange {
  readonly deadline: Deadline;
  readonly power: PowerPair;
}

export function emptyDeadline(blocks: Blocks): Deadline {
  const partitions = LocalAmt.empty(blocks, partitionsLayout(blocks));
  const submissions = LocalAmt.empty(blocks, deadlineSubmissions);
  return {
    partitions,
    expirationsEpochs: LocalAmt.empty(blocks, deadlineExpirations.v16),
    partitionsPosted: NO_SECTORS,
    earlyTerminations: NO_SECTORS,
    liveSectors: 0,
    totalSectors: 0,
    faultyPower: NO_POWER,
    optimisticPostSubmissions: submissions,
    sectorsSnapshot: LocalAmt.empty(blocks, minerSectors.v16),
    partitionsSnapshot: partitions,
    optimisticPostSubmissionsSnapshot: submissions,
    livePower: NO_POWER,
    dailyFee: attoFil(0n),
  };
}

/** Add sectors to the last partition and to new ones: never to one that is full or was proven in this window. */
export function addToDeadline(
  deadline: Deadline,
  proving: Proving,
  partitionSectors: number,
  sectors: readonly Sector[],
  isProven: boolean,
): Deadline {
  let { partitions, expirationsEpochs, livePower } = deadline;
  let rest = sectors;
  for (let index = Math.max(partitions.count - 1, 0); rest.length > 0; index += 1) {
    const old = partitions.get(index) ?? emptyPartition(proving.blocks);
    const room = isInBitfield(deadline.partitionsPosted, index) ? 0 : partitionSectors - Number(old.sectors.count);
    if (room <= 0) continue;
    const added = rest.slice(0, room);
    rest = rest.slice(room);
    const { partition, power } = addSectors(old, proving, added, isProven);
    partitions = partitions.set(index, partition);
    livePower = sumPower([livePower, power]);
    for (const epoch of new Set(added.map(({ expiration }) => proving.quantize(expiration)))) {
      expirationsEpochs = withExpiration(expirationsEpochs, epoch, index);
    }
  }
  const { liveSectors, totalSectors, dailyFee } = deadline;
  return {
    ...deadline,
    partitions,
    expirationsEpochs,
    livePower,
    dailyFee: attoFil(dailyFee + dailyFeesOf(sectors)),
    liveSectors: liveSectors + sectors.length,
    totalSectors: totalSectors + sectors.length,
  };
}

/**
 * Record a Window PoSt of partitions, each with its skipped sectors. It is kept until the next window closes, so that it can be
 * disputed, unless it recovers sectors: such a proof is verified immediately.
 */
export function proveDeadline(
  deadline: Deadline,
  proving: Proving,
  faultExpiration: number,
  skipped: PartitionSectors,
  proofs: WindowedPost['proofs'],
): DeadlineChange {
  const { deadline: skipping, power: lost } = declareFaults(deadline, proving, faultExpiration, skipped);
  let { partitions } = skipping;
  let recovered = NO_POWER;
  let proven = NO_POWER;
  let hasActive = false;
  for (const index of skipped.keys()) {
    if (isInBitfield(deadline.partitionsPosted, index)) throw new MethodFailure(EXIT.illegalArgument, `partition already proven: ${index}`);
    const { partition, recoveredPower, provenPower } = recordProof(partitionAt(partitions, index), proving);
    partitions = partitions.set(index, partition);
    recovered = sumPower([recovered, recoveredPower]);
    proven = sumPower([proven, provenPower]);
    hasActive ||= activeSectors(partition).count > 0n;
  }
  if (!hasActive) throw new MethodFailure(EXIT.illegalArgument, 'cannot prove partitions with no active sectors');
  const posted = bitfieldOf(skipped.keys());
  const { optimisticPostSubmissions: posts } = deadline;
  return {
    deadline: {
      ...skipping,
      partitions,
      partitionsPosted: union([deadline.partitionsPosted, posted]),
      faultyPower: subtractPower(skipping.faultyPower, recovered),
      optimisticPostSubmissions: recovered.raw > 0n ? posts : posts.set(posts.count, { partitions: posted, proofs }),
    },
    power: sumPower([lost, recovered, proven]),
  };
}

export function declareFaults(deadline: Deadline, proving: Proving, faultExpiration: number, faults: PartitionSectors): DeadlineChange {
  let { partitions, expirationsEpochs, faultyPower } = deadline;
  let power = NO_POWER;
  for (const [index, numbers] of faults) {
    const old = partitionAt(partitions, index);
    const { partition, newFaultyPower, lostPower } = recordFaults(old, proving, numbers, faultExpiration);
    partitions = partitions.set(index, partition);
    faultyPower = sumPower([faultyPower, newFaultyPower]);
    power = subtractPower(power, lostPower);
    if (partition.faults.count > old.faults.count)
      expirationsEpochs = withExpiration(expirationsEpochs, proving.quantize(faultExpiration), index);
  }
  return { deadline: { ...deadline, partitions, expirationsEpochs, faultyPower }, power };
}

export function declareRecoveries(deadline: Deadline, proving: Proving, recoveries: PartitionSectors): Deadline {
  let { partitions } = deadline;
  for (const [index, numbers] of recoveries) {
    partitions = partitions.set(index, declareRecovered(partitionAt(partitions, index), proving, numbers));
  }
  return { ...deadline, partitions };
}

export function terminateInDeadline(deadline: Deadline, proving: Proving, epoch: number, terminations: PartitionSectors): DeadlineChange {
  let next = deadline;
  let power = NO_POWER;
  for (const [index, numbers] of terminations) {
    const { partition, removed, removedUnproven } = terminateSectors(partitionAt(next.partitions, index), proving, epoch, numbers);
    power = subtractPower(power, removed.activePower);
    next = {
      ...next,
      partitions: next.partitions.set(index, partition),
      earlyTerminations: numbers.count > 0n ? union([next.earlyTerminations, bitfieldOf([index])]) : next.earlyTerminations,
      liveSectors: next.liveSectors - Number(numbers.count),
      faultyPower: subtractPower(next.faultyPower, removed.faultyPower),
      livePower: subtractPower(next.livePower, sumPower([removed.activePower, removed.faultyPower, removedUnproven])),
      dailyFee: attoFil(next.dailyFee - feesIn(removed)),
    };
  }
  return { deadline: next, power };
}

/** Replace active sectors of a partition with others of the same numbers. */
export function replaceInDeadline(
  deadline: Deadline,
  proving: Proving,
  index: number,
  before: readonly Sector[],
  after: readonly Sector[],
): DeadlineChange {
  const { partition, power } = replaceSectors(partitionAt(deadline.partitions, index), proving, before, after);
  const ends = new Set(after.map(({ expiration }) => proving.quantize(expiration)));
  const next = {
    ...deadline,
    partitions: deadline.partitions.set(index, partition),
    // As in the real actor, the queue keeps the partition even if nothing expires any more.
    expirationsEpochs: [...ends].reduce((queue, epoch) => withExpiration(queue, epoch, index), deadline.expirationsEpochs),
    livePower: sumPower([deadline.livePower, power]),
    dailyFee: attoFil(deadline.dailyFee + dailyFeesOf(after) - dailyFeesOf(before)),
  };
  return { deadline: next, power };
}

/** Remove early terminations of a deadline from its queues, to be settled. */
export function takeEarlyTerminations(deadline: Deadline): { deadline: Deadline; sectors: Bitfield } {
  let { partitions } = deadline;
  const taken: Bitfield[] = [];
  for (const index of bitfieldMembers(deadline.earlyTerminations)) {
    const partition = partitionAt(partitions, index);
    const entries = partition.earlyTerminated.entries();
    taken.push(...entries.map(([, numbers]) => numbers));
    const earlyTerminated = entries.reduce((queue, [epoch]) => queue.delete(epoch), partition.earlyTerminated);
    partitions = partitions.set(index, { ...partition, earlyTerminated });
  }
  return { deadline: { ...deadline, partitions, earlyTerminations: NO_SECTORS }, sectors: union(taken) };
}

/** End a window: unproven sectors become faulty, expired ones are terminated, and the partitions are snapshotted for disputes. */
export function closeDeadline(
  deadline: Deadline,
  proving: Proving,
  lastEpoch: number,
  faultExpiration: number,
): DeadlineChange & { readonly expired: ExpirationSet } {
  let { partitions, expirationsEpochs, faultyPower } = deadline;
  let power = NO_POWER;
  for (const [index, old] of partitions.entries()) {
    const hasNothingToLose = old.recoveries.count === 0n && old.faultyPower.raw === old.livePower.raw;
    if (isInBitfield(deadline.partitionsPosted, index) || hasNothingToLose) continue;
    const { partition, newFaultyPower, lostPower } = recordMissedProof(old, proving, faultExpiration);
    partitions = partitions.set(index, partition);
    faultyPower = sumPower([faultyPower, newFaultyPower]);
    power = subtractPower(power, lostPower);
    if (newFaultyPower.raw > 0n) expirationsEpochs = withExpiration(expirationsEpochs, proving.quantize(faultExpiration), index);
  }
  const { optimisticPostSubmissions: posts } = deadline;
  const closed: Deadline = {
    ...deadline,
    partitions,
    expirationsEpochs,
    faultyPower,
    partitionsPosted: NO_SECTORS,
    partitionsSnapshot: partitions,
    optimisticPostSubmissions: LocalAmt.empty(proving.blocks, deadlineSubmissions),
    optimisticPostSubmissionsSnapshot: posts,
    sectorsSnapshot: posts.count > 0 ? proving.sectors : LocalAmt.empty(proving.blocks, minerSectors.v16),
  };
  const { deadline: next, expired } = popFromDeadline(closed, lastEpoch);
  return { deadline: next, power: subtractPower(power, expired.activePower), expired };
}

function popFromDeadline(deadline: Deadline, lastEpoch: number): { deadline: Deadline; expired: ExpirationSet } {
  const due = deadline.expirationsEpochs.entries({ from: 0, before: lastEpoch + 1 });
  let { partitions, earlyTerminations } = deadline;
  const sets: ExpirationSet[] = [];
  for (const index of bitfieldMembers(union(due.map(([, indices]) => indices)))) {
    const { partition, expired } = popExpired(partitionAt(partitions, index), lastEpoch);
    partitions = partitions.set(index, partition);
    if (expired.earlySectors.count > 0n) earlyTerminations = union([earlyTerminations, bitfieldOf([index])]);
    sets.push(expired);
  }
  const expired = sumExpirations(sets);
  const { onTimeSectors, earlySectors, activePower, faultyPower } = expired;
  return {
    deadline: {
      ...deadline,
      partitions,
      expirationsEpochs: due.reduce((queue, [epoch]) => queue.delete(epoch), deadline.expirationsEpochs),
      earlyTerminations,
      liveSectors: deadline.liveSectors - Number(onTimeSectors.count + earlySectors.count),
      faultyPower: subtractPower(deadline.faultyPower, faultyPower),
      livePower: subtractPower(deadline.livePower, sumPower([activePower, faultyPower])),
      dailyFee: attoFil(deadline.dailyFee - feesIn(expired)),
    },
    expired,
  };
}

function partitionAt(partitions: LocalAmt<Partition>, index: number): Partition {
  const partition = partitions.get(index);
  if (partition === undefined) throw new MethodFailure(EXIT.notFound, `no such partition ${index}`);
  return partition;
}

/** Add a partition to the queue at a key. */
export function withExpiration(queue: LocalAmt<Bitfield>, epoch: number, partition: number): LocalAmt<Bitfield> {
  const known = queue.get(epoch) ?? NO_SECTORS;
  return isInBitfield(known, partition) ? queue : queue.set(epoch, union([known, bitfieldOf([partition])]));
}
