/**
 * Reads the storage market: deals and their states, balances, and deals by sector. Source: go-state-types
 * `builtin/v16/market`.
 */
import {
  type DealState,
  type MarketState,
  marketBalances,
  marketDealStates,
  marketProposals,
  marketProviderSectors,
  marketSectorDeals,
  marketState,
} from '../actors/market-state.ts';
import type { StateLayout } from '../actors/state-layout.ts';
import { type Address, idOfAddress } from '../addresses/address.ts';
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import type { DealProposal } from '../deals/deal-proposal.ts';
import { Amt, type IndexRange } from '../ipld/amt.ts';
import { Hamt } from '../ipld/hamt.ts';
import { together, type Walk } from '../ipld/walk.ts';
import { readSingleton, SINGLETONS, type StateTree } from './state-tree.ts';

/** The storage market in a state tree. */
export interface StateMarket {
  readonly layout: StateLayout;
  readonly state: MarketState;
  readonly proposals: Amt<DealProposal>;
  /** Activated deals only. */
  readonly states: Amt<DealState>;
}

/** Throws `DomainError` `state-tree` for a state without a market. */
export function* openMarket(tree: StateTree): Walk<StateMarket> {
  const { layout } = tree;
  const state = yield* readSingleton<MarketState>(tree, SINGLETONS.market, marketState[layout], 'the state of the storage market');
  const proposals = yield* Amt.open(marketProposals[layout], state.proposals);
  return { layout, state, proposals, states: yield* Amt.open<DealState>(marketDealStates[layout], state.states) };
}

/** A deal; its state is undefined until it is activated. */
export interface StateDeal {
  readonly dealId: number;
  readonly proposal: DealProposal;
  readonly state: DealState | undefined;
}

/** Read a deal; undefined if it no longer exists. */
export function* readDeal({ proposals, states }: StateMarket, dealId: number): Walk<StateDeal | undefined> {
  const proposal = yield* proposals.get(dealId);
  return proposal === undefined ? undefined : { dealId, proposal, state: yield* states.get(dealId) };
}

/** Read the deals of a range of IDs. */
export function* readDeals({ proposals, states }: StateMarket, range?: IndexRange): Walk<StateDeal[]> {
  const found = yield* proposals.entries(range);
  const stateOf = new Map(yield* states.entries(range));
  return found.map(([dealId, proposal]) => ({ dealId, proposal, state: stateOf.get(dealId) }));
}

/** StateMarketBalance: escrow and locked balance of an ID address. */
export function* readMarketBalance({ layout, state }: StateMarket, address: Address): Walk<{ escrow: AttoFil; locked: AttoFil }> {
  const [escrow = attoFil(0n), locked = attoFil(0n)] = yield* together(
    [state.escrowTable, state.lockedTable].map(function* (root) {
      return yield* (yield* Hamt.open(marketBalances[layout], root)).get(address);
    }),
  );
  return { escrow, locked };
}

/** Read the deal IDs of a provider's sectors, by sector number; undefined in layout `v0`, which does not store them. */
export function* readProviderSectors({ state }: StateMarket, provider: Address): Walk<ReadonlyMap<number, readonly number[]> | undefined> {
  const id = idOfAddress(provider);
  if (state.providerSectors === undefined || id === undefined) return undefined;
  const root = yield* (yield* Hamt.open(marketProviderSectors, state.providerSectors)).get(Number(id));
  return root === undefined ? new Map() : new Map(yield* (yield* Hamt.open(marketSectorDeals, root)).entries());
}
