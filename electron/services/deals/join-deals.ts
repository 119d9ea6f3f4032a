/** One table from deals, claims and allocations: a claim that stands behind a deal is a part of that deal. Pure. */

import { placeKeyOf } from './deal-entries.ts';
import { type DealEntry, type DealTable, DealTableBuilder } from './deal-table.ts';

export interface JoinedDeals {
  readonly table: DealTable;
  /** Deals that have a claim beside them. */
  readonly joined: number;
  /** Rows whose epochs no chain has. */
  readonly odd: number;
}

/** @param deals may be made while they are taken, so that they are not all held twice */
export function joinDeals(
  deals: Iterable<DealEntry>,
  claims: readonly DealEntry[],
  allocations: readonly DealEntry[],
  expected: number,
  timeMsOf: (epoch: number) => number,
): JoinedDeals {
  const builder = new DealTableBuilder(expected);
  /** Several claims may be of the same piece in the same sector: each is used once. */
  const waiting = Map.groupBy(claims, placeKeyOf);
  const taken = new Set<DealEntry>();
  let odd = 0;
  const add = (entry: DealEntry): void => {
    if (!builder.add(entry)) odd += 1;
  };
  for (const deal of deals) {
    const claim = deal.isVerified && deal.sectorNumber !== undefined ? waiting.get(placeKeyOf(deal))?.pop() : undefined;
    if (claim === undefined) {
      add(deal);
      continue;
    }
    taken.add(claim);
    add({ ...deal, claimId: claim.id });
  }
  for (const claim of claims) if (!taken.has(claim)) add(claim);
  for (const allocation of allocations) add(allocation);
  return { table: builder.finish(timeMsOf), joined: taken.size, odd };
}
