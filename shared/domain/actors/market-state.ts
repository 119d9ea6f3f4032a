import { dealProposal } from '../deal-proposal.ts';
import { amount, count, integer, link, list, struct, type Value } from '../ipld/codec.ts';
import { addressKey, cidKey, signedKey, unsignedKey } from '../ipld/layout.ts';
import type { AnyLayout } from './any-layout.ts';
import { arrayInEach, mapInEach, mapOfToday, mapOfV0, present } from './collections.ts';
import { inEachLayout, type StateLayout, same } from './state-layout.ts';

const PROPOSALS_BIT_WIDTH = 5;
const STATES_BIT_WIDTH = 6;
const BALANCE_TABLE_BIT_WIDTH = 6;

/** What all layouts have. */
const deals = {
  /** A `marketProposals`. */
  proposals: ['Proposals', link],
  /** A `marketDealStates`. */
  states: ['States', link],
  /** A `marketPendingProposals`. */
  pendingProposals: ['PendingProposals', link],
  /** A `marketBalances`: what is held for each address. */
  escrowTable: ['EscrowTable', link],
  /** A `marketBalances`: how much of that is locked. */
  lockedTable: ['LockedTable', link],
  nextId: ['NextID', count],
  /** A `marketDealOpsByEpoch`. */
  dealOpsByEpoch: ['DealOpsByEpoch', link],
  lastCron: ['LastCron', integer],
  totalClientLockedCollateral: ['TotalClientLockedCollateral', amount],
  totalProviderLockedCollateral: ['TotalProviderLockedCollateral', amount],
  totalClientStorageFee: ['TotalClientStorageFee', amount],
} as const;

/** The last field in actors versions 9 to 12. */
const pending = {
  /** A `marketPendingDealAllocations`. */
  pendingDealAllocationIds: ['PendingDealAllocationIds', link],
} as const;

/** The last field since actors version 13. */
const sectors = {
  /** A `marketProviderSectors`. */
  providerSectors: ['ProviderSectors', link],
} as const;

/**
 * The state of the storage market. Layout `v19` has no pending allocations (FIP-0118). Sources: go-state-types
 * `builtin/v16/market/market_state.go` and `builtin/v19/market`, specs-actors v0.9 `actors/builtin/market/market_state.go`.
 */
export const marketState = inEachLayout({
  v0: struct(deals),
  v9: struct({ ...deals, ...pending }),
  v13: struct({ ...deals, ...pending, ...sectors }),
  v19: struct({ ...deals, ...sectors }),
});
/** Of one layout, or of any. */
export type MarketState<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof marketState)[L]>>;

const dealEpochs = {
  sectorStartEpoch: ['SectorStartEpoch', integer],
  lastUpdatedEpoch: ['LastUpdatedEpoch', integer],
  slashEpoch: ['SlashEpoch', integer],
} as const;

/**
 * What has become of a deal since it was proven; epochs are −1 where that has not happened (`deal-state.ts`). Sources: go-state-types
 * `builtin/v16/market/deal.go`, specs-actors v0.9 `actors/builtin/market/deal.go`.
 */
export const dealState = inEachLayout({
  v0: struct(dealEpochs),
  /** With the id of the claim that the deal became, 0 for none. */
  v9: struct({ ...dealEpochs, verifiedClaim: ['VerifiedClaim', count] }),
  v13: struct({ sectorNumber: ['SectorNumber', count], ...dealEpochs }),
});
/** Of one layout, or of any. */
export type DealState<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof dealState)[L]>>;

/** Proposals by the ids of deals. */
export const marketProposals = arrayInEach(same(dealProposal), PROPOSALS_BIT_WIDTH);
/** States by the ids of deals: of those alone that were proven. */
export const marketDealStates = arrayInEach(dealState, STATES_BIT_WIDTH);

/** The CIDs of proposals (`pendingProposalCid`) whose deals have not begun. Layouts `v0` and `v2` have the proposals with them. */
export const marketPendingProposals = mapInEach(cidKey, inEachLayout({ v0: dealProposal, v3: present }));

/** Amounts by address. */
export const marketBalances = mapInEach(addressKey, same(amount), BALANCE_TABLE_BIT_WIDTH);

/**
 * By epoch the roots of the sets (`marketDealOps`) of deals that are looked at then. Since version 14 of the actors the epoch is a
 * signed key (builtin-actors `actors/market/src/state.rs` DealOpsByEpoch, `runtime/src/util/map.rs`); go-state-types still takes it for an
 * unsigned one, and no migration rewrote what was in the map: an entry from before reads as half its epoch, or as a negative number.
 */
export const marketDealOpsByEpoch = inEachLayout({
  v0: mapOfV0(unsignedKey, link),
  v3: mapOfToday(unsignedKey, link),
  v14: mapOfToday(signedKey, link),
});
/** A set of the ids of deals. */
export const marketDealOps = mapInEach(unsignedKey, same(present));

/** The ids of allocations by the ids of the deals that will claim them: layouts `v9` to `v16`. */
export const marketPendingDealAllocations = mapOfToday(unsignedKey, count);

/** By the ids of providers the roots of `marketSectorDeals`. */
export const marketProviderSectors = mapOfToday(unsignedKey, link);
/** The ids of the deals in each sector of one provider. */
export const marketSectorDeals = mapOfToday(unsignedKey, list(count));
