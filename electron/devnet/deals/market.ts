/** Interface of the market for the rest of the node. */
import { idAddress } from '../../../shared/domain/addresses/address.ts';
import { BURNT_ID, MARKET_ID, type State } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { Deal } from './deal.ts';
import { activateIn, type DealSector, dealIn, type MarketOutcome, terminateIn, tickMarket } from './deal-life.ts';
import { escrowIn } from './market-balances.ts';
import { MARKET, type Market } from './market-view.ts';

/** Deals read per step when searching pending ones. */
const READ_AT_ONCE = 32;

export function marketOf(state: State): Market {
  return state.read(MARKET, MARKET_ID);
}

export function putMarket(draft: StateDraft, market: Market): void {
  draft.write(MARKET, MARKET_ID, market);
}

export function dealOf(state: State, id: number): Deal | undefined {
  return dealIn(marketOf(state), id);
}

/** Return an actor's escrow and locked balance, in attoFIL. */
export function escrowOf(state: State, id: number): { readonly escrow: bigint; readonly locked: bigint } {
  return escrowIn(marketOf(state), idAddress(id));
}

/** Return all deals in the state, by ascending ID. */
export function dealsOf(state: State): readonly Deal[] {
  const { proposals, states } = marketOf(state);
  const stateOf = new Map(states.entries());
  return proposals.entries().map(([id, proposal]) => ({ id, proposal, state: stateOf.get(id) }));
}

/** Return the deals of an existing sector, by ascending ID. */
export function dealIdsOfSector(state: State, minerId: number, sectorNumber: number): readonly number[] {
  return marketOf(state).providerSectors.get(minerId).get(sectorNumber) ?? [];
}

/** Return a provider's published deals that have not started and are not in a sector, by ascending ID. */
export function unsealedDealsOf(state: State, minerId: number): readonly Deal[] {
  const market = marketOf(state);
  const provider = idAddress(minerId);
  const found: Deal[] = [];
  // Pending deals are among the newest, and their number is known.
  let left = market.pendingProposals.entries().length;
  for (let before = market.nextId; left > 0 && before > 0; before -= READ_AT_ONCE) {
    for (const [id, proposal] of market.proposals.entries({ from: Math.max(0, before - READ_AT_ONCE), before }).reverse()) {
      const deal = { id, proposal, state: market.states.get(id) };
      const isPending = proposal.startEpoch > market.lastCron && (deal.state === undefined || deal.state.slashEpoch < 0);
      if (isPending) left -= 1;
      if (isPending && deal.state === undefined && proposal.provider === provider) found.push(deal);
    }
  }
  return found.reverse();
}

/** Activate deals in a proven sector: of this provider, not started, not in a sector, ending before the sector. Others are skipped. */
export function activateDeals(draft: StateDraft, minerId: number, sector: DealSector, dealIds: readonly number[], epoch: number): void {
  putMarket(draft, activateIn(marketOf(draft.state), minerId, sector, dealIds, epoch));
}

/** Return the pending allocation of a verified deal; none since network version 29. */
export function pendingAllocationOf(state: State, dealId: number): number | undefined {
  return marketOf(state).pendingDealAllocationIds?.get(dealId);
}

/** Slash the active deals of sectors terminated early. */
export function terminateDeals(draft: StateDraft, minerId: number, sectors: readonly number[], epoch: number): void {
  apply(draft, terminateIn(marketOf(draft.state), minerId, sectors, epoch));
}

/** Run the market's cron. */
export function runMarketCron(draft: StateDraft, epoch: number): void {
  apply(draft, tickMarket(marketOf(draft.state), epoch));
}

function apply(draft: StateDraft, { market, burnt }: MarketOutcome): void {
  if (market === marketOf(draft.state)) return;
  putMarket(draft, market);
  draft.move(MARKET_ID, BURNT_ID, burnt);
}
