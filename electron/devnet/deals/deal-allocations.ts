/** How the market gets DataCap allocated for verified deals (builtin-actors v16, actors/market/src/lib.rs). */
import { addressToBytes, idAddress, idOfAddress } from '../../../shared/domain/address.ts';
import { encodeBigIntBytes, encodeCbor } from '../../../shared/domain/cbor.ts';
import type { DealProposal } from '../../../shared/domain/deal-proposal.ts';
import { decodeBlock, encodeBlock } from '../../../shared/domain/ipld/codec.ts';
import { type ActorRuntime, requireSuccess } from '../state/actor-runtime.ts';
import { EXIT, MethodFailure } from '../state/exit.ts';
import { DATA_CAP_ID, VERIFIED_REGISTRY_ID } from '../state/state.ts';
import { MOST_EXPIRATION_EPOCHS, MOST_TERM_EPOCHS } from '../verified/allocation-methods.ts';
import { TRANSFER_FROM } from '../verified/data-cap-methods.ts';
import { type AllocationRequest, allocationRequests, allocationsResponse, transferFromReturn } from '../verified/requests.ts';
import { UNITS_PER_BYTE } from '../verified/token.ts';

/** 90 days: so much longer than the deal its sector may live. */
const TERM_BUFFER_EPOCHS = 259_200;
/** So long after its last deal a sector made for them ends. */
const SECTOR_REST_EPOCHS = 1_000;

/** What is asked of the registry for a verified deal. */
export function allocationTerms({ provider, pieceCid, pieceSize, startEpoch, endEpoch }: DealProposal, epoch: number): AllocationRequest {
  const termMin = endEpoch - startEpoch;
  return {
    provider: Number(idOfAddress(provider)),
    data: pieceCid,
    size: pieceSize,
    termMin,
    termMax: Math.min(termMin + TERM_BUFFER_EPOCHS, MOST_TERM_EPOCHS),
    expiration: Math.min(startEpoch, epoch + MOST_EXPIRATION_EPOCHS),
  };
}

/** When a sector with these deals is best to end: after all of them, and soon enough for the verified ones. */
export function sectorEndFor(deals: readonly DealProposal[]): number {
  return Math.max(...deals.map(({ endEpoch }) => endEpoch)) + SECTOR_REST_EPOCHS;
}

/** Whether one sector can hold these deals: with its end no allocation of theirs lives too long. */
export function canShareSector(deals: readonly DealProposal[], epoch: number): boolean {
  const lifetime = sectorEndFor(deals) - epoch;
  return deals.every((deal) => !deal.verifiedDeal || lifetime <= allocationTerms(deal, epoch).termMax);
}

/** Spends a client's DataCap on deals of its own, as the market. Answers the ids of the allocations, in the order of the deals. */
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
