import { decodeRaw, readBytes, readInteger, readList } from '../state/read-params.ts';

/**
 * The deals that a sector activation names. A piece is [CID, Size, VerifiedAllocationKey?, Notify], and the market is
 * notified with the CBOR of a deal ID.
 */
export function decodeSectorPieces(pieces: unknown): number[] {
  return readList(pieces).flatMap((piece) =>
    readList(readList(piece)[3]).map((notify) => readInteger(decodeRaw(readBytes(readList(notify)[1])))),
  );
}
