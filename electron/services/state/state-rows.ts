/** Results of a read of the state in the contract's form. Pure. */
import type { MinerFunds } from '../../../shared/domain/state/miner.ts';
import type { StatePartition } from '../../../shared/domain/state/miner-partitions.ts';
import type { MinerPower } from '../../../shared/domain/state/power.ts';
import type { PartitionRow } from '../../../shared/ipc/schemas/state-read.ts';

/** A current vesting table has about 360 entries: 180 days, two per day. */
const VESTING_ROWS = 2000;

export type TimeMsOf = (epoch: number) => number;

export function balanceOf(funds: MinerFunds) {
  return {
    total: funds.balance.toString(),
    available: funds.available.toString(),
    initialPledge: funds.initialPledge.toString(),
    vesting: funds.lockedFunds.toString(),
    preCommitDeposits: funds.preCommitDeposits.toString(),
    feeDebt: funds.feeDebt.toString(),
  };
}

export function vestingOf({ lockedFunds, vested, vesting }: MinerFunds, timeMsOf: TimeMsOf) {
  return {
    total: lockedFunds.toString(),
    vested: vested.toString(),
    rows: vesting.slice(0, VESTING_ROWS).map(({ epoch, amount }) => ({ epoch, timeMs: timeMsOf(epoch), amount: amount.toString() })),
  };
}

export function powerOf({ network, claim }: MinerPower) {
  return {
    rawBytes: (claim?.rawBytePower ?? 0n).toString(),
    qualityAdjusted: (claim?.qualityAdjPower ?? 0n).toString(),
    networkRawBytes: network.totalRawBytePower.toString(),
    networkQualityAdjusted: network.totalQualityAdjPower.toString(),
  };
}

export function partitionRow(partition: StatePartition): PartitionRow {
  return {
    deadline: partition.deadline,
    partition: partition.partition,
    sectors: Number(partition.sectors.count),
    live: Number(partition.live.count),
    active: Number(partition.active.count),
    faulty: Number(partition.faulty.count),
    recovering: Number(partition.recovering.count),
    unproven: Number(partition.unproven.count),
    terminated: Number(partition.terminated.count),
    isPosted: partition.isPosted,
    livePower: pairOf(partition.livePower),
    activePower: pairOf(partition.activePower),
    faultyPower: pairOf(partition.faultyPower),
    recoveringPower: pairOf(partition.recoveringPower),
  };
}

function pairOf({ raw, qualityAdjusted }: StatePartition['livePower']) {
  return { rawBytes: raw.toString(), qualityAdjusted: qualityAdjusted.toString() };
}
