/** Creates allocations for verified deals, as the market actor does (builtin-actors v16, actors/market/src/lib.rs). */
import { addressToBytes, idAddress, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import type { DealProposal } from '../../../shared/domain/deals/deal-proposal.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { type ActorRuntime, requireSuccess } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { DATA_CAP_ID, VERIFIED_REGISTRY_ID } from '../state/state.ts';
import { MAX_EXPIRATION_EPOCHS, MAX_TERM_EPOCHS } from '../verified/allocation-methods.ts';
import { TRANSFER_FROM } from '../verified/data-cap-methods.ts';
import { type AllocationRequest, allocationRequests, allocationsResponse, transferFromReturn } from '../verified/requests.ts';
import { UNITS_PER_BYTE } from '../verified/token.ts';

/** 90 days: by how much a sector may outlast the deal. */
const TERM_BUFFER_EPOCHS = 259_200;
/** How long after its last deal a sector expires. */
const SECTOR_REST_EPOCHS = 1_000;

/** Create the allocation request of a verified deal. */
export function allocationTerms({ provider, pieceCid, pieceSize, startEpoch, endEpoch }: DealProposal, epoch: number): AllocationRequest {
  const termMin = endEpoch - startEpoch;
  return {
    provider: Number(idOfAddress(provider)),
    data: pieceCid,
    size: pieceSize,
    termMin,
    termMax: Math.min(termMin + TERM_BUFFER_EPOCHS, MAX_TERM_EPOCHS),
    expiration: Math.min(startEpoch, epoch + MAX_EXPIRATION_EPOCHS),
  };
}

/** Return the best expiration of a sector with these deals: after all of them, within the maximum term of the verified ones. */
export function sectorEndFor(deals: readonly DealProposal[]): number {
  return Math.max(...deals.map(({ endEpoch }) => endEpoch)) + SECTOR_REST_EPOCHS;
}

/** Whether one sector can have these deals without exceeding the maximum term of an allocation. */
export function canShareSector(deals: readonly DealProposal[], epoch: number): boolean {
  const lifetime = sectorEndFor(deals) - epoch;
  return deals.every((deal) => !deal.verifiedDeal || lifetime <= allocationTerms(deal, epoch).termMax);
}

/** Spend a client's DataCap on its deals, as the market. Returns allocation IDs in the order of the deals. */
export function allocateDataCap(runtime: ActorRuntime, client: number, deals: readonly DealProposal[]): readonly number[] {
  const bytes = deals.reduce((sum, { pieceSize }) => sum + pieceSize, 0n);
  const requests = { allocations: deals.map((deal) => allocationTerms(deal, runtime.epoch)), extensions: [] };
  const params = encodeCbor([
    addressToBytes(idAddress(client)),
    addressToBytes(idAddress(VERIFIED_REGISTRY_ID)),
    encodeBigIntBytes(bytes * UNITS_PER_BYTE),
    encodeBlock(allocationRequests, requests),
  ]);
  const returned = requireSuccess(runtime.send({ to: idAddress(DATA_CAP_ID), value: 0n, method: TRANSFER_FROM, params }));
  const { newAllocations } = decodeBlock(allocationsResponse, decodeBlock(transferFromReturn, returned).recipientData);
  if (newAllocations.length !== deals.length) {
    throw new MethodFailure(
      EXIT.illegalState,
      `datacap transfer returned ${newAllocations.length} allocation IDs for ${deals.length} requests`,
    );
  }
  return newAllocations;
}
