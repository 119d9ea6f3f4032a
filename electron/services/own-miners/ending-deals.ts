import { isDataCapFrozen } from '../../../shared/domain/datacap-freeze.ts';
import type { MinerStanding } from '../../../shared/ipc/schemas/own-miners.ts';
import type { DealsService } from '../deals/deals-service.ts';

/**
 * Deals and claims of a miner that end within 30 days, from the list that the screen of deals has. Throws as `DealsService.listDeals`.
 *
 * @param networkVersion in force: once DataCap is frozen, claims cannot be extended and their end changes nothing, so that only deals count
 */
export async function countEndingDeals(
  deals: Pick<DealsService, 'listDeals'>,
  miner: string,
  networkVersion: number | undefined,
): Promise<MinerStanding['endingDeals']> {
  const isFrozen = isDataCapFrozen(networkVersion);
  const page = await deals.listDeals({
    filter: `provider:${miner}${isFrozen ? ' kind:f05' : ''}`,
    order: { by: 'end', direction: 'ascending' },
    offset: 0,
    limit: 1,
  });
  return {
    count: page.counts.endingSoon,
    ...(isFrozen ? { isDealsOnly: true } : {}),
    isPartial: page.gaps.length > 0 || page.source !== 'market',
  };
}
