/**
 * The two CIDs of a piece. Version 1 is the one of deals, claims and sectors: it names the commitment alone, so the size must
 * be kept beside it. Version 2 (FRC-0069) also holds the height of the tree and how many zeros fill the data up.
 */
import { type Cid, cidFromParts, cidParts } from './cid.ts';
import { DomainError } from './domain-error.ts';
import {
  MINIMUM_PIECE_PAYLOAD_BYTES,
  type PaddedPieceSize,
  parsePaddedPieceSize,
  pieceSizeOfPayload,
  unpaddedSizeOf,
} from './piece-size.ts';
import { encodeVarint, readVarint } from './varint.ts';

/** Codes of the multicodec table: fil-commitment-unsealed, sha2-256-trunc254-padded, raw, fr32-sha256-trunc254-padbintree. */
const UNSEALED_COMMITMENT = 0xf101;
const TRUNCATED_SHA256 = 0x1012;
const RAW = 0x55;
const PADDED_TREE = 0x1011;

/** Bytes of a commitment, and of every node of the tree. */
export const COMMITMENT_BYTES = 32;

/** What the network knows of a piece. */
export interface PieceInfo {
  /** Root of the tree, 32 bytes. */
  readonly commitment: Uint8Array;
  readonly paddedSize: PaddedPieceSize;
}

/** A piece and how much of it is data: the rest of `unpaddedSizeOf(paddedSize)` is zeros. */
export interface MeasuredPiece extends PieceInfo {
  readonly payloadBytes: number;
}

/**
 * `baga6ea4seaq…`: the `PieceCID` of deals, the `Data` of claims, the `UnsealedCid` of sectors (go-fil-commcid). Throws
 * `DomainError` `commitment-length` for other than 32 bytes.
 */
export function pieceCidOf(commitment: Uint8Array): Cid {
  return cidFromParts(UNSEALED_COMMITMENT, TRUNCATED_SHA256, checkCommitment(commitment));
}

/** The same bytes where they can be a commitment. Throws `DomainError` `commitment-length` for other than 32 bytes. */
export function checkCommitment(commitment: Uint8Array): Uint8Array {
  if (commitment.length !== COMMITMENT_BYTES) {
    throw new DomainError('commitment-length', `A commitment has ${COMMITMENT_BYTES} bytes, and this has ${commitment.length}.`);
  }
  return commitment;
}

/** The 32 bytes behind a version 1 piece CID. Throws `DomainError` `piece-cid` for the CID of anything else. */
export function commitmentOfPieceCid(cid: Cid): Uint8Array {
  const { codec, hash, digest } = cidParts(cid);
  if (codec !== UNSEALED_COMMITMENT || hash !== TRUNCATED_SHA256 || digest.length !== COMMITMENT_BYTES) {
    throw new DomainError('piece-cid', 'This CID does not name a piece: the CID of a piece starts with baga6ea4seaq.');
  }
  return digest;
}

/**
 * `bafkzcib…`: commitment, height and padding in one (FRC-0069). Throws `DomainError` `commitment-length` for other than 32 bytes,
 * `payload-size` for data that is no count of bytes or more than the piece holds.
 */
export function pieceCidV2Of(piece: MeasuredPiece): Cid {
  const padding = unpaddedSizeOf(piece.paddedSize) - piece.payloadBytes;
  if (!Number.isSafeInteger(piece.payloadBytes) || piece.payloadBytes < 0 || padding < 0) {
    throw new DomainError('payload-size', 'The data of a piece is a whole number of bytes that fits into it.');
  }
  const height = Math.log2(piece.paddedSize / COMMITMENT_BYTES);
  return cidFromParts(RAW, PADDED_TREE, Uint8Array.from([...encodeVarint(padding), height, ...checkCommitment(piece.commitment)]));
}

/**
 * Reads a version 2 piece CID. Throws `DomainError` `piece-cid-v2` for the CID of anything else, and for one whose padding is
 * not what its height needs (FRC-0069: less than the data, which counts as 127 bytes when it is shorter).
 */
export function pieceOfCidV2(cid: Cid): MeasuredPiece {
  const { codec, hash, digest } = cidParts(cid);
  const piece = codec === RAW && hash === PADDED_TREE ? measuredPiece(digest) : undefined;
  if (piece === undefined) {
    throw new DomainError('piece-cid-v2', 'This CID does not name a piece with its size: such a CID starts with bafkzcib.');
  }
  return piece;
}

function measuredPiece(digest: Uint8Array): MeasuredPiece | undefined {
  const padding = readVarint(digest, 0);
  if (typeof padding === 'string' || digest.length !== padding.end + 1 + COMMITMENT_BYTES) return undefined;
  try {
    const paddedSize = parsePaddedPieceSize(COMMITMENT_BYTES * 2 ** (digest[padding.end] ?? 0));
    const payloadBytes = unpaddedSizeOf(paddedSize) - Number(padding.value);
    const counted = Math.max(payloadBytes, MINIMUM_PIECE_PAYLOAD_BYTES);
    if (payloadBytes < 0 || pieceSizeOfPayload(counted) !== paddedSize) return undefined;
    return { commitment: digest.subarray(padding.end + 1), paddedSize, payloadBytes };
  } catch (error) {
    // A height of less than a piece, or of more than a sector.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
