import type { MinerStanding } from '../../../shared/ipc/schemas/own-miners.ts';
import type { DealsService } from '../deals/deals-service.ts';

/** Deals and claims of a miner that end within 30 days, from the list that the screen of deals has. Throws as `DealsService.listDeals`. */
export async function countEndingDeals(deals: Pick<DealsService, 'listDeals'>, miner: string): Promise<MinerStanding['endingDeals']> {
  const page = await deals.listDeals({
    filter: `provider:${miner}`,
    order: { by: 'end', direction: 'ascending' },
    offset: 0,
    limit: 1,
  });
  return { count: page.counts.endingSoon, isPartial: page.gaps.length > 0 || page.source !== 'market' };
}
