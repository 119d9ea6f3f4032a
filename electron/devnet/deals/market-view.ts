import {
  type DealState,
  type MarketState,
  marketBalances,
  marketDealOps,
  marketDealOpsByEpoch,
  marketDealStates,
  marketPendingDealAllocations,
  marketPendingProposals,
  marketProposals,
  marketProviderSectors,
  marketSectorDeals,
  marketState,
} from '../../../shared/domain/actors/market-state.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { type AttoFil, attoFil } from '../../../shared/domain/amounts/amount.ts';
import type { DealProposal } from '../../../shared/domain/deals/deal-proposal.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { ActorsVersion } from '../state/actor-codes.ts';
import type { Blocks } from '../state/blocks.ts';
import { LocalAmt } from '../state/local-amt.ts';
import { LocalHamt } from '../state/local-hamt.ts';
import { LocalNestedHamt, type NestedLayout } from '../state/local-nested-hamt.ts';
import { openEither } from '../state/open-either.ts';
import type { StateView } from '../state/state-view.ts';

type Collection =
  | 'proposals'
  | 'states'
  | 'pendingProposals'
  | 'escrowTable'
  | 'lockedTable'
  | 'dealOpsByEpoch'
  | 'pendingDealAllocationIds'
  | 'providerSectors';

const DEAL_OPS: NestedLayout<number, number, true> = { outer: marketDealOpsByEpoch.v16, inner: marketDealOps.v16 };
const SECTOR_DEALS: NestedLayout<number, number, readonly number[]> = { outer: marketProviderSectors, inner: marketSectorDeals };

/** Pending allocations by deal. */
export type PendingAllocations = LocalHamt<number, number>;

/** The market actor's state with its collections. */
export interface Market extends Omit<MarketState<'v16'>, Collection> {
  readonly proposals: LocalAmt<DealProposal>;
  readonly states: LocalAmt<DealState<'v16'>>;
  readonly pendingProposals: LocalHamt<Cid, DealProposal | true>;
  readonly escrowTable: LocalHamt<Address, AttoFil>;
  readonly lockedTable: LocalHamt<Address, AttoFil>;
  /** Deals to process, by epoch. */
  readonly dealOpsByEpoch: LocalNestedHamt<number, number, true>;
  /** Network version 28 only. */
  readonly pendingDealAllocationIds: PendingAllocations | undefined;
  /** Deals by sector, by provider. */
  readonly providerSectors: LocalNestedHamt<number, number, readonly number[]>;
}

/** An empty market. */
export function emptyMarket(blocks: Blocks, version: ActorsVersion): Market {
  return {
    proposals: LocalAmt.empty(blocks, marketProposals.v16),
    states: LocalAmt.empty(blocks, marketDealStates.v16),
    pendingProposals: LocalHamt.empty(blocks, marketPendingProposals.v16),
    escrowTable: LocalHamt.empty(blocks, marketBalances.v16),
    lockedTable: LocalHamt.empty(blocks, marketBalances.v16),
    nextId: 0,
    dealOpsByEpoch: LocalNestedHamt.empty(blocks, DEAL_OPS),
    lastCron: -1,
    totalClientLockedCollateral: attoFil(0n),
    totalProviderLockedCollateral: attoFil(0n),
    totalClientStorageFee: attoFil(0n),
    pendingDealAllocationIds: version === 18 ? LocalHamt.empty(blocks, marketPendingDealAllocations) : undefined,
    providerSectors: LocalNestedHamt.empty(blocks, SECTOR_DEALS),
  };
}

/** The state of the market actor. */
export const MARKET: StateView<Market> = {
  open(blocks, head) {
    const state = openEither(blocks.get(head), [marketState.v16, 13], [marketState.v19, 12]);
    return {
      ...state,
      proposals: LocalAmt.open(blocks, marketProposals.v16, state.proposals),
      states: LocalAmt.open(blocks, marketDealStates.v16, state.states),
      pendingProposals: LocalHamt.open(blocks, marketPendingProposals.v16, state.pendingProposals),
      escrowTable: LocalHamt.open(blocks, marketBalances.v16, state.escrowTable),
      lockedTable: LocalHamt.open(blocks, marketBalances.v16, state.lockedTable),
      dealOpsByEpoch: LocalNestedHamt.open(blocks, DEAL_OPS, state.dealOpsByEpoch),
      pendingDealAllocationIds:
        'pendingDealAllocationIds' in state
          ? LocalHamt.open(blocks, marketPendingDealAllocations, state.pendingDealAllocationIds)
          : undefined,
      providerSectors: LocalNestedHamt.open(blocks, SECTOR_DEALS, state.providerSectors),
    };
  },
  store(blocks, market) {
    const state = {
      ...market,
      proposals: market.proposals.flush(),
      states: market.states.flush(),
      pendingProposals: market.pendingProposals.flush(),
      escrowTable: market.escrowTable.flush(),
      lockedTable: market.lockedTable.flush(),
      dealOpsByEpoch: market.dealOpsByEpoch.flush(),
      providerSectors: market.providerSectors.flush(),
    };
    const pending = market.pendingDealAllocationIds?.flush();
    const bytes =
      pending === undefined
        ? encodeBlock(marketState.v19, state)
        : encodeBlock(marketState.v16, { ...state, pendingDealAllocationIds: pending });
    return blocks.put(bytes);
  },
};
