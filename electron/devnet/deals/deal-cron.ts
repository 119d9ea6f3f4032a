import type { Miner } from '../miners/miner.ts';
import { BURNT_ID, MARKET_ID } from '../state/state.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { Deal } from './deal.ts';

/** How long a deal stays readable after it ended, missed its start or was slashed. Real chains remove rows sooner or later too. */
const SETTLE_AFTER_EPOCHS = 60;
const MISSED_AFTER_EPOCHS = 90;
const SLASHED_AFTER_EPOCHS = 180;

/** Total price of a deal over its whole duration; attoFIL. */
export function dealPrice(deal: Pick<Deal, 'pricePerEpoch' | 'startEpoch' | 'endEpoch'>): bigint {
  return deal.pricePerEpoch * BigInt(deal.endEpoch - deal.startEpoch);
}

/** Ends what has run out: settled, missed and slashed deals leave the state. */
export function runDealCron(draft: StateDraft, epoch: number): void {
  for (const deal of draft.state.deals.values()) {
    if (deal.slashEpoch >= 0) {
      if (epoch >= deal.slashEpoch + SLASHED_AFTER_EPOCHS) draft.removeDeal(deal.id);
    } else if (deal.sectorNumber === undefined) {
      if (epoch >= deal.startEpoch + MISSED_AFTER_EPOCHS) {
        close(draft, deal, 0n, { isPenal: true });
        draft.removeDeal(deal.id);
      }
    } else if (epoch >= deal.endEpoch + SETTLE_AFTER_EPOCHS) {
      close(draft, deal, dealPrice(deal), { isPenal: false });
      draft.removeDeal(deal.id);
    }
  }
}

/** Deals whose sector was proven by a prove-commit message. */
export function activateDeals(draft: StateDraft, sectorNumber: number, dealIds: readonly number[], epoch: number): void {
  for (const id of dealIds) {
    const deal = draft.deal(id);
    if (deal !== undefined && deal.sectorNumber === undefined && deal.slashEpoch < 0) {
      draft.putDeal({ ...deal, sectorNumber, sectorStartEpoch: epoch });
    }
  }
}

/** Deals of sectors that leave: ended ones are left to settle, running ones are slashed. */
export function terminateDeals(
  draft: StateDraft,
  miner: Miner,
  sectors: readonly number[],
  epoch: number,
  { isPenal }: { isPenal: boolean },
): void {
  for (const number of sectors) {
    for (const id of miner.sectors.get(number)?.dealIds ?? []) {
      const deal = draft.deal(id);
      if (deal === undefined || deal.slashEpoch >= 0 || deal.endEpoch <= epoch) continue;
      const elapsed = BigInt(Math.max(0, epoch - Math.max(deal.startEpoch, deal.sectorStartEpoch)));
      close(draft, deal, deal.pricePerEpoch * elapsed, { isPenal });
      draft.putDeal({ ...deal, slashEpoch: epoch });
    }
  }
}

/** Pays what was earned, frees what was locked, burns the provider's collateral where the deal failed. */
function close(draft: StateDraft, deal: Deal, earned: bigint, { isPenal }: { isPenal: boolean }): void {
  const client = draft.escrow(deal.client);
  draft.putEscrow(deal.client, {
    escrow: client.escrow - earned,
    locked: client.locked - dealPrice(deal) - deal.clientCollateral,
  });
  const provider = draft.escrow(deal.provider);
  const burnt = isPenal ? deal.providerCollateral : 0n;
  draft.putEscrow(deal.provider, {
    escrow: provider.escrow + earned - burnt,
    locked: provider.locked - deal.providerCollateral,
  });
  draft.move(MARKET_ID, BURNT_ID, burnt);
}
