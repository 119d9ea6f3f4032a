import { dealState } from '../../../shared/domain/actors/market-state.ts';
import { type Address, idAddress } from '../../../shared/domain/addresses/address.ts';
import { dealProposal } from '../../../shared/domain/deals/deal-proposal.ts';
import type { ChainView } from '../chain/chain-view.ts';
import type { Deal } from '../deals/deal.ts';
import { dealOf, dealsOf, marketOf } from '../deals/market.ts';
import { escrowIn } from '../deals/market-balances.ts';
import type { Market } from '../deals/market-view.ts';
import { addressJson, amountJson, LETTER } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, cidParameter, dealParameter, tipsetKeyParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, notFound, requireAddress, stateAt } from './tipset-lookup.ts';

/** State of a deal that is not in a sector (Lotus chain/actors/builtin/market, EmptyDealState). */
const NO_STATE = { sectorNumber: 0, sectorStartEpoch: -1, lastUpdatedEpoch: -1, slashEpoch: -1 };

/** StateMarket*: deals and balances of the market actor. */
export function addDealMethods(table: MethodTableBuilder, chain: ChainView): void {
  table
    .read('StateMarketStorageDeal', [dealParameter, tipsetKeyParameter], ([id, key]) => {
      const deal = dealOf(stateAt(chain, key), id);
      if (deal === undefined) {
        throw new RpcError(
          `deal ${id} not found - deal may not have completed sealing before deal proposal start epoch, or deal may have been slashed`,
        );
      }
      return dealJson(deal);
    })
    .read('StateMarketDeals', [tipsetKeyParameter], ([key]) =>
      Object.fromEntries(dealsOf(stateAt(chain, key)).map((deal) => [String(deal.id), dealJson(deal)])),
    )
    .read('StateMarketBalance', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const actor = actorAt(state, requireAddress(address));
      if (actor === undefined) throw notFound();
      return balanceJson(marketOf(state), idAddress(actor.id));
    })
    .read('StateMarketParticipants', [tipsetKeyParameter], ([key]) => {
      const market = marketOf(stateAt(chain, key));
      return Object.fromEntries(market.escrowTable.entries().map(([address]) => [addressJson(address), balanceJson(market, address)]));
    })
    .read('StateMarketProposalPending', [cidParameter, tipsetKeyParameter], ([cid, key]) =>
      marketOf(stateAt(chain, key)).pendingProposals.has(cid),
    );
}

function balanceJson(market: Market, address: Address): JsonValue {
  const { escrow, locked } = escrowIn(market, address);
  return { Escrow: amountJson(escrow), Locked: amountJson(locked) };
}

export function dealJson({ proposal, state }: Deal): JsonValue {
  return { Proposal: dealProposal.toJson(proposal, LETTER), State: dealState.v16.toJson(state ?? NO_STATE, LETTER) };
}
