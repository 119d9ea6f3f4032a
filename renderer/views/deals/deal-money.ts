/** Price and earnings of a deal. Source: builtin-actors `actors/market/src/state.rs` (process_deal_update). */
import type { Deal } from '../../../shared/ipc/schemas/deals.ts';

export interface DealMoney {
  /** attoFIL, over the whole term. */
  readonly total: bigint;
  /** For the past epochs in which the deal was active. */
  readonly earned: bigint;
  /** Of that, the amount paid to the provider. */
  readonly settled: bigint;
}

/** Undefined for claims and allocations, whose price is agreed off chain. */
export function dealMoney({ row, agreed, pinned }: Pick<Deal, 'row' | 'agreed' | 'pinned'>): DealMoney | undefined {
  const { pricePerEpoch, startEpoch, endEpoch } = row;
  if (pricePerEpoch === undefined || startEpoch === undefined || agreed === undefined) return undefined;
  const price = BigInt(pricePerEpoch);
  const costUntil = (epoch: number): bigint => price * BigInt(Math.max(0, Math.min(epoch, endEpoch) - startEpoch));
  const isActivated = agreed.sectorStartEpoch !== undefined;
  const until = Math.min(pinned.height, agreed.slashEpoch ?? pinned.height);
  return {
    total: costUntil(endEpoch),
    earned: isActivated ? costUntil(until) : 0n,
    settled: isActivated && agreed.lastUpdatedEpoch !== undefined ? costUntil(agreed.lastUpdatedEpoch) : 0n,
  };
}
