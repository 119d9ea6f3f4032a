/** The daily fee of faulty sectors of an own miner. */
import { faultFeeADay } from '../domain/sectors/fault-fee.ts';
import type { OwnMiner } from '../ipc/schemas/own-miners.ts';

export interface Fee {
  readonly amount: bigint;
  /** Whether it is computed from the quality of these sectors rather than from the miner's average. */
  readonly isExact: boolean;
}

/**
 * Return the daily fee of faulty sectors, by their own quality if that was read, else by the miner's average.
 *
 * @param qualityAdjusted quality-adjusted power, bytes
 */
export function feeOf(
  miner: OwnMiner,
  sectors: number,
  qualityAdjusted: string | undefined,
  epochReward: bigint | undefined,
): Fee | undefined {
  const amount =
    qualityAdjusted === undefined ? averageFee(miner, sectors, epochReward) : feeOfPower(miner, BigInt(qualityAdjusted), epochReward);
  return amount === undefined ? undefined : { amount, isExact: qualityAdjusted !== undefined };
}

function averageFee(miner: OwnMiner, sectors: number, epochReward: bigint | undefined): bigint | undefined {
  const size = miner.standing?.sectorSize;
  if (size === undefined || miner.rawBytes === undefined || miner.qualityAdjusted === undefined) return undefined;
  const raw = BigInt(miner.rawBytes);
  const bytes = BigInt(sectors) * BigInt(size);
  return feeOfPower(miner, raw > 0n ? (bytes * BigInt(miner.qualityAdjusted)) / raw : bytes, epochReward);
}

function feeOfPower(miner: OwnMiner, qualityAdjusted: bigint, epochReward: bigint | undefined): bigint | undefined {
  const { networkQualityAdjusted } = miner;
  if (epochReward === undefined || networkQualityAdjusted === undefined) return undefined;
  return faultFeeADay({ qualityAdjusted, networkQualityAdjusted: BigInt(networkQualityAdjusted), epochReward });
}
