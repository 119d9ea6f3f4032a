/**
 * What becomes of deals in the state of the market: published, activated, ended (builtin-actors v16, market/src/lib.rs and state.rs).
 * Other than there, the clock looks at every deal until it is gone, and pays it at once when it has ended.
 */
import { idAddress, idOfAddress } from '../../../shared/domain/address.ts';
import { type DealProposal, pendingProposalCid } from '../../../shared/domain/deal-proposal.ts';
import { type Deal, dealPrice } from './deal.ts';
import { lock, pay, slash, unlock } from './market-balances.ts';
import type { Market } from './market-view.ts';

/** How long a deal stays readable after it ended, missed its start or was slashed. Real chains remove rows sooner or later too. */
const SETTLE_AFTER_EPOCHS = 60;
const MISSED_AFTER_EPOCHS = 90;
const SLASHED_AFTER_EPOCHS = 180;

/** A market after something, and the collateral that is to be burnt for it. */
export interface MarketOutcome {
  readonly market: Market;
  /** attoFIL. */
  readonly burnt: bigint;
}

export function dealIn(market: Market, id: number): Deal | undefined {
  const proposal = market.proposals.get(id);
  return proposal === undefined ? undefined : { id, proposal, state: market.states.get(id) };
}

/** A new deal, whose id is the `nextId` there was. Its parties' funds are locked: the caller has checked that they are there. */
export function publishDeal(market: Market, proposal: DealProposal): Market {
  const { client, provider } = proposal;
  const id = market.nextId;
  let next = lock(market, client, dealPrice(proposal), 'totalClientStorageFee');
  next = lock(next, client, proposal.clientCollateral, 'totalClientLockedCollateral');
  next = lock(next, provider, proposal.providerCollateral, 'totalProviderLockedCollateral');
  next = {
    ...next,
    nextId: id + 1,
    proposals: next.proposals.set(id, proposal),
    pendingProposals: next.pendingProposals.set(pendingProposalCid(proposal), true),
  };
  return withLook(next, { id, proposal, state: undefined });
}

/** A sector that deals are put into. */
export interface DealSector {
  readonly number: number;
  readonly expiration: number;
}

/** Gives deals to a sector that was proven: of this provider, not begun, in no sector yet, and over before the sector. Others stay. */
export function activateIn(market: Market, providerId: number, sector: DealSector, dealIds: readonly number[], epoch: number): Market {
  const provider = idAddress(providerId);
  const activated = [...new Set(dealIds)].filter((id) => {
    const deal = dealIn(market, id);
    if (deal === undefined || deal.state !== undefined || deal.proposal.provider !== provider) return false;
    return deal.proposal.startEpoch >= epoch && deal.proposal.endEpoch <= sector.expiration;
  });
  if (activated.length === 0) return market;
  let next = market;
  for (const id of activated) {
    const state = { sectorNumber: sector.number, sectorStartEpoch: epoch, lastUpdatedEpoch: -1, slashEpoch: -1 };
    next = withoutAllocation({ ...next, states: next.states.set(id, state) }, id);
  }
  const held = market.providerSectors.get(providerId).get(sector.number) ?? [];
  return withSectorDeals(next, providerId, sector.number, [...held, ...activated]);
}

/**
 * Slashes the deals of sectors that end before their time: they are paid for the time they ran, and their collateral is to be burnt.
 * Those that are over are left to be paid. Sectors that end in time hold no others.
 */
export function terminateIn(market: Market, providerId: number, sectors: readonly number[], epoch: number): MarketOutcome {
  let next = market;
  let burnt = 0n;
  for (const sector of sectors) {
    const ids = next.providerSectors.get(providerId).get(sector) ?? [];
    if (ids.length > 0) next = withSectorDeals(next, providerId, sector, []);
    for (const id of ids) {
      const deal = dealIn(next, id);
      if (deal?.state === undefined || deal.proposal.endEpoch <= epoch) continue;
      const { proposal } = deal;
      const slashed = { ...deal, state: { ...deal.state, slashEpoch: epoch } };
      next = withoutPending(withoutLook(next, id, nextLook(deal, next.lastCron)), proposal);
      next = closed(next, proposal, Math.max(0, epoch - proposal.startEpoch), { isPenal: true });
      next = withLook({ ...next, states: next.states.set(id, slashed.state) }, slashed);
      burnt += proposal.providerCollateral;
    }
  }
  return { market: next, burnt };
}

/** The clock of the market: looks at the deals whose turn it is, of every epoch since it ran last. */
export function tickMarket(market: Market, epoch: number): MarketOutcome {
  let next = market;
  let burnt = 0n;
  for (let at = market.lastCron + 1; at <= epoch; at += 1) {
    next = { ...next, lastCron: at };
    const due = next.dealOpsByEpoch.get(at).entries();
    for (const [id] of due.sort(([left], [right]) => left - right)) {
      const deal = dealIn(next, id);
      if (deal === undefined) throw new Error(`the market is to look at deal ${id}, which is gone`);
      next = withoutLook(next, id, at);
      if (nextLook(deal, at) > at) {
        next = withLook(begun(next, deal), deal);
      } else {
        next = withoutDeal(next, deal);
        if (deal.state === undefined) burnt += deal.proposal.providerCollateral;
      }
    }
  }
  return { market: next, burnt };
}

/** When the clock looks at a deal next: at its start, and when its row is to go. */
function nextLook({ proposal: { startEpoch, endEpoch }, state }: Deal, lastCron: number): number {
  if (state !== undefined && state.slashEpoch >= 0) return state.slashEpoch + SLASHED_AFTER_EPOCHS;
  if (startEpoch > lastCron) return startEpoch;
  return state === undefined ? startEpoch + MISSED_AFTER_EPOCHS : endEpoch + SETTLE_AFTER_EPOCHS;
}

/** Writes down when the clock looks at a deal next. */
function withLook(market: Market, deal: Deal): Market {
  const at = nextLook(deal, market.lastCron);
  const { dealOpsByEpoch } = market;
  return { ...market, dealOpsByEpoch: dealOpsByEpoch.set(at, dealOpsByEpoch.get(at).set(deal.id, true)) };
}

function withoutLook(market: Market, id: number, epoch: number): Market {
  const { dealOpsByEpoch } = market;
  return { ...market, dealOpsByEpoch: dealOpsByEpoch.set(epoch, dealOpsByEpoch.get(epoch).delete(id)) };
}

function withoutPending(market: Market, proposal: DealProposal): Market {
  return { ...market, pendingProposals: market.pendingProposals.delete(pendingProposalCid(proposal)) };
}

/** Past the start of a deal it is proposed no more; one that is in no sector will be in none. */
function begun(market: Market, { id, proposal, state }: Deal): Market {
  const next = withoutPending(market, proposal);
  return state === undefined ? withoutAllocation(next, id) : next;
}

/** No allocation waits for the deal any more; since network version 29 none ever does. */
function withoutAllocation(market: Market, id: number): Market {
  const { pendingDealAllocationIds: pending } = market;
  return pending === undefined ? market : { ...market, pendingDealAllocationIds: pending.delete(id) };
}

/** The end of a deal's row: a slashed one was closed before, one that was never proven costs its provider the collateral. */
function withoutDeal(market: Market, { id, proposal, state }: Deal): Market {
  const rest = { ...market, proposals: market.proposals.delete(id), states: market.states.delete(id) };
  if (state === undefined) return closed(rest, proposal, 0, { isPenal: true });
  if (state.slashEpoch >= 0) return rest;
  const provider = Number(idOfAddress(proposal.provider));
  // Only states of older layouts have no sector.
  const sector = state.sectorNumber ?? 0;
  const left = (rest.providerSectors.get(provider).get(sector) ?? []).filter((other) => other !== id);
  return closed(withSectorDeals(rest, provider, sector, left), proposal, proposal.endEpoch - proposal.startEpoch, {
    isPenal: false,
  });
}

/** Pays a deal for some of its epochs, and frees what is left; the provider's collateral is taken away where the deal failed. */
function closed(market: Market, proposal: DealProposal, epochs: number, { isPenal }: { readonly isPenal: boolean }): Market {
  const { client, provider, clientCollateral, providerCollateral, storagePricePerEpoch } = proposal;
  const earned = storagePricePerEpoch * BigInt(epochs);
  let next = pay(market, client, provider, earned);
  next = unlock(next, client, dealPrice(proposal) - earned, 'totalClientStorageFee');
  next = unlock(next, client, clientCollateral, 'totalClientLockedCollateral');
  return isPenal ? slash(next, provider, providerCollateral) : unlock(next, provider, providerCollateral, 'totalProviderLockedCollateral');
}

/** The deals of one sector, ascending; none where they are empty. */
function withSectorDeals(market: Market, providerId: number, sector: number, ids: readonly number[]): Market {
  const sectors = market.providerSectors.get(providerId);
  const changed =
    ids.length === 0
      ? sectors.delete(sector)
      : sectors.set(
          sector,
          ids.toSorted((left, right) => left - right),
        );
  return { ...market, providerSectors: market.providerSectors.set(providerId, changed) };
}
