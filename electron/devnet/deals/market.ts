/** The market as the rest of the node asks and tells it. */
import { idAddress } from '../../../shared/domain/address.ts';
import { BURNT_ID, MARKET_ID, type State } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { Deal } from './deal.ts';
import { activateIn, type DealSector, dealIn, type MarketOutcome, terminateIn, tickMarket } from './deal-life.ts';
import { escrowIn } from './market-balances.ts';
import { MARKET, type Market } from './market-view.ts';

/** Deals that are read at once where all that wait are looked for. */
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

/** What the market holds for an actor, and how much of that is locked; attoFIL. */
export function escrowOf(state: State, id: number): { readonly escrow: bigint; readonly locked: bigint } {
  return escrowIn(marketOf(state), idAddress(id));
}

/** All deals that have a row, ascending by id. */
export function dealsOf(state: State): readonly Deal[] {
  const { proposals, states } = marketOf(state);
  const stateOf = new Map(states.entries());
  return proposals.entries().map(([id, proposal]) => ({ id, proposal, state: stateOf.get(id) }));
}

/** The deals in a sector that is there, ascending. */
export function dealIdsOfSector(state: State, minerId: number, sectorNumber: number): readonly number[] {
  return marketOf(state).providerSectors.get(minerId).get(sectorNumber) ?? [];
}

/** Published deals of a provider that have not begun and are in no sector, ascending by id. */
export function unsealedDealsOf(state: State, minerId: number): readonly Deal[] {
  const market = marketOf(state);
  const provider = idAddress(minerId);
  const found: Deal[] = [];
  // Those that are proposed and have not begun are among the newest; how many there are is known.
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

/** Gives deals to a sector that was proven: of this provider, not begun, in no sector yet, and over before the sector. Others stay. */
export function activateDeals(draft: StateDraft, minerId: number, sector: DealSector, dealIds: readonly number[], epoch: number): void {
  putMarket(draft, activateIn(marketOf(draft.state), minerId, sector, dealIds, epoch));
}

/** The allocation that waits for a verified deal to be in a sector; none since network version 29. */
export function pendingAllocationOf(state: State, dealId: number): number | undefined {
  return marketOf(state).pendingDealAllocationIds?.get(dealId);
}

/** Slashes the running deals of sectors that end before their time. */
export function terminateDeals(draft: StateDraft, minerId: number, sectors: readonly number[], epoch: number): void {
  apply(draft, terminateIn(marketOf(draft.state), minerId, sectors, epoch));
}

/** What the market does at the end of every epoch. */
export function runMarketCron(draft: StateDraft, epoch: number): void {
  apply(draft, tickMarket(marketOf(draft.state), epoch));
}

function apply(draft: StateDraft, { market, burnt }: MarketOutcome): void {
  if (market === marketOf(draft.state)) return;
  putMarket(draft, market);
  draft.move(MARKET_ID, BURNT_ID, burnt);
}
