import { decodeCbor } from '../../../shared/domain/cbor.ts';
import { readBytes, readInteger, readList } from '../state/read-params.ts';
import type { State } from '../state/state.ts';

/**
 * The deals that a sector activation names. A piece is [CID, Size, VerifiedAllocationKey?, Notify], and the market is
 * notified with the CBOR of a deal ID.
 */
export function decodeSectorPieces(pieces: unknown): number[] {
  return readList(pieces).flatMap((piece) =>
    readList(readList(piece)[3]).map((notify) => {
      const payload = readBytes(readList(notify)[1]);
      return readInteger(decodeCbor(payload));
    }),
  );
}

/** Bytes of plain and of verified deals among these. */
export function sectorDealWeights(state: State, dealIds: readonly number[]): { plainBytes: bigint; verifiedBytes: bigint } {
  let plainBytes = 0n;
  let verifiedBytes = 0n;
  for (const id of dealIds) {
    const deal = state.deals.get(id);
    if (deal === undefined) continue;
    if (deal.isVerified) verifiedBytes += deal.pieceSizeBytes;
    else plainBytes += deal.pieceSizeBytes;
  }
  return { plainBytes, verifiedBytes };
}
