import type { DevnetChain } from '../chain/devnet-chain.ts';
import type { Deal } from '../deals/deal.ts';
import { amountJson, cidJson, idJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, cidParameter, dealParameter, tipsetKeyParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, notFound, requireAddress, stateAt } from './tipset-lookup.ts';

/** StateMarket*: deals and balances of the market actor. */
export function addDealMethods(table: MethodTableBuilder, chain: DevnetChain): void {
  table
    .read('StateMarketStorageDeal', [dealParameter, tipsetKeyParameter], ([id, key]) => {
      const deal = stateAt(chain, key).deals.get(id);
      if (deal === undefined) {
        throw new RpcError(
          `deal ${id} not found - deal may not have completed sealing before deal proposal start epoch, or deal may have been slashed`,
        );
      }
      return dealJson(deal);
    })
    .read('StateMarketDeals', [tipsetKeyParameter], ([key]) => {
      const { deals } = stateAt(chain, key);
      return Object.fromEntries(
        deals.sortedKeys().flatMap((id) => {
          const deal = deals.get(id);
          return deal === undefined ? [] : [[String(id), dealJson(deal)]];
        }),
      );
    })
    .read('StateMarketBalance', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const actor = actorAt(state, requireAddress(address));
      if (actor === undefined) throw notFound();
      const { escrow, locked } = state.escrows.get(actor.id) ?? { escrow: 0n, locked: 0n };
      return { Escrow: amountJson(escrow), Locked: amountJson(locked) };
    })
    .read('StateMarketProposalPending', [cidParameter, tipsetKeyParameter], ([cid, key]) => {
      for (const deal of stateAt(chain, key).deals.values()) if (deal.proposalCid === cid) return deal.sectorNumber === undefined;
      return false;
    });
}

export function dealJson(deal: Deal): JsonValue {
  return {
    Proposal: {
      PieceCID: cidJson(deal.pieceCid),
      PieceSize: deal.pieceSizeBytes,
      VerifiedDeal: deal.isVerified,
      Client: idJson(deal.client),
      Provider: idJson(deal.provider),
      Label: deal.label,
      StartEpoch: deal.startEpoch,
      EndEpoch: deal.endEpoch,
      StoragePricePerEpoch: amountJson(deal.pricePerEpoch),
      ProviderCollateral: amountJson(deal.providerCollateral),
      ClientCollateral: amountJson(deal.clientCollateral),
    },
    State: {
      SectorNumber: deal.sectorNumber ?? 0,
      SectorStartEpoch: deal.sectorStartEpoch,
      LastUpdatedEpoch: -1,
      SlashEpoch: deal.slashEpoch,
    },
  };
}
