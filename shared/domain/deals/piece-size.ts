/**
 * Sizes of pieces and sectors, in bytes.
 *
 * A piece consists of field elements of 254 bits, each in 32 bytes (Fr32): 127 bytes of data take 128 bytes of a sector. A
 * file is padded with zeros until its padded size is a power of two. All sizes are safe integers: the largest sector
 * has 2^36 bytes, and powers of two above 2^52 are rejected.
 *
 * Sources: go-state-types `abi/piece.go`, rust-fil-proofs `filecoin-proofs/src/constants.rs` (`MIN_PIECE_SIZE`).
 */
import { DomainError } from '../domain-error.ts';

declare const paddedBrand: unique symbol;
declare const unpaddedBrand: unique symbol;
/** Padded size of a piece in a sector: a power of two, at least 128. The `PieceSize` of deals and the `Size` of claims. */
export type PaddedPieceSize = number & { readonly [paddedBrand]: true };
/** Unpadded size of a piece (as in `lotus-miner`): 127 times a power of two. */
export type UnpaddedPieceSize = number & { readonly [unpaddedBrand]: true };

/** Data in four field elements, and their size in the sector. */
const DATA_IN_QUAD = 127;
const BYTES_OF_QUAD = 128;

/**
 * Minimum payload of a piece ("Piece must be at least 127 bytes", rust-fil-proofs). Two other limits exist in practice:
 * early Lotus releases accepted files from 64 bytes on, because they padded first (rust-fil-proofs issue 1231), and the default
 * storage ask of Lotus miners has a minimum padded size of 256 bytes.
 */
export const MINIMUM_PIECE_PAYLOAD_BYTES = DATA_IN_QUAD;
/** A piece cannot be larger than the largest sector. */
export const MAXIMUM_PADDED_PIECE_SIZE = (64 * 1024 ** 3) as PaddedPieceSize;

/** Check a padded size. Throws `DomainError` `piece-size`. */
export function parsePaddedPieceSize(bytes: number | bigint): PaddedPieceSize {
  const size = Number(bytes);
  if (!isPowerOfTwoTimes(size, BYTES_OF_QUAD)) {
    throw new DomainError('piece-size', 'A padded piece size is a power of two, at least 128 bytes. Check that this is not the file size.');
  }
  return size as PaddedPieceSize;
}

/** Check an unpadded size. Throws `DomainError` `piece-size`. */
export function parseUnpaddedPieceSize(bytes: number | bigint): UnpaddedPieceSize {
  const size = Number(bytes);
  if (!isPowerOfTwoTimes(size, DATA_IN_QUAD)) {
    throw new DomainError('piece-size', 'An unpadded piece size is 127 bytes times a power of two. Check that this is not the file size.');
  }
  return size as UnpaddedPieceSize;
}

/** 127 bytes → 128. */
export function paddedSizeOf(size: UnpaddedPieceSize): PaddedPieceSize {
  return ((size / DATA_IN_QUAD) * BYTES_OF_QUAD) as PaddedPieceSize;
}

/** 128 bytes → 127: the maximum payload of a piece of this size. */
export function unpaddedSizeOf(size: PaddedPieceSize): UnpaddedPieceSize {
  return ((size / BYTES_OF_QUAD) * DATA_IN_QUAD) as UnpaddedPieceSize;
}

/**
 * Return the padded size of the smallest piece for a file.
 *
 * Throws `DomainError` `piece-too-small` below 127 bytes, `piece-too-large` above the capacity of a 64 GiB sector
 * (68182605824 bytes), `payload-size` for a size that is not an integer.
 */
export function pieceSizeOfPayload(payloadBytes: number): PaddedPieceSize {
  if (!Number.isSafeInteger(payloadBytes) || payloadBytes < 0) {
    throw new DomainError('payload-size', 'A file size must be an integer.');
  }
  if (payloadBytes < MINIMUM_PIECE_PAYLOAD_BYTES) {
    throw new DomainError(
      'piece-too-small',
      `A piece has at least ${MINIMUM_PIECE_PAYLOAD_BYTES} bytes, not ${payloadBytes}. Combine the file with others in an archive.`,
    );
  }
  if (payloadBytes > unpaddedSizeOf(MAXIMUM_PADDED_PIECE_SIZE)) {
    throw new DomainError('piece-too-large', 'The file exceeds the largest sector (64 GiB). Split it into several pieces.');
  }
  let size = BYTES_OF_QUAD;
  while (unpaddedSizeOf(size as PaddedPieceSize) < payloadBytes) size *= 2;
  return size as PaddedPieceSize;
}

function isPowerOfTwoTimes(size: number, unit: number): boolean {
  const units = size / unit;
  return Number.isSafeInteger(size) && units >= 1 && Number.isInteger(Math.log2(units)) && 2 ** Math.log2(units) === units;
}
