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
import type { Address } from '../../../shared/domain/address.ts';
import { type AttoFil, attoFil } from '../../../shared/domain/amount.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import type { DealProposal } from '../../../shared/domain/deal-proposal.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import type { Blocks } from '../state/blocks.ts';
import { LocalAmt } from '../state/local-amt.ts';
import { LocalHamt } from '../state/local-hamt.ts';
import { LocalNestedHamt, type NestedLayout } from '../state/local-nested-hamt.ts';
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

/** The market actor, as its state has it, with its collections at hand. */
export interface Market extends Omit<MarketState<'v16'>, Collection> {
  readonly proposals: LocalAmt<DealProposal>;
  readonly states: LocalAmt<DealState<'v16'>>;
  readonly pendingProposals: LocalHamt<Cid, DealProposal | true>;
  readonly escrowTable: LocalHamt<Address, AttoFil>;
  readonly lockedTable: LocalHamt<Address, AttoFil>;
  /** The deals that are looked at, by epoch. */
  readonly dealOpsByEpoch: LocalNestedHamt<number, number, true>;
  readonly pendingDealAllocationIds: LocalHamt<number, number>;
  /** The deals in each sector, by provider. */
  readonly providerSectors: LocalNestedHamt<number, number, readonly number[]>;
}

/** A market without deals and without funds. */
export function emptyMarket(blocks: Blocks): Market {
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
    pendingDealAllocationIds: LocalHamt.empty(blocks, marketPendingDealAllocations),
    providerSectors: LocalNestedHamt.empty(blocks, SECTOR_DEALS),
  };
}

/** The state of the market actor. */
export const MARKET: StateView<Market> = {
  open(blocks, head) {
    const state = decodeBlock(marketState.v16, blocks.get(head));
    return {
      ...state,
      proposals: LocalAmt.open(blocks, marketProposals.v16, state.proposals),
      states: LocalAmt.open(blocks, marketDealStates.v16, state.states),
      pendingProposals: LocalHamt.open(blocks, marketPendingProposals.v16, state.pendingProposals),
      escrowTable: LocalHamt.open(blocks, marketBalances.v16, state.escrowTable),
      lockedTable: LocalHamt.open(blocks, marketBalances.v16, state.lockedTable),
      dealOpsByEpoch: LocalNestedHamt.open(blocks, DEAL_OPS, state.dealOpsByEpoch),
      pendingDealAllocationIds: LocalHamt.open(blocks, marketPendingDealAllocations, state.pendingDealAllocationIds),
      providerSectors: LocalNestedHamt.open(blocks, SECTOR_DEALS, state.providerSectors),
    };
  },
  store: (blocks, market) =>
    blocks.put(
      encodeBlock(marketState.v16, {
        ...market,
        proposals: market.proposals.flush(),
        states: market.states.flush(),
        pendingProposals: market.pendingProposals.flush(),
        escrowTable: market.escrowTable.flush(),
        lockedTable: market.lockedTable.flush(),
        dealOpsByEpoch: market.dealOpsByEpoch.flush(),
        pendingDealAllocationIds: market.pendingDealAllocationIds.flush(),
        providerSectors: market.providerSectors.flush(),
      }),
    ),
};
