/** What a deal costs and has earned. Source: builtin-actors `actors/market/src/state.rs` (process_deal_update). */
import type { Deal } from '../../../shared/ipc/schemas/deals.ts';

export interface DealMoney {
  /** attoFIL, over the whole time of the deal. */
  readonly total: bigint;
  /** Of the epochs that have gone by in which the deal was in its sector. */
  readonly earned: bigint;
  /** Of that, what has been moved to the provider. */
  readonly settled: bigint;
}

/** Undefined for claims and allocations: what they cost was agreed elsewhere. */
export function dealMoney({ row, agreed, pinned }: Pick<Deal, 'row' | 'agreed' | 'pinned'>): DealMoney | undefined {
  const { pricePerEpoch, startEpoch, endEpoch } = row;
  if (pricePerEpoch === undefined || startEpoch === undefined || agreed === undefined) return undefined;
  const price = BigInt(pricePerEpoch);
  const paidUntil = (epoch: number): bigint => price * BigInt(Math.max(0, Math.min(epoch, endEpoch) - startEpoch));
  const isActivated = agreed.sectorStartEpoch !== undefined;
  const until = Math.min(pinned.height, agreed.slashEpoch ?? pinned.height);
  return {
    total: paidUntil(endEpoch),
    earned: isActivated ? paidUntil(until) : 0n,
    settled: isActivated && agreed.lastUpdatedEpoch !== undefined ? paidUntil(agreed.lastUpdatedEpoch) : 0n,
  };
}
