/** Builds one table from deals, claims and allocations; a deal and its claim become one row. Pure. */

import { dataKeyOf } from './deal-entries.ts';
import { type DealEntry, type DealTable, DealTableBuilder } from './deal-table.ts';

export interface JoinedDeals {
  readonly table: DealTable;
  /** Deals with a claim. */
  readonly joined: number;
  /** Rows with epochs out of range. */
  readonly odd: number;
}

/** @param deals iterated once, so they can be generated lazily */
export function joinDeals(
  deals: Iterable<DealEntry>,
  claims: readonly DealEntry[],
  allocations: readonly DealEntry[],
  expected: number,
  timeMsOf: (epoch: number) => number,
): JoinedDeals {
  const builder = new DealTableBuilder(expected);
  /** Several claims can have the same data; each is used once. */
  const byData = Map.groupBy(claims, dataKeyOf);
  const joined = new Set<DealEntry>();
  let odd = 0;
  const add = (entry: DealEntry): void => {
    if (!builder.add(entry)) odd += 1;
  };
  for (const deal of deals) {
    const claim = deal.isVerified && deal.sectorNumber !== undefined ? byData.get(dataKeyOf(deal))?.pop() : undefined;
    if (claim === undefined) {
      add(deal);
      continue;
    }
    joined.add(claim);
    add({ ...deal, claimId: claim.id });
  }
  for (const claim of claims) if (!joined.has(claim)) add(claim);
  for (const allocation of allocations) add(allocation);
  return { table: builder.finish(timeMsOf), joined: joined.size, odd };
}
