import type { Findings } from './findings.ts';
import { expirationSet, noPower, type PlainPartition, type PlainPower, type PlainSector, powerOfSectors } from './miner-structs.ts';
import { areApart, common, isWithin, type Numbers, union, without } from './number-sets.ts';
import { bits } from './plain-readers.ts';
import type { PlainState } from './plain-state.ts';

/** Facts for checking the sectors of a partition. */
export interface PartitionContext {
  readonly state: PlainState;
  readonly sectorSize: bigint;
  readonly sectors: ReadonlyMap<number, PlainSector>;
  /** Whether the deadline is currently open. */
  readonly isOpen: boolean;
  /** Last close of the deadline's window: everything due by then is done. Undefined for a miner without cron. */
  readonly closedAt: number | undefined;
  /** Quantize an epoch to a key of the deadline's queues. */
  quantize(epoch: number): number;
}

export interface PartitionSummary {
  readonly live: Numbers;
  readonly active: PlainPower;
  readonly dailyFee: bigint;
  readonly expirationEpochs: readonly number[];
  readonly earlyTerminated: Numbers;
}

/** go-state-types `builtin/v18/miner/invariants.go` CheckPartitionStateInvariants. */
export function checkPartition(partition: PlainPartition, context: PartitionContext, findings: Findings): PartitionSummary {
  const { sectors, unproven, faults, recoveries, terminated } = partition;
  findings.count('partitions');
  const live = without(sectors, terminated);
  const active = without(without(live, faults), unproven);
  findings.require(isWithin(terminated, sectors), 'terminated sectors are not its own', terminated);
  findings.require(isWithin(faults, live), 'faults are not alive', faults);
  findings.require(isWithin(unproven, live), 'unproven sectors are not alive', unproven);
  findings.require(areApart(faults, unproven), 'unproven sectors are faulty', unproven);
  findings.require(isWithin(recoveries, faults), 'what recovers is not faulty', recoveries);
  findings.require(
    [...sectors].every((number) => context.sectors.has(number)),
    'sectors are not among those of the miner',
    sectors,
  );
  const powerOf = (numbers: Numbers) => powerOfSectors(selected(context.sectors, numbers), context.sectorSize);
  findings.equal(partition.livePower, powerOf(live), 'live power');
  findings.equal(partition.unprovenPower, powerOf(unproven), 'unproven power');
  findings.equal(partition.faultyPower, powerOf(faults), 'faulty power');
  findings.equal(partition.recoveringPower, powerOf(recoveries), 'recovering power');
  const queue = checkExpirations(partition, live, context, findings.within('expirations'));
  const earlyTerminated = checkEarlyTerminations(partition, context.state, findings.within('early terminations'));
  return { live, active: powerOf(active), earlyTerminated, ...queue };
}

/** CheckExpirationQueue: every live sector expires once, on time or early if faulty. */
function checkExpirations(
  { expirations, faults }: PlainPartition,
  live: Numbers,
  { state, sectorSize, sectors, closedAt, quantize }: PartitionContext,
  findings: Findings,
): Pick<PartitionSummary, 'dailyFee' | 'expirationEpochs'> {
  const queue = state.array(expirationSet, expirations, 4);
  const expirationEpochs = [...queue.keys()];
  const seen = new Set<number>();
  let dailyFee = 0n;
  for (const [epoch, set] of queue) {
    const at = findings.within(`epoch ${epoch}`);
    at.count('expiration sets');
    at.equal(epoch, quantize(epoch), 'quantized');
    at.require(closedAt === undefined || epoch > closedAt, 'is over', closedAt);
    const all = union(set.onTime, set.early);
    at.require(all.size === set.onTime.size + set.early.size, 'a sector ends both on time and early');
    at.require(all.size > 0, 'nothing ends');
    at.require(areApart(all, seen), 'sectors end twice', common(all, seen));
    at.require(isWithin(all, live), 'sectors that end are not alive', without(all, live));
    at.require(isWithin(set.early, faults), 'sectors that end early are not faulty', without(set.early, faults));
    for (const number of all) seen.add(number);
    for (const sector of selected(sectors, set.onTime)) {
      const target = quantize(sector.expiration);
      at.require(epoch === target || epoch === expirationEpochs[0], `sector ${sector.number} ends at ${target} on time`);
    }
    for (const sector of selected(sectors, set.early)) {
      at.require(epoch < quantize(sector.expiration), `sector ${sector.number} does not end early`);
    }
    at.equal(set.activePower, powerOfSectors(selected(sectors, without(all, faults)), sectorSize), 'active power');
    at.equal(set.faultyPower, powerOfSectors(selected(sectors, common(all, faults)), sectorSize), 'faulty power');
    at.equal(set.onTimePledge, sum(selected(sectors, set.onTime).map((sector) => sector.initialPledge)), 'pledge');
    at.equal(set.feeDeduction, sum(selected(sectors, all).map((sector) => sector.dailyFee)), 'fee deduction');
    dailyFee += set.feeDeduction;
  }
  findings.equal(seen, live, 'sectors in the queue');
  return { dailyFee, expirationEpochs };
}

/** CheckEarlyTerminationQueue. */
function checkEarlyTerminations({ earlyTerminated, terminated }: PlainPartition, state: PlainState, findings: Findings): Numbers {
  const seen = new Set<number>();
  for (const [epoch, numbers] of state.array(bits, earlyTerminated, 3)) {
    findings.count('early terminations', numbers.size);
    findings.require(areApart(numbers, seen), `sectors of epoch ${epoch} stand twice`, numbers);
    for (const number of numbers) seen.add(number);
  }
  findings.require(isWithin(seen, terminated), 'sectors are not terminated', without(seen, terminated));
  return seen;
}

/** CheckDeadlineStateInvariants for the snapshot of a partition when its window closed. */
export function checkSnapshot({ recoveringPower, recoveries, unprovenPower, unproven }: PlainPartition, findings: Findings): void {
  findings.equal(recoveringPower, noPower, 'recovering power');
  findings.equal(recoveries.size, 0, 'recoveries');
  findings.equal(unprovenPower, noPower, 'unproven power');
  findings.equal(unproven.size, 0, 'unproven sectors');
}

function selected(sectors: ReadonlyMap<number, PlainSector>, numbers: Iterable<number>): PlainSector[] {
  return [...numbers].flatMap((number) => sectors.get(number) ?? []);
}

export function sum(amounts: Iterable<bigint>): bigint {
  return [...amounts].reduce((total, amount) => total + amount, 0n);
}
