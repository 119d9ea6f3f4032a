/** Operations on a partition's sectors, as in builtin-actors v16 `actors/miner/src/partition_state.rs`. */
import { partitionEarlyTerminated, partitionExpirations } from '../../../shared/domain/actors/miner-collections.ts';
import { NO_POWER, type PowerPair, subtractPower, sumPower } from '../../../shared/domain/actors/miner-power.ts';
import { type Bitfield, bitfieldMembers } from '../../../shared/domain/encoding/bitfield.ts';
import { difference, intersection, union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { Blocks } from '../state/blocks.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { LocalAmt } from '../state/local-amt.ts';
import type { Sector } from './deadline-view.ts';
import {
  addActive,
  type DeadlineRules,
  NO_SECTORS,
  numbersOf,
  popUntil,
  powerOf,
  removeFromQueue,
  rescheduleAllAsFaults,
  rescheduleAsFaults,
  rescheduleRecovered,
} from './expiration-queue.ts';
import type { ExpirationSet, Partition } from './partition-view.ts';

/** The properties of a deadline, and the miner's sectors. */
export interface Proving extends DeadlineRules {
  readonly sectors: LocalAmt<Sector>;
  readonly blocks: Blocks;
}

export function emptyPartition(blocks: Blocks): Partition {
  return {
    sectors: NO_SECTORS,
    unproven: NO_SECTORS,
    faults: NO_SECTORS,
    recoveries: NO_SECTORS,
    terminated: NO_SECTORS,
    expirationsEpochs: LocalAmt.empty(blocks, partitionExpirations.v16),
    earlyTerminated: LocalAmt.empty(blocks, partitionEarlyTerminated.v16),
    livePower: NO_POWER,
    unprovenPower: NO_POWER,
    faultyPower: NO_POWER,
    recoveringPower: NO_POWER,
  };
}

export const liveSectors = ({ sectors, terminated }: Partition): Bitfield => difference(sectors, terminated);

export function activeSectors(partition: Partition): Bitfield {
  return difference(liveSectors(partition), union([partition.faults, partition.unproven]));
}

/** Return the sectors with these numbers. A missing one is a bug. */
export function loadSectors(sectors: LocalAmt<Sector>, numbers: Bitfield): Sector[] {
  return bitfieldMembers(numbers).map((number) => {
    const sector = sectors.get(number);
    if (sector === undefined) throw new Error(`sector ${number} is in a partition, and not among the sectors`);
    return sector;
  });
}

/** Add sectors at their expiration. */
export function addSectors(
  partition: Partition,
  rules: DeadlineRules,
  sectors: readonly Sector[],
  isProven: boolean,
): { partition: Partition; power: PowerPair } {
  const numbers = numbersOf(sectors);
  const power = powerOf(rules, sectors);
  return {
    partition: {
      ...partition,
      expirationsEpochs: addActive(partition.expirationsEpochs, rules, sectors),
      sectors: union([partition.sectors, numbers]),
      livePower: sumPower([partition.livePower, power]),
      unproven: isProven ? partition.unproven : union([partition.unproven, numbers]),
      unprovenPower: isProven ? partition.unprovenPower : sumPower([partition.unprovenPower, power]),
    },
    power,
  };
}

export interface FaultsRecorded {
  readonly partition: Partition;
  readonly newFaultyPower: PowerPair;
  /** Power that the miner loses; unproven sectors have none. */
  readonly lostPower: PowerPair;
}

/** Record faults, also of recovering sectors. Faulty and terminated sectors are skipped. */
export function recordFaults(partition: Partition, proving: Proving, numbers: Bitfield, faultExpiration: number): FaultsRecorded {
  requireContained(partition.sectors, numbers, 'failed fault declaration: not all sectors are assigned to the partition');
  const retracted = intersection(partition.recoveries, numbers);
  const newFaults = difference(numbers, union([partition.terminated, partition.faults]));
  const sectors = loadSectors(proving.sectors, newFaults);
  const newFaultyPower = powerOf(proving, sectors);
  const unproven = intersection(newFaults, partition.unproven);
  const unprovenPower = powerOf(proving, loadSectors(proving.sectors, unproven));
  return {
    partition: {
      ...partition,
      expirationsEpochs: rescheduleAsFaults(partition.expirationsEpochs, proving, faultExpiration, sectors),
      faults: union([partition.faults, newFaults]),
      faultyPower: sumPower([partition.faultyPower, newFaultyPower]),
      unproven: difference(partition.unproven, unproven),
      unprovenPower: subtractPower(partition.unprovenPower, unprovenPower),
      recoveries: difference(partition.recoveries, retracted),
      recoveringPower: subtractPower(partition.recoveringPower, powerOf(proving, loadSectors(proving.sectors, retracted))),
    },
    newFaultyPower,
    lostPower: subtractPower(newFaultyPower, unprovenPower),
  };
}

/** Replace active sectors with others of the same numbers, with other power, pledge or expiration. */
export function replaceSectors(
  partition: Partition,
  rules: DeadlineRules,
  before: readonly Sector[],
  after: readonly Sector[],
): { partition: Partition; power: PowerPair } {
  const power = subtractPower(powerOf(rules, after), powerOf(rules, before));
  const { queue } = removeFromQueue(partition.expirationsEpochs, rules, before, NO_SECTORS);
  return {
    partition: { ...partition, expirationsEpochs: addActive(queue, rules, after), livePower: sumPower([partition.livePower, power]) },
    power,
  };
}

/** Declare faulty sectors recovered. Others are skipped. */
export function declareRecovered(partition: Partition, proving: Proving, numbers: Bitfield): Partition {
  requireContained(partition.sectors, numbers, 'failed fault declaration: not all sectors are assigned to the partition');
  const recoveries = difference(intersection(numbers, partition.faults), partition.recoveries);
  return {
    ...partition,
    recoveries: union([partition.recoveries, recoveries]),
    recoveringPower: sumPower([partition.recoveringPower, powerOf(proving, loadSectors(proving.sectors, recoveries))]),
  };
}

/** Record a proof: recovering sectors are recovered, unproven ones proven. */
export function recordProof(
  partition: Partition,
  proving: Proving,
): { partition: Partition; recoveredPower: PowerPair; provenPower: PowerPair } {
  const { recoveries, unprovenPower, recoveringPower } = partition;
  return {
    partition: {
      ...partition,
      expirationsEpochs: rescheduleRecovered(partition.expirationsEpochs, proving, loadSectors(proving.sectors, recoveries)),
      faults: difference(partition.faults, recoveries),
      recoveries: NO_SECTORS,
      faultyPower: subtractPower(partition.faultyPower, recoveringPower),
      recoveringPower: NO_POWER,
      unproven: NO_SECTORS,
      unprovenPower: NO_POWER,
    },
    recoveredPower: recoveringPower,
    provenPower: unprovenPower,
  };
}

/** Record a missed proof: all sectors become faulty. */
export function recordMissedProof(partition: Partition, rules: DeadlineRules, faultExpiration: number): FaultsRecorded {
  const newFaultyPower = subtractPower(partition.livePower, partition.faultyPower);
  return {
    partition: {
      ...partition,
      expirationsEpochs: rescheduleAllAsFaults(partition.expirationsEpochs, rules, faultExpiration),
      faults: liveSectors(partition),
      faultyPower: partition.livePower,
      recoveries: NO_SECTORS,
      recoveringPower: NO_POWER,
      unproven: NO_SECTORS,
      unprovenPower: NO_POWER,
    },
    newFaultyPower,
    lostPower: subtractPower(newFaultyPower, partition.unprovenPower),
  };
}

/** Terminate sectors early. The active power excludes unproven sectors. */
export function terminateSectors(
  partition: Partition,
  proving: Proving,
  epoch: number,
  numbers: Bitfield,
): { partition: Partition; removed: ExpirationSet; removedUnproven: PowerPair } {
  requireContained(liveSectors(partition), numbers, 'can only terminate live sectors');
  const sectors = loadSectors(proving.sectors, numbers);
  const { queue, removed } = removeFromQueue(partition.expirationsEpochs, proving, sectors, partition.faults);
  const recoveries = intersection(numbers, partition.recoveries);
  const unproven = intersection(numbers, partition.unproven);
  const removedUnproven = powerOf(proving, loadSectors(proving.sectors, unproven));
  return {
    partition: {
      ...recordEarlyTermination(partition, epoch, numbers),
      expirationsEpochs: queue,
      faults: difference(partition.faults, numbers),
      recoveries: difference(partition.recoveries, recoveries),
      terminated: union([partition.terminated, numbers]),
      unproven: difference(partition.unproven, unproven),
      livePower: subtractPower(partition.livePower, sumPower([removed.activePower, removed.faultyPower])),
      faultyPower: subtractPower(partition.faultyPower, removed.faultyPower),
      recoveringPower: subtractPower(partition.recoveringPower, powerOf(proving, loadSectors(proving.sectors, recoveries))),
      unprovenPower: subtractPower(partition.unprovenPower, removedUnproven),
    },
    removed: { ...removed, activePower: subtractPower(removed.activePower, removedUnproven) },
    removedUnproven,
  };
}

/** Remove expired sectors and those that were faulty for too long. No sector may be unproven. */
export function popExpired(partition: Partition, until: number): { partition: Partition; expired: ExpirationSet } {
  const { queue, popped } = popUntil(partition.expirationsEpochs, until);
  const numbers = union([popped.onTimeSectors, popped.earlySectors]);
  return {
    partition: {
      ...recordEarlyTermination(partition, until, popped.earlySectors),
      expirationsEpochs: queue,
      terminated: union([partition.terminated, numbers]),
      faults: difference(partition.faults, numbers),
      livePower: subtractPower(partition.livePower, sumPower([popped.activePower, popped.faultyPower])),
      faultyPower: subtractPower(partition.faultyPower, popped.faultyPower),
    },
    expired: popped,
  };
}

/** Queue early terminations until they are settled. */
function recordEarlyTermination(partition: Partition, epoch: number, numbers: Bitfield): Partition {
  if (numbers.count === 0n) return partition;
  const { earlyTerminated } = partition;
  return { ...partition, earlyTerminated: earlyTerminated.set(epoch, union([earlyTerminated.get(epoch) ?? NO_SECTORS, numbers])) };
}

function requireContained(all: Bitfield, part: Bitfield, message: string): void {
  if (difference(part, all).count > 0n) throw new MethodFailure(EXIT.illegalArgument, message);
}
