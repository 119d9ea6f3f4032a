/**
 * Sizes of pieces and sectors, in bytes.
 *
 * A piece is kept in field elements of 254 bits, each in 32 bytes (Fr32): 127 bytes of data take 128 bytes of a sector. A
 * file is filled up with zeros until its padded size is a power of two. All sizes are plain safe numbers: the largest sector
 * has 2^36 bytes, and no power of two above 2^52 is taken.
 *
 * Sources: go-state-types `abi/piece.go`, rust-fil-proofs `filecoin-proofs/src/constants.rs` (`MIN_PIECE_SIZE`).
 */
import { DomainError } from './domain-error.ts';

declare const paddedBrand: unique symbol;
declare const unpaddedBrand: unique symbol;
/** Bytes a piece takes in a sector: a power of two, at least 128. The `PieceSize` of deals and the `Size` of claims. */
export type PaddedPieceSize = number & { readonly [paddedBrand]: true };
/** Bytes of data a piece holds: 127 times a power of two. What `lotus-miner` calls the unpadded size. */
export type UnpaddedPieceSize = number & { readonly [unpaddedBrand]: true };

/** Data in one group of four field elements, and the sector bytes it takes. */
const DATA_IN_QUAD = 127;
const BYTES_OF_QUAD = 128;

/**
 * Fewer bytes make no piece ("Piece must be at least 127 bytes", rust-fil-proofs). Two other limits are seen in the field:
 * early Lotus releases took files from 64 bytes on, because it filled them up first (rust-fil-proofs issue 1231), and miners
 * ask for a padded size of at least 256 bytes unless they set another one (Lotus' storage ask).
 */
export const MINIMUM_PIECE_PAYLOAD_BYTES = DATA_IN_QUAD;
/** A piece cannot be larger than the largest sector. */
export const MAXIMUM_PADDED_PIECE_SIZE = (64 * 1024 ** 3) as PaddedPieceSize;

/** Takes a padded size as a node or a file names it. Throws `DomainError` `piece-size`. */
export function parsePaddedPieceSize(bytes: number | bigint): PaddedPieceSize {
  const size = Number(bytes);
  if (!isPowerOfTwoTimes(size, BYTES_OF_QUAD)) {
    throw new DomainError(
      'piece-size',
      'A padded piece size is a power of two, 128 bytes or more. Check whether this is the size of the file.',
    );
  }
  return size as PaddedPieceSize;
}

/** Takes an unpadded size as a tool names it. Throws `DomainError` `piece-size`. */
export function parseUnpaddedPieceSize(bytes: number | bigint): UnpaddedPieceSize {
  const size = Number(bytes);
  if (!isPowerOfTwoTimes(size, DATA_IN_QUAD)) {
    throw new DomainError(
      'piece-size',
      'An unpadded piece size is 127 bytes times a power of two. Check whether this is the size of the file.',
    );
  }
  return size as UnpaddedPieceSize;
}

/** 127 bytes → 128. */
export function paddedSizeOf(size: UnpaddedPieceSize): PaddedPieceSize {
  return ((size / DATA_IN_QUAD) * BYTES_OF_QUAD) as PaddedPieceSize;
}

/** 128 bytes → 127: the most data a piece of this size holds. */
export function unpaddedSizeOf(size: PaddedPieceSize): UnpaddedPieceSize {
  return ((size / BYTES_OF_QUAD) * DATA_IN_QUAD) as UnpaddedPieceSize;
}

/**
 * The size of the smallest piece that holds a file of so many bytes.
 *
 * Throws `DomainError` `piece-too-small` below 127 bytes, `piece-too-large` above what a sector of 64 GiB holds
 * (68182605824 bytes), `payload-size` for what is no count of bytes.
 */
export function pieceSizeOfPayload(payloadBytes: number): PaddedPieceSize {
  if (!Number.isSafeInteger(payloadBytes) || payloadBytes < 0) {
    throw new DomainError('payload-size', 'The size of a file is a whole number of bytes.');
  }
  if (payloadBytes < MINIMUM_PIECE_PAYLOAD_BYTES) {
    throw new DomainError(
      'piece-too-small',
      `A piece must be at least ${MINIMUM_PIECE_PAYLOAD_BYTES} bytes, and this has ${payloadBytes}. Put it into an archive with other files.`,
    );
  }
  if (payloadBytes > unpaddedSizeOf(MAXIMUM_PADDED_PIECE_SIZE)) {
    throw new DomainError('piece-too-large', 'This does not fit into the largest sector (64 GiB). Split it into several pieces.');
  }
  let size = BYTES_OF_QUAD;
  while (unpaddedSizeOf(size as PaddedPieceSize) < payloadBytes) size *= 2;
  return size as PaddedPieceSize;
}

function isPowerOfTwoTimes(size: number, unit: number): boolean {
  const units = size / unit;
  return Number.isSafeInteger(size) && units >= 1 && Number.isInteger(Math.log2(units)) && 2 ** Math.log2(units) === units;
}
