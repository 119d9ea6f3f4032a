import { beforeEach, describe, expect, it } from 'vitest';
import { changePower } from '../../../../../electron/devnet/miners/claims.ts';
import { dailyFeeDue } from '../../../../../electron/devnet/miners/daily-fee.ts';
import { replaceInDeadline } from '../../../../../electron/devnet/miners/deadline.ts';
import type { Sector } from '../../../../../electron/devnet/miners/deadline-view.ts';
import { onDeadlineCron } from '../../../../../electron/devnet/miners/miner-cron.ts';
import type { Miner } from '../../../../../electron/devnet/miners/miner-view.ts';
import { deadlineOf, minerOfDraft, provingOf, putMiner, withDeadline } from '../../../../../electron/devnet/miners/miners.ts';
import { activeSectors } from '../../../../../electron/devnet/miners/partition.ts';
import { rewardOf } from '../../../../../electron/devnet/rewards/reward-view.ts';
import { circulatingSupply } from '../../../../../electron/devnet/state/circulating-supply.ts';
import { addPledge, claimOf } from '../../../../../electron/devnet/state/power.ts';
import { POWER } from '../../../../../electron/devnet/state/power-view.ts';
import { BURNT_ID, POWER_ID } from '../../../../../electron/devnet/state/state.ts';
import type { ExecutionResult } from '../../../../../electron/devnet/vm/execute-message.ts';
import { attoFil, FIL } from '../../../../../shared/domain/amounts/amount.ts';
import { EPOCHS } from '../../../../../shared/domain/chain/epoch.ts';
import { WHOLE_WEIGHT } from '../../../../../shared/domain/chain/reward-split.ts';
import { bitfieldMembers, bitfieldOf, encodeRlePlus } from '../../../../../shared/domain/encoding/bitfield.ts';
import type { CborValue } from '../../../../../shared/domain/encoding/cbor.ts';
import { parseCid } from '../../../../../shared/domain/encoding/cid.ts';
import { dailyFeeFor } from '../../../../../shared/domain/sectors/daily-fee.ts';
import { faultFeeADay } from '../../../../../shared/domain/sectors/fault-fee.ts';
import { expectedDayIncome } from '../../../../../shared/domain/sectors/miner-income.ts';
import { DevnetExecution, RULES_OF_28 } from '../../../../builders/devnet-execution.ts';
import { checkState } from '../../../../builders/state-checker/check-state.ts';
import { PlainBlocks } from '../../../../builders/state-checker/plain-blocks.ts';

const MINER = 1_002;
const UPGRADE = 37n;
const EXTEND = 32n;
const BYTES = 34_359_738_368n;

let run: DevnetExecution;
let place: {
  readonly deadline: number;
  readonly partition: number;
  readonly sectors: readonly number[];
  readonly faults: readonly number[];
};
beforeEach(() => {
  run = new DevnetExecution('upgrade quality');
  place = placeWithFault();
});

const miner = (): Miner => {
  const found = minerOfDraft(run.draft, MINER);
  if (found === undefined) throw new Error('there is no such miner');
  return found;
};

/** A partition with sectors that are well, and one that is not. */
function placeWithFault(): typeof place {
  for (let deadline = 0; deadline < 48; deadline += 1) {
    for (const [partition, held] of deadlineOf(miner(), deadline)?.partitions.entries() ?? []) {
      const sectors = bitfieldMembers(activeSectors(held));
      if (held.faults.count > 0n && sectors.length > 1) return { deadline, partition, sectors, faults: bitfieldMembers(held.faults) };
    }
  }
  throw new Error('no partition has a fault');
}

function upgrade(sectors: readonly number[], expiration: number | null = null, from = 'worker-1002'): ExecutionResult {
  const params = [[[place.deadline, place.partition, encodeRlePlus(bitfieldOf(sectors)), expiration]]];
  return run.send(run.account(from), MINER, { method: UPGRADE, params });
}
const exitOf = ({ receipt }: ExecutionResult): number => receipt.exitCode;

/** Replaces the record of an active sector, in its partition and in the sums above it. */
function rewrite(number: number, change: (sector: Sector) => Partial<Sector>): Sector {
  const sector = sectorOf(number);
  const after = { ...sector, ...change(sector) };
  const before = miner();
  const deadline = deadlineOf(before, place.deadline) ?? expect.fail('no deadline');
  const proving = provingOf(run.draft.state, before, place.deadline);
  const changed = replaceInDeadline(deadline, proving, place.partition, [sector], [after]);
  const next = {
    ...withDeadline(before, place.deadline, changed.deadline),
    sectors: before.sectors.set(number, after),
    initialPledge: attoFil(before.initialPledge + after.initialPledge - sector.initialPledge),
  };
  putMiner(run.draft, MINER, next);
  addPledge(run.draft, after.initialPledge - sector.initialPledge);
  changePower(run.draft, MINER, next, changed.power);
  return after;
}

const sectorOf = (number: number): Sector => miner().sectors.get(number) ?? expect.fail(`no sector ${number}`);
const firstSector = (): number => place.sectors[0] ?? expect.fail('no active sector');
/** The CID of the miner's state. */
const head = () => run.draft.finish(0).actor(MINER)?.head;

async function checkWholeState(): Promise<void> {
  const state = run.draft.finish(0);
  const blocks = new PlainBlocks((cids) => cids.map((cid) => state.blocks.get(parseCid(cid))));
  await blocks.load(state.root);
  const rules = { layout: 'v19', epoch: 0, isGenesis: true, minimumPower: BYTES, hasOwnPartitionSizes: true } as const;
  expect(checkState(blocks, state.root, rules).violations).toEqual([]);
}

it('in place changes flags, pledge, daily fee and deprecated estimates alone; what the miner is stays right', async () => {
  const before = { miner: miner(), quality: claimOf(run.draft.state, MINER)?.quality ?? 0n };
  const old = place.sectors.map(sectorOf);
  expect(exitOf(upgrade(place.sectors))).toBe(0);
  const raised = place.sectors.map(sectorOf);
  const fee = raised[0]?.dailyFee ?? 0n;
  for (const [index, sector] of raised.entries())
    expect(sector).toEqual({ ...old[index], flags: 3, initialPledge: 2n * FIL, dailyFee: fee });
  expect(Number(fee)).toBeCloseTo(Number(dailyFeeFor(circulatingSupply(run.draft.state), 10n * BYTES)), -10);
  expect(deadlineOf(miner(), place.deadline)?.dailyFee).toBe(BigInt(raised.length) * fee);
  const sum = (sectors: readonly Sector[]) => sectors.reduce((total, { initialPledge }) => total + initialPledge, 0n);
  const pledgeDelta = sum(raised) - sum(old);
  expect(miner().initialPledge - before.miner.initialPledge).toBe(pledgeDelta);
  // Sectors with verified deals counted more than their size before.
  expect((claimOf(run.draft.state, MINER)?.quality ?? 0n) - before.quality).toBe((pledgeDelta * BYTES * 5n) / FIL);
  await checkWholeState();
});

it('keeps the weights of a sector with data, and clears its deprecated estimates', async () => {
  const number = firstSector();
  const half = BYTES / 2n;
  const old = rewrite(number, ({ expiration, powerBaseEpoch }) => ({
    dealWeight: half * BigInt(expiration - powerBaseEpoch),
    verifiedDealWeight: half * BigInt(expiration - powerBaseEpoch),
    flags: 0,
    initialPledge: attoFil(FIL / 2n),
    expectedDayReward: attoFil(1n),
    expectedStoragePledge: attoFil(2n),
    replacedDayReward: attoFil(3n),
  }));
  expect(exitOf(upgrade([number]))).toBe(0);
  const cleared = { expectedDayReward: undefined, expectedStoragePledge: undefined, replacedDayReward: undefined };
  expect(sectorOf(number)).toMatchObject({ ...old, flags: 3, initialPledge: 2n * FIL, dailyFee: expect.any(BigInt), ...cleared });
  await checkWholeState();
});

it('makes the deadline pay the daily fees at the end of each window, at most half of what its power earns', () => {
  expect(exitOf(upgrade(place.sectors))).toBe(0);
  const { draft } = run;
  const { thisEpochReward: epochReward } = rewardOf(draft.state);
  const { thisEpochQualityAdjPower: networkQualityAdjusted } = draft.read(POWER, POWER_ID);
  const deadline = deadlineOf(miner(), place.deadline) ?? expect.fail('no deadline');
  expect(deadline.dailyFee).toBeGreaterThan(0n);
  const faultFee = faultFeeADay({ qualityAdjusted: deadline.faultyPower.qualityAdjusted, networkQualityAdjusted, epochReward });
  const burnt = run.balance(BURNT_ID);
  onDeadlineCron(draft, MINER, miner().provingPeriodStart + (place.deadline + 1) * EPOCHS.deadlineWindow - 1);
  expect(run.balance(BURNT_ID) - burnt).toBe(faultFee + (deadline.dailyFee ?? 0n));
  const power = { own: deadline.livePower?.qualityAdjusted ?? 0n, network: networkQualityAdjusted };
  const cap = expectedDayIncome(epochReward, power, WHOLE_WEIGHT) / 2n;
  const huge = { dailyFee: attoFil(cap * 3n), livePower: deadline.livePower ?? expect.fail('no power') };
  expect(dailyFeeDue(huge, epochReward, networkQualityAdjusted)).toBe(cap);
});

it('scales the daily fee of a sector that has one with its power', async () => {
  const number = firstSector();
  const half = BYTES / 2n;
  rewrite(number, ({ expiration, powerBaseEpoch }) => ({
    // 5.5 times its size.
    verifiedDealWeight: half * BigInt(expiration - powerBaseEpoch),
    dailyFee: attoFil(11_000n),
  }));
  expect(exitOf(upgrade([number]))).toBe(0);
  expect(sectorOf(number).dailyFee).toBe(20_000n);
  await checkWholeState();
});

it('leaves the state byte-identical where every sector is at ten times its size already', () => {
  const number = firstSector();
  const half = rewrite(number, ({ expiration, powerBaseEpoch }) => ({ verifiedDealWeight: BYTES * BigInt(expiration - powerBaseEpoch) }));
  const before = head();
  expect(exitOf(upgrade([number]))).toBe(0);
  expect(head()).toEqual(before);
  expect(sectorOf(number)).toEqual(half);
  expect(exitOf(upgrade(place.sectors))).toBe(0);
  const raised = head();
  expect(raised).not.toEqual(before);
  expect(exitOf(upgrade(place.sectors))).toBe(0);
  expect(head()).toEqual(raised);
});

it('never changes the pledge of a sector at full power, whatever the requirement is now', () => {
  const number = firstSector();
  upgrade([number]);
  const low = rewrite(number, () => ({ initialPledge: attoFil(FIL) }));
  expect(exitOf(upgrade([number]))).toBe(0);
  expect(sectorOf(number)).toEqual(low);
  expect(exitOf(upgrade([number], low.expiration + 5_000))).toBe(0);
  expect(sectorOf(number)).toMatchObject({ initialPledge: FIL, expiration: low.expiration + 5_000, flags: 3 });
});

it('keeps a pledge that is above the requirement', () => {
  const number = firstSector();
  const high = rewrite(number, () => ({ initialPledge: attoFil(5n * FIL) }));
  expect(exitOf(upgrade([number]))).toBe(0);
  expect(sectorOf(number)).toMatchObject({ ...high, flags: 3, dailyFee: expect.any(BigInt) });
});

it('may extend them, which restates the verified weight alone; it never shortens them', async () => {
  const number = firstSector();
  const old = rewrite(number, ({ expiration, powerBaseEpoch }) => ({
    dealWeight: 7n * BigInt(expiration - powerBaseEpoch),
    verifiedDealWeight: (BYTES / 2n) * BigInt(expiration - powerBaseEpoch) + 3n,
    initialPledge: attoFil(FIL),
  }));
  const { expiration, dealWeight } = old;
  expect(upgrade([number], expiration - 1)).toMatchObject({ receipt: { exitCode: 16 }, error: expect.stringContaining('cannot reduce') });
  expect(exitOf(upgrade([number], expiration + 5_000))).toBe(0);
  const left = BigInt(expiration + 5_000 - run.epoch);
  expect(sectorOf(number)).toMatchObject({
    expiration: expiration + 5_000,
    powerBaseEpoch: run.epoch,
    dealWeight,
    verifiedDealWeight: (BYTES / 2n) * left,
    initialPledge: 2n * FIL,
    flags: 3,
  });
  await checkWholeState();
});

it('extends a sector at full power exactly as ExtendSectorExpiration2 does', () => {
  const number = firstSector();
  const weights = ({ expiration, powerBaseEpoch }: Sector) => ({
    dealWeight: 7n * BigInt(expiration - powerBaseEpoch),
    verifiedDealWeight: (BYTES / 2n) * BigInt(expiration - powerBaseEpoch) + 3n,
  });
  const extended = (extend: (expiration: number) => ExecutionResult): Sector => {
    run = new DevnetExecution('upgrade quality');
    rewrite(number, weights);
    upgrade([number]);
    expect(exitOf(extend(sectorOf(number).expiration + 5_000))).toBe(0);
    return sectorOf(number);
  };
  const byUpgrade = extended((expiration) => upgrade([number], expiration));
  const byExtension = extended((expiration) => {
    const params = [[[place.deadline, place.partition, encodeRlePlus(bitfieldOf([number])), [], expiration]]];
    return run.send(run.account('worker-1002'), MINER, { method: EXTEND, params });
  });
  expect(byUpgrade).toEqual(byExtension);
  expect(byUpgrade.verifiedDealWeight).toBeGreaterThan(0n);
});

it('takes a sector at its expiration, and refuses one past it unless nothing is left to do', () => {
  const [first = -1, second = -1] = place.sectors;
  const { expiration } = sectorOf(first);
  rewrite(second, () => ({ expiration }));
  run.epoch = expiration;
  expect(exitOf(upgrade([first]))).toBe(0);
  run.epoch = expiration + 1;
  const expired = { receipt: { exitCode: 18 }, error: expect.stringContaining('cannot extend expiration for expired sector') };
  expect(upgrade([second])).toMatchObject(expired);
  expect(upgrade([first, second])).toMatchObject(expired);
  expect(upgrade([first], expiration + 5_000)).toMatchObject(expired);
  const before = head();
  expect(exitOf(upgrade([first]))).toBe(0);
  expect(head()).toEqual(before);
});

it('is all or nothing: a faulty sector, or one of another partition, fails it', () => {
  const before = sectorOf(firstSector());
  const elsewhere = miner()
    .sectors.entries()
    .map(([number]) => number)
    .find((number) => !place.sectors.includes(number) && !place.faults.includes(number));
  const inactive = { receipt: { exitCode: 16 }, error: expect.stringContaining('is not active in') };
  expect(upgrade([...place.sectors, ...place.faults])).toMatchObject(inactive);
  expect(upgrade([...place.sectors, elsewhere ?? -1])).toMatchObject(inactive);
  expect(sectorOf(firstSector())).toEqual(before);
});

it('refuses what names no sector with the exit code of the real actor', () => {
  const number = firstSector();
  const { deadline, partition } = place;
  const cases: readonly [unknown[], number, string][] = [
    [[], 16, 'no extension declarations'],
    [[[deadline, partition, encodeRlePlus(bitfieldOf([])), null]], 16, 'no sectors selected'],
    [[[deadline, partition, encodeRlePlus(bitfieldOf([])), 1]], 16, 'no sectors selected'],
    [[[48, partition, encodeRlePlus(bitfieldOf([number])), null]], 16, 'not in range'],
    [[[deadline, partition + 99, encodeRlePlus(bitfieldOf([number])), null]], 17, 'no such partition'],
    [[[deadline, partition, encodeRlePlus(bitfieldOf([99_999])), null]], 17, 'sector not found'],
    [[[deadline, partition, encodeRlePlus(bitfieldOf([number])), run.epoch]], 16, 'must be after'],
    [[[deadline, partition, encodeRlePlus(bitfieldOf([number])), run.epoch + 1278 * EPOCHS.perDay + 10]], 16, 'cannot be more than'],
  ];
  for (const [declarations, exitCode, text] of cases) {
    const result = run.send(run.account('worker-1002'), MINER, { method: UPGRADE, params: [declarations] as CborValue });
    expect(result).toMatchObject({ receipt: { exitCode }, error: expect.stringContaining(text) });
  }
});

describe('the available balance', () => {
  /** Leaves the miner so much above what is locked. */
  function leave(amount: bigint, feeDebt = 0n): void {
    const actor = run.draft.actor(MINER) ?? expect.fail('no miner');
    putMiner(run.draft, MINER, { ...miner(), feeDebt: attoFil(feeDebt) });
    const { initialPledge, preCommitDeposits, lockedFunds } = miner();
    const balance = attoFil(initialPledge + preCommitDeposits + lockedFunds + amount);
    run.draft.putActor({ ...(run.draft.actor(MINER) ?? actor), balance });
  }

  it.each([0n, 5n * FIL])('needs the raised pledge besides a fee debt of %s', (debt) => {
    const number = firstSector();
    const added = 2n * FIL - rewrite(number, () => ({ initialPledge: attoFil(FIL) })).initialPledge;
    leave(added + debt - 1n, debt);
    expect(upgrade([number])).toMatchObject({ receipt: { exitCode: 19 }, error: expect.stringContaining('insufficient funds') });
    leave(added + debt, debt);
    const burnt = run.balance(99);
    expect(exitOf(upgrade([number]))).toBe(0);
    expect(miner().feeDebt).toBe(0n);
    expect(run.balance(99) - burnt).toBeGreaterThanOrEqual(debt);
  });
});

it('is for the miner’s own people, from network version 29 on', () => {
  expect(exitOf(upgrade(place.sectors, null, 'faucet'))).toBe(18);
  run = new DevnetExecution('upgrade quality', RULES_OF_28);
  expect(exitOf(upgrade(place.sectors))).toBe(22);
});
