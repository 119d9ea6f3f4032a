/**
 * The two CIDs of a piece. Version 1 is used by deals, claims and sectors: it contains only the commitment, so the size is stored
 * separately. Version 2 (FRC-0069) also contains the height of the tree and the amount of padding.
 */
import { DomainError } from '../domain-error.ts';
import { type Cid, cidFromParts, cidParts } from '../encoding/cid.ts';
import { encodeVarint, readVarint } from '../encoding/varint.ts';
import {
  MINIMUM_PIECE_PAYLOAD_BYTES,
  type PaddedPieceSize,
  parsePaddedPieceSize,
  pieceSizeOfPayload,
  unpaddedSizeOf,
} from './piece-size.ts';

/** Codes of the multicodec table: fil-commitment-unsealed, sha2-256-trunc254-padded, raw, fr32-sha256-trunc254-padbintree. */
const UNSEALED_COMMITMENT = 0xf101;
const TRUNCATED_SHA256 = 0x1012;
const RAW = 0x55;
const PADDED_TREE = 0x1011;

/** Bytes of a commitment and of every tree node. */
export const COMMITMENT_BYTES = 32;

/** A piece as it is known on chain. */
export interface PieceInfo {
  /** Root of the tree, 32 bytes. */
  readonly commitment: Uint8Array;
  readonly paddedSize: PaddedPieceSize;
}

/** A piece with its payload size; the rest of `unpaddedSizeOf(paddedSize)` is zeros. */
export interface MeasuredPiece extends PieceInfo {
  readonly payloadBytes: number;
}

/**
 * `baga6ea4seaq…`: the `PieceCID` of deals, the `Data` of claims, the `UnsealedCid` of sectors (go-fil-commcid). Throws
 * `DomainError` `commitment-length` unless it has 32 bytes.
 */
export function pieceCidOf(commitment: Uint8Array): Cid {
  return cidFromParts(UNSEALED_COMMITMENT, TRUNCATED_SHA256, checkCommitment(commitment));
}

/** Check the length of a commitment and return it. Throws `DomainError` `commitment-length` unless it has 32 bytes. */
export function checkCommitment(commitment: Uint8Array): Uint8Array {
  if (commitment.length !== COMMITMENT_BYTES) {
    throw new DomainError('commitment-length', `A commitment has ${COMMITMENT_BYTES} bytes, not ${commitment.length}.`);
  }
  return commitment;
}

/** Return the commitment of a version 1 piece CID. Throws `DomainError` `piece-cid` for other CIDs. */
export function commitmentOfPieceCid(cid: Cid): Uint8Array {
  const { codec, hash, digest } = cidParts(cid);
  if (codec !== UNSEALED_COMMITMENT || hash !== TRUNCATED_SHA256 || digest.length !== COMMITMENT_BYTES) {
    throw new DomainError('piece-cid', 'Not a piece CID. Piece CIDs start with baga6ea4seaq.');
  }
  return digest;
}

/**
 * `bafkzcib…`: commitment, height and padding in one (FRC-0069). Throws `DomainError` `commitment-length` unless it has 32 bytes,
 * `payload-size` for a payload size that is not an integer or exceeds the piece.
 */
export function pieceCidV2Of(piece: MeasuredPiece): Cid {
  const padding = unpaddedSizeOf(piece.paddedSize) - piece.payloadBytes;
  if (!Number.isSafeInteger(piece.payloadBytes) || piece.payloadBytes < 0 || padding < 0) {
    throw new DomainError('payload-size', 'The payload size must be an integer and fit into the piece.');
  }
  const height = Math.log2(piece.paddedSize / COMMITMENT_BYTES);
  return cidFromParts(RAW, PADDED_TREE, Uint8Array.from([...encodeVarint(padding), height, ...checkCommitment(piece.commitment)]));
}

/**
 * Parse a version 2 piece CID. Throws `DomainError` `piece-cid-v2` for other CIDs, and if the padding does not match the height
 * (FRC-0069: less than the data, which counts as at least 127 bytes).
 */
export function pieceOfCidV2(cid: Cid): MeasuredPiece {
  const { codec, hash, digest } = cidParts(cid);
  const piece = codec === RAW && hash === PADDED_TREE ? measuredPiece(digest) : undefined;
  if (piece === undefined) {
    throw new DomainError('piece-cid-v2', 'Not a version 2 piece CID. Version 2 piece CIDs start with bafkzcib.');
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
    // A height below the smallest piece or above the largest sector.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
