/** Facts and helpers shared by the checks of own miners. */
import { faultFeeADay } from '../../../shared/domain/fault-fee.ts';
import type { OwnMiner } from '../../../shared/ipc/schemas/own-miners.ts';
import { sanitiseToText } from '../../../shared/text/sanitise.ts';
import type { AttentionFacts, AttentionItem, made } from './check.ts';

export interface MinerFacts extends Pick<AttentionFacts, 'head' | 'nowMs' | 'chainNowMs'> {
  readonly miners: readonly OwnMiner[];
  readonly epochReward: bigint | undefined;
  /** The miners' part of it. */
  readonly minerPart: bigint | undefined;
}

export type Name = Parameters<typeof made>[0];

export function nameOf(miner: OwnMiner): string {
  return sanitiseToText(miner.address, 40);
}

/** Name the miners that a check has no data for; undefined if there are none. */
export function gapOf(miners: readonly OwnMiner[], isRead: (miner: OwnMiner) => boolean): string | undefined {
  const unread = miners.filter((miner) => !isRead(miner));
  return unread.length === 0 ? undefined : `Not checked: ${unread.map(nameOf).join(', ')}.`;
}

export function openMiner(miner: OwnMiner, query = ''): AttentionItem['action'] {
  return { label: 'Open', path: `/miners/${encodeURIComponent(miner.address)}${query}` };
}

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
