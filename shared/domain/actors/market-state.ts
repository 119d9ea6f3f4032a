import { dealProposal } from '../deals/deal-proposal.ts';
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
  /** A `marketBalances`: escrow by address. */
  escrowTable: ['EscrowTable', link],
  /** A `marketBalances`: locked part of the escrow by address. */
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
 * The on-chain state of a deal; epochs are −1 if the event has not happened (`deal-state.ts`). Sources: go-state-types
 * `builtin/v16/market/deal.go`, specs-actors v0.9 `actors/builtin/market/deal.go`.
 */
export const dealState = inEachLayout({
  v0: struct(dealEpochs),
  /** Includes the ID of the deal's claim; 0 for none. */
  v9: struct({ ...dealEpochs, verifiedClaim: ['VerifiedClaim', count] }),
  v13: struct({ sectorNumber: ['SectorNumber', count], ...dealEpochs }),
});
/** Of one layout, or of any. */
export type DealState<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof dealState)[L]>>;

/** Proposals by deal ID. */
export const marketProposals = arrayInEach(same(dealProposal), PROPOSALS_BIT_WIDTH);
/** States by deal ID, for activated deals only. */
export const marketDealStates = arrayInEach(dealState, STATES_BIT_WIDTH);

/** Proposal CIDs (`pendingProposalCid`) of deals that are not active yet. Layouts `v0` and `v2` include the proposals. */
export const marketPendingProposals = mapInEach(cidKey, inEachLayout({ v0: dealProposal, v3: present }));

/** Amounts by address. */
export const marketBalances = mapInEach(addressKey, same(amount), BALANCE_TABLE_BIT_WIDTH);

/**
 * By epoch, the roots of the sets (`marketDealOps`) of deals processed then. Since actors version 14 the epoch is a signed key
 * (builtin-actors `actors/market/src/state.rs` DealOpsByEpoch, `runtime/src/util/map.rs`); go-state-types still decodes it as unsigned,
 * and no migration rewrote old entries, which decode as half their epoch or as a negative number.
 */
export const marketDealOpsByEpoch = inEachLayout({
  v0: mapOfV0(unsignedKey, link),
  v3: mapOfToday(unsignedKey, link),
  v14: mapOfToday(signedKey, link),
});
/** A set of deal IDs. */
export const marketDealOps = mapInEach(unsignedKey, same(present));

/** Allocation IDs by the IDs of the deals that will claim them: layouts `v9` to `v16`. */
export const marketPendingDealAllocations = mapOfToday(unsignedKey, count);

/** By provider ID, the roots of `marketSectorDeals`. */
export const marketProviderSectors = mapOfToday(unsignedKey, link);
/** Deal IDs by sector of one provider. */
export const marketSectorDeals = mapOfToday(unsignedKey, list(count));
