/**
 * Lifecycle of deals in the market's state: published, activated, ended (builtin-actors v16, market/src/lib.rs and state.rs).
 * Unlike the real actor, cron processes every deal until it is removed, and settles it when it ends.
 */
import { idAddress, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import { type DealProposal, pendingProposalCid } from '../../../shared/domain/deals/deal-proposal.ts';
import { type Deal, dealPrice } from './deal.ts';
import { lock, pay, slash, unlock } from './market-balances.ts';
import type { Market } from './market-view.ts';

/** How long a deal stays in the state after it ended, missed its start or was slashed. */
const SETTLE_AFTER_EPOCHS = 60;
const MISSED_AFTER_EPOCHS = 90;
const SLASHED_AFTER_EPOCHS = 180;

/** The market after a change, and the collateral to burn. */
export interface MarketOutcome {
  readonly market: Market;
  /** attoFIL. */
  readonly burnt: bigint;
}

export function dealIn(market: Market, id: number): Deal | undefined {
  const proposal = market.proposals.get(id);
  return proposal === undefined ? undefined : { id, proposal, state: market.states.get(id) };
}

/** Add a deal with the previous `nextId` as ID. Locks both parties' funds; the caller has checked the balances. */
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

/** A sector with deals. */
export interface DealSector {
  readonly number: number;
  readonly expiration: number;
}

/** Activate deals in a proven sector: of this provider, not started, not in a sector, ending before the sector. Others are skipped. */
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
 * Slash the deals of sectors terminated early: they are paid up to now, and their collateral is burnt.
 * Ended deals are left to be settled. Sectors that expire on time only have ended deals.
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

/** Market cron: processes the deals due in every epoch since its last run. */
export function tickMarket(market: Market, epoch: number): MarketOutcome {
  let next = market;
  let burnt = 0n;
  for (let at = market.lastCron + 1; at <= epoch; at += 1) {
    next = { ...next, lastCron: at };
    const due = next.dealOpsByEpoch.get(at).entries();
    for (const [id] of due.sort(([left], [right]) => left - right)) {
      const deal = dealIn(next, id);
      if (deal === undefined) throw new Error(`deal ${id} is due but no longer exists`);
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

/** Return when cron processes a deal next: at its start, and when it is to be removed. */
function nextLook({ proposal: { startEpoch, endEpoch }, state }: Deal, lastCron: number): number {
  if (state !== undefined && state.slashEpoch >= 0) return state.slashEpoch + SLASHED_AFTER_EPOCHS;
  if (startEpoch > lastCron) return startEpoch;
  return state === undefined ? startEpoch + MISSED_AFTER_EPOCHS : endEpoch + SETTLE_AFTER_EPOCHS;
}

/** Schedule a deal's next processing. */
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

/** After its start a deal is no longer pending; without a sector it has missed its start. */
function begun(market: Market, { id, proposal, state }: Deal): Market {
  const next = withoutPending(market, proposal);
  return state === undefined ? withoutAllocation(next, id) : next;
}

/** Remove the deal's pending allocation; none exist since network version 29. */
function withoutAllocation(market: Market, id: number): Market {
  const { pendingDealAllocationIds: pending } = market;
  return pending === undefined ? market : { ...market, pendingDealAllocationIds: pending.delete(id) };
}

/** Remove a deal: a slashed one is already closed; one that was never activated costs its provider the collateral. */
function withoutDeal(market: Market, { id, proposal, state }: Deal): Market {
  const rest = { ...market, proposals: market.proposals.delete(id), states: market.states.delete(id) };
  if (state === undefined) return closed(rest, proposal, 0, { isPenal: true });
  if (state.slashEpoch >= 0) return rest;
  const provider = Number(idOfAddress(proposal.provider));
  // Only older layouts have no sector.
  const sector = state.sectorNumber ?? 0;
  const left = (rest.providerSectors.get(provider).get(sector) ?? []).filter((other) => other !== id);
  return closed(withSectorDeals(rest, provider, sector, left), proposal, proposal.endEpoch - proposal.startEpoch, {
    isPenal: false,
  });
}

/** Pay a deal for part of its duration and unlock the rest; burn the provider's collateral if the deal failed. */
function closed(market: Market, proposal: DealProposal, epochs: number, { isPenal }: { readonly isPenal: boolean }): Market {
  const { client, provider, clientCollateral, providerCollateral, storagePricePerEpoch } = proposal;
  const earned = storagePricePerEpoch * BigInt(epochs);
  let next = pay(market, client, provider, earned);
  next = unlock(next, client, dealPrice(proposal) - earned, 'totalClientStorageFee');
  next = unlock(next, client, clientCollateral, 'totalClientLockedCollateral');
  return isPenal ? slash(next, provider, providerCollateral) : unlock(next, provider, providerCollateral, 'totalProviderLockedCollateral');
}

/** Set the deals of a sector, ascending; removes an empty entry. */
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
