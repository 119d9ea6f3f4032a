/** What a read of the state found, as the screens show it. Pure. */
import { qualityAdjustedPower } from '../../../shared/domain/actors/miner-power.ts';
import type { MinerSector } from '../../../shared/domain/actors/miner-sector.ts';
import { isInBitfield } from '../../../shared/domain/bitfield.ts';
import type { MinerFunds } from '../../../shared/domain/state/miner.ts';
import type { StatePartition } from '../../../shared/domain/state/miner-partitions.ts';
import type { MinerPower } from '../../../shared/domain/state/power.ts';
import type { PartitionRow, StateSectorRow } from '../../../shared/ipc/schemas/state-read.ts';
import { verifiedBytes } from '../miners/verified-bytes.ts';

/** A vesting table of today has some 360 entries: 180 days, two a day. */
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

/**
 * @param place undefined for a sector that is in no partition
 * @throws DomainError `state-tree` for a sector that no honest state has
 */
export function stateSectorRow(
  sector: MinerSector,
  place: StatePartition | undefined,
  { sectorSize, timeMsOf }: { readonly sectorSize: bigint; readonly timeMsOf: TimeMsOf },
): StateSectorRow {
  const { sectorNumber: number, activation, expiration, powerBaseEpoch = activation, verifiedDealWeight, dailyFee } = sector;
  const verified = verifiedBytes(verifiedDealWeight, powerBaseEpoch, expiration);
  return {
    number,
    isActive: place !== undefined && isInBitfield(place.active, number),
    isFaulty: place !== undefined && isInBitfield(place.faulty, number),
    isRecovering: place !== undefined && isInBitfield(place.recovering, number),
    isUnproven: place !== undefined && isInBitfield(place.unproven, number),
    isTerminated: place !== undefined && isInBitfield(place.terminated, number),
    activation,
    expiration,
    expirationTimeMs: timeMsOf(expiration),
    initialPledge: sector.initialPledge.toString(),
    ...(verified === undefined ? {} : { verifiedBytes: verified.toString() }),
    qualityAdjusted: qualityAdjustedPower(sectorSize, sector).toString(),
    ...(dailyFee === undefined || dailyFee === 0n ? {} : { dailyFee: dailyFee.toString() }),
    sealedCid: sector.sealedCid,
    ...(place === undefined ? {} : { deadline: place.deadline, partition: place.partition }),
  };
}
