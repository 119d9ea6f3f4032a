import { idAddress } from '../../../shared/domain/address.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { minerIds, minerOf } from '../miners/miners.ts';
import type { StateDraft } from '../state/state-draft.ts';
import { activateIn, publishDeal } from './deal-life.ts';
import { type DealTerms, drawDealTerms } from './deal-terms.ts';
import { marketOf, putMarket } from './market.ts';

const DEALS_PER_MINER = 9;
/** A deal ends at least this long before its sector. */
const LEAST_REST_EPOCHS = 100;

/** The terms of the deal in one of a miner's first sectors, which begins with the chain; undefined for a sector that has none. */
export function genesisDealTerms(
  random: SeededRandom,
  minerId: number,
  sector: { readonly number: number; readonly sizeBytes: bigint; readonly expiration: number },
): DealTerms | undefined {
  if (sector.number >= DEALS_PER_MINER) return undefined;
  const terms = drawDealTerms(random, `genesis-${minerId}-${sector.number}`, 0, sector.sizeBytes);
  return { ...terms, startEpoch: 0, endEpoch: Math.min(sector.expiration - LEAST_REST_EPOCHS, terms.endEpoch - terms.startEpoch) };
}

/** Deals that run already when the chain begins, a few of each miner's sectors filled with them. */
export function addGenesisDeals(draft: StateDraft, clients: readonly number[], random: SeededRandom): void {
  let market = marketOf(draft.state);
  for (const minerId of minerIds(draft.state)) {
    const miner = minerOf(draft.state, minerId);
    for (const [number, { expiration }] of miner?.sectors.entries({ from: 0, before: DEALS_PER_MINER }) ?? []) {
      const terms = genesisDealTerms(random, minerId, { number, sizeBytes: miner?.info.value.sectorSize ?? 0n, expiration });
      if (terms === undefined) continue;
      const client = idAddress(clients[(minerId + number) % clients.length] ?? 0);
      const id = market.nextId;
      market = publishDeal(market, { ...terms, client, provider: idAddress(minerId) });
      market = activateIn(market, minerId, number, [id], 0).market;
    }
  }
  putMarket(draft, market);
}
