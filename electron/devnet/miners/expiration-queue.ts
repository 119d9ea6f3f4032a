/**
 * The expiration queue of a partition, as in builtin-actors v16 `actors/miner/src/expiration_queue.rs`. Functions return a new
 * queue.
 */
import { NO_POWER, type PowerPair, sectorPower, subtractPower, sumPower } from '../../../shared/domain/actors/miner-power.ts';
import { type AttoFil, attoFil } from '../../../shared/domain/amounts/amount.ts';
import { type Bitfield, bitfieldOf, isInBitfield } from '../../../shared/domain/encoding/bitfield.ts';
import { difference, intersection, union } from '../../../shared/domain/state/bitfield-sets.ts';
import type { LocalAmt } from '../state/local-amt.ts';
import type { Sector } from './deadline-view.ts';
import type { ExpirationSet } from './partition-view.ts';

export type ExpirationQueue = LocalAmt<ExpirationSet>;

/** Properties of the deadline that a queue depends on. */
export interface DeadlineRules {
  /** Bytes. */
  readonly sectorSize: bigint;
  /** Quantize an epoch to a queue key. */
  quantize(epoch: number): number;
}

export const NO_SECTORS: Bitfield = bitfieldOf([]);
const NO_FIL = attoFil(0n);

const NO_EXPIRATIONS: ExpirationSet = {
  onTimeSectors: NO_SECTORS,
  earlySectors: NO_SECTORS,
  onTimePledge: NO_FIL,
  activePower: NO_POWER,
  faultyPower: NO_POWER,
  feeDeduction: NO_FIL,
};

export const numbersOf = (sectors: readonly Sector[]): Bitfield => bitfieldOf(sectors.map(({ sectorNumber }) => sectorNumber));

export function powerOf({ sectorSize }: DeadlineRules, sectors: readonly Sector[]): PowerPair {
  return sumPower(sectors.map((sector) => sectorPower(sectorSize, sector)));
}

export function pledgeOf(sectors: readonly Sector[]): AttoFil {
  return attoFil(sectors.reduce((sum, { initialPledge }) => sum + initialPledge, 0n));
}

export function dailyFeesOf(sectors: readonly Sector[]): AttoFil {
  return attoFil(sectors.reduce((sum, { dailyFee = NO_FIL }) => sum + dailyFee, 0n));
}

/** Daily fees to deduct once a set has expired. */
export function feesIn({ feeDeduction = NO_FIL }: ExpirationSet): AttoFil {
  return feeDeduction;
}

/** Merge sets. */
export function sumExpirations(sets: readonly ExpirationSet[]): ExpirationSet {
  return {
    onTimeSectors: union(sets.map(({ onTimeSectors }) => onTimeSectors)),
    earlySectors: union(sets.map(({ earlySectors }) => earlySectors)),
    onTimePledge: attoFil(sets.reduce((sum, { onTimePledge }) => sum + onTimePledge, 0n)),
    activePower: sumPower(sets.map(({ activePower }) => activePower)),
    faultyPower: sumPower(sets.map(({ faultyPower }) => faultyPower)),
    feeDeduction: attoFil(sets.reduce((sum, set) => sum + feesIn(set), 0n)),
  };
}

/** Add healthy sectors at their expiration. */
export function addActive(queue: ExpirationQueue, rules: DeadlineRules, sectors: readonly Sector[]): ExpirationQueue {
  let next = queue;
  for (const [epoch, group] of byExpiration(rules, sectors)) {
    next = add(next, epoch, {
      ...NO_EXPIRATIONS,
      onTimeSectors: numbersOf(group),
      onTimePledge: pledgeOf(group),
      activePower: powerOf(rules, group),
      feeDeduction: dailyFeesOf(group),
    });
  }
  return next;
}

/** Reschedule new faults: they expire at the fault's expiration, unless they expire before it. */
export function rescheduleAsFaults(
  queue: ExpirationQueue,
  rules: DeadlineRules,
  faultExpiration: number,
  sectors: readonly Sector[],
): ExpirationQueue {
  const last = rules.quantize(faultExpiration);
  const early: Sector[] = [];
  let next = queue;
  for (const [epoch, group] of byExpiration(rules, sectors)) {
    const power = powerOf(rules, group);
    const set = next.get(epoch) ?? missing(group);
    const activePower = subtractPower(set.activePower, power);
    if (epoch <= last) {
      next = next.set(epoch, { ...set, activePower, faultyPower: sumPower([set.faultyPower, power]) });
    } else {
      early.push(...group);
      next = put(next, epoch, { ...withoutOnTime(set, group), activePower });
    }
  }
  if (early.length === 0) return next;
  return add(next, last, {
    ...NO_EXPIRATIONS,
    earlySectors: numbersOf(early),
    faultyPower: powerOf(rules, early),
    feeDeduction: dailyFeesOf(early),
  });
}

/** As `rescheduleAsFaults`, for all sectors. */
export function rescheduleAllAsFaults(queue: ExpirationQueue, rules: DeadlineRules, faultExpiration: number): ExpirationQueue {
  const last = rules.quantize(faultExpiration);
  const later: ExpirationSet[] = [];
  let next = queue;
  for (const [epoch, set] of queue.entries()) {
    const faultyPower = sumPower([set.faultyPower, set.activePower]);
    if (epoch <= last) {
      next = next.set(epoch, { ...set, faultyPower, activePower: NO_POWER });
    } else {
      later.push({ ...NO_EXPIRATIONS, earlySectors: set.onTimeSectors, faultyPower, feeDeduction: feesIn(set) });
      next = next.delete(epoch);
    }
  }
  return later.length === 0 ? next : add(next, last, sumExpirations(later));
}

/** Reschedule recovered sectors at their expiration. */
export function rescheduleRecovered(queue: ExpirationQueue, rules: DeadlineRules, sectors: readonly Sector[]): ExpirationQueue {
  let next = queue;
  const early: Sector[] = [];
  forEachHolding(queue, sectors, (epoch, set, onTime, endingEarly) => {
    const power = powerOf(rules, onTime);
    early.push(...endingEarly);
    next = put(next, epoch, {
      ...withoutEarly(set, endingEarly),
      activePower: sumPower([set.activePower, power]),
      faultyPower: subtractPower(set.faultyPower, sumPower([power, powerOf(rules, endingEarly)])),
    });
  });
  return addActive(next, rules, early);
}

/** Remove sectors, and return what was removed. */
export function removeFromQueue(
  queue: ExpirationQueue,
  rules: DeadlineRules,
  sectors: readonly Sector[],
  faults: Bitfield,
): { queue: ExpirationQueue; removed: ExpirationSet } {
  let next = queue;
  const removed: ExpirationSet[] = [];
  const faulty = sectors.filter(({ sectorNumber }) => isInBitfield(faults, sectorNumber));
  const active = sectors.filter(({ sectorNumber }) => !isInBitfield(faults, sectorNumber));
  for (const [epoch, group] of byExpiration(rules, active)) {
    const set = next.get(epoch) ?? missing(group);
    const power = powerOf(rules, group);
    removed.push({
      ...NO_EXPIRATIONS,
      onTimeSectors: numbersOf(group),
      onTimePledge: pledgeOf(group),
      activePower: power,
      feeDeduction: dailyFeesOf(group),
    });
    next = put(next, epoch, { ...withoutOnTime(set, group), activePower: subtractPower(set.activePower, power) });
  }
  forEachHolding(next, faulty, (epoch, set, onTime, early) => {
    const all = [...onTime, ...early];
    const faultyPower = powerOf(rules, all);
    removed.push({
      ...NO_EXPIRATIONS,
      onTimeSectors: numbersOf(onTime),
      onTimePledge: pledgeOf(onTime),
      earlySectors: numbersOf(early),
      faultyPower,
      feeDeduction: dailyFeesOf(all),
    });
    next = put(next, epoch, {
      ...withoutEarly(withoutOnTime(set, onTime), early),
      faultyPower: subtractPower(set.faultyPower, faultyPower),
    });
  });
  return { queue: next, removed: sumExpirations(removed) };
}

/** Remove everything that expires up to an epoch. */
export function popUntil(queue: ExpirationQueue, epoch: number): { queue: ExpirationQueue; popped: ExpirationSet } {
  const due = queue.entries({ from: 0, before: epoch + 1 });
  return {
    queue: due.reduce((next, [key]) => next.delete(key), queue),
    popped: sumExpirations(due.map(([, set]) => set)),
  };
}

/** Group sectors by ascending queue key of their expiration. */
function byExpiration({ quantize }: DeadlineRules, sectors: readonly Sector[]): (readonly [number, Sector[]])[] {
  return [...Map.groupBy(sectors, ({ expiration }) => quantize(expiration))].sort(([left], [right]) => left - right);
}

function add(queue: ExpirationQueue, epoch: number, set: ExpirationSet): ExpirationQueue {
  return queue.set(epoch, sumExpirations([queue.get(epoch) ?? NO_EXPIRATIONS, set]));
}

/** Set the entry of a key; an empty set is removed. */
function put(queue: ExpirationQueue, epoch: number, set: ExpirationSet): ExpirationQueue {
  return set.onTimeSectors.count + set.earlySectors.count === 0n ? queue.delete(epoch) : queue.set(epoch, set);
}

function withoutOnTime(set: ExpirationSet, sectors: readonly Sector[]): ExpirationSet {
  return {
    ...set,
    onTimeSectors: difference(set.onTimeSectors, numbersOf(sectors)),
    onTimePledge: attoFil(set.onTimePledge - pledgeOf(sectors)),
    feeDeduction: attoFil(feesIn(set) - dailyFeesOf(sectors)),
  };
}

function withoutEarly(set: ExpirationSet, sectors: readonly Sector[]): ExpirationSet {
  return {
    ...set,
    earlySectors: difference(set.earlySectors, numbersOf(sectors)),
    feeDeduction: attoFil(feesIn(set) - dailyFeesOf(sectors)),
  };
}

/** Find faulty sectors, which are in one of the first sets, on time or early. */
function forEachHolding(
  queue: ExpirationQueue,
  sectors: readonly Sector[],
  visit: (epoch: number, set: ExpirationSet, onTime: readonly Sector[], early: readonly Sector[]) => void,
): void {
  let left = numbersOf(sectors);
  if (left.count === 0n) return;
  for (const [epoch, set] of queue.entries()) {
    const held = intersection(union([set.onTimeSectors, set.earlySectors]), left);
    if (held.count === 0n) continue;
    const among = (some: Bitfield): Sector[] => sectors.filter(({ sectorNumber }) => isInBitfield(some, sectorNumber));
    visit(epoch, set, among(intersection(held, set.onTimeSectors)), among(intersection(held, set.earlySectors)));
    left = difference(left, held);
    if (left.count === 0n) return;
  }
  missing(sectors);
}

function missing(sectors: readonly Sector[]): never {
  throw new Error(`sectors ${sectors.map(({ sectorNumber }) => sectorNumber)} are not in the queue of their partition`);
}
