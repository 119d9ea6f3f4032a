import { isDataCapFrozen } from '../../../shared/domain/deals/datacap-freeze.ts';
import type { MinerStanding } from '../../../shared/ipc/schemas/own-miners.ts';
import type { DealsService } from '../deals/deals-service.ts';

/**
 * List the deals and claims of a miner that end within 30 days, like the screen Deals. Throws as `DealsService.listDeals`.
 *
 * @param networkVersion current version: once DataCap is frozen, claims cannot be extended and their end has no effect, so only deals count
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
