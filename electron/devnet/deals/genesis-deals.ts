import { encodeCbor } from '../../../shared/domain/cbor.ts';
import { cidOfDagCbor } from '../../../shared/domain/cid.ts';
import type { SeededRandom } from '../chain/seeded-random.ts';
import { withPower } from '../miners/power.ts';
import type { StateDraft } from '../state/state-draft.ts';
import type { Deal } from './deal.ts';
import { dealPrice } from './deal-cron.ts';
import { drawDealTerms } from './deal-terms.ts';
import { sectorDealWeights } from './sector-deals.ts';

const DEALS_PER_MINER = 9;

/** Deals that run already when the chain begins, a few of each miner's sectors filled with them. */
export function genesisDeals(draft: StateDraft, clients: readonly number[], random: SeededRandom): void {
  for (const minerId of draft.state.miners.sortedKeys()) {
    for (let index = 0; index < DEALS_PER_MINER; index += 1) {
      const miner = draft.miner(minerId);
      const sector = miner?.sectors.get(index);
      if (miner === undefined || sector === undefined) continue;
      const terms = drawDealTerms(random, `genesis-${minerId}-${index}`, 0, miner.sectorSize);
      const id = draft.takeDealId();
      const deal: Deal = {
        ...terms,
        id,
        client: clients[(minerId + index) % clients.length] ?? 0,
        provider: minerId,
        startEpoch: 0,
        endEpoch: Math.min(sector.expiration - 100, terms.endEpoch - terms.startEpoch),
        sectorNumber: sector.number,
        sectorStartEpoch: 0,
        slashEpoch: -1,
        proposalCid: cidOfDagCbor(encodeCbor(['genesis deal', id])),
      };
      draft.putDeal(deal);
      const client = draft.escrow(deal.client);
      draft.putEscrow(deal.client, { ...client, locked: client.locked + dealPrice(deal) + deal.clientCollateral });
      const provider = draft.escrow(minerId);
      draft.putEscrow(minerId, { ...provider, locked: provider.locked + deal.providerCollateral });
      const { plainBytes, verifiedBytes } = sectorDealWeights(draft.state, [id]);
      const duration = BigInt(sector.expiration);
      const filled = {
        ...sector,
        dealIds: [id],
        verifiedBytes,
        dealWeight: plainBytes * duration,
        verifiedDealWeight: verifiedBytes * duration,
      };
      const known = miner.pipeline.get(sector.number);
      draft.putMiner(
        withPower({
          ...miner,
          sectors: miner.sectors.set(sector.number, filled),
          pipeline: known === undefined ? miner.pipeline : miner.pipeline.set(sector.number, { ...known, dealIds: [id] }),
        }),
      );
    }
  }
}
