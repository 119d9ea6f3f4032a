/**
 * Computes CommP, the commitment of a piece, from its data, and CommD, that of a sector, from its pieces.
 *
 * The data is a stream of bits, least significant bit of each byte first. Every 254 bits are followed by two zero bits and make
 * a leaf of 32 bytes (Fr32); zeros fill the leaves up to a power of two; the root of the binary tree over them (piece-node.ts)
 * is the commitment. One node per level is kept, so memory use is constant, and trailing zeros are not hashed:
 * the roots of zero trees are known.
 *
 * Sources: rust-fil-proofs `generate_piece_commitment` and `compute_comm_d`, go-fil-commp-hashhash, go-commp-utils
 * `GenerateUnsealedCID`.
 */
import { DomainError } from '../domain-error.ts';
import type { Cid } from '../encoding/cid.ts';
import { COMMITMENT_BYTES, checkCommitment, type MeasuredPiece, type PieceInfo, pieceCidOf } from './piece-cid.ts';
import { hashNode } from './piece-node.ts';
import {
  MAXIMUM_PADDED_PIECE_SIZE,
  MINIMUM_PIECE_PAYLOAD_BYTES,
  type PaddedPieceSize,
  parsePaddedPieceSize,
  pieceSizeOfPayload,
} from './piece-size.ts';

/** Four leaves hold 127 bytes exactly: 4 × 254 bits. */
const QUAD_DATA_BYTES = 127;
const QUAD_LEAVES = 4;
const QUAD_LEVEL = 2;
const QUADS_AT_ONCE = 64;
const NODE_WORDS = COMMITMENT_BYTES / 4;
const HIGHEST_LEVEL = levelOf(MAXIMUM_PADDED_PIECE_SIZE);
const ZERO_ROOTS = zeroRoots();

/** A piece and its CID. */
export interface CommittedPiece extends MeasuredPiece {
  /** Version 1; see `pieceCidV2Of` for version 2. */
  readonly pieceCid: Cid;
}

/** Computes a piece's commitment from its bytes in order. Synchronous; about 15 seconds per GiB on one core. */
export class PieceHasher {
  /** One extra byte: the last leaf's top bits are read from there and then masked. */
  readonly #block = new Uint8Array(QUADS_AT_ONCE * QUAD_DATA_BYTES + 1);
  readonly #blockView = new DataView(this.#block.buffer);
  readonly #leaves = new Int32Array(QUAD_LEAVES * NODE_WORDS);
  readonly #tree = new CommitmentTree();
  #blockBytes = 0;
  #payloadBytes = 0;
  #isEnded = false;

  /**
   * Add the next bytes of the data, any number; the buffer may be reused afterwards. Throws `DomainError`
   * `piece-too-large` beyond the capacity of a 64 GiB sector.
   */
  update(bytes: Uint8Array): void {
    if (this.#isEnded) throw new Error('Cannot add data after the digest.');
    const payloadBytes = this.#payloadBytes + bytes.length;
    sizeOf(payloadBytes);
    this.#payloadBytes = payloadBytes;
    let taken = 0;
    while (taken < bytes.length) {
      const part = bytes.subarray(taken, taken + QUADS_AT_ONCE * QUAD_DATA_BYTES - this.#blockBytes);
      this.#block.set(part, this.#blockBytes);
      this.#blockBytes += part.length;
      taken += part.length;
      if (this.#blockBytes === QUADS_AT_ONCE * QUAD_DATA_BYTES) this.#hashBlock();
    }
  }

  /**
   * End the data. Fewer than 127 bytes are padded to the smallest piece (FRC-0069), which providers do not accept in deals; see
   * `pieceSizeOfPayload`.
   */
  digest(): CommittedPiece {
    const paddedSize = sizeOf(this.#payloadBytes);
    this.#isEnded = true;
    this.#block.fill(0, this.#blockBytes);
    this.#hashBlock();
    const commitment = this.#tree.rootAt(levelOf(paddedSize));
    return { commitment, paddedSize, payloadBytes: this.#payloadBytes, pieceCid: pieceCidOf(commitment) };
  }

  #hashBlock(): void {
    for (let offset = 0; offset < this.#blockBytes; offset += QUAD_DATA_BYTES) {
      this.#readLeaves(offset);
      hashNode(this.#leaves, 0, 0);
      hashNode(this.#leaves, 2 * NODE_WORDS, NODE_WORDS);
      hashNode(this.#leaves, 0, 0);
      this.#tree.add(QUAD_LEVEL, this.#leaves);
    }
    this.#blockBytes = 0;
  }

  /** Leaf n starts 2n bits before its 32 bytes of data: each word combines two words of the data. */
  #readLeaves(offset: number): void {
    const view = this.#blockView;
    const leaves = this.#leaves;
    for (let word = 0; word < NODE_WORDS; word += 1) leaves[word] = view.getInt32(offset + word * 4);
    for (let leaf = 1; leaf < QUAD_LEAVES; leaf += 1) {
      let before = view.getInt32(offset + leaf * 32 - 4, true);
      for (let word = leaf * NODE_WORDS; word < (leaf + 1) * NODE_WORDS; word += 1) {
        const here = view.getInt32(offset + word * 4, true);
        leaves[word] = swapped((before >>> (32 - 2 * leaf)) | (here << (2 * leaf)));
        before = here;
      }
    }
    for (let last = NODE_WORDS - 1; last < leaves.length; last += NODE_WORDS) leaves[last] = (leaves[last] ?? 0) & 0xffffff3f;
  }
}

/**
 * Compute the commitment of a byte stream, such as a file's read stream. Yields only between chunks: use a worker for large
 * files.
 *
 * `onProgress` receives the bytes read so far after every chunk; an aborted `signal` rejects with its reason. Rejects with
 * `DomainError` `piece-too-large`, and with errors of the stream.
 */
export async function pieceCommitmentOf(
  chunks: AsyncIterable<Uint8Array>,
  options: { onProgress?: (payloadBytes: number) => void; signal?: { throwIfAborted(): void } } = {},
): Promise<CommittedPiece> {
  const hasher = new PieceHasher();
  let payloadBytes = 0;
  options.signal?.throwIfAborted();
  for await (const chunk of chunks) {
    options.signal?.throwIfAborted();
    hasher.update(chunk);
    payloadBytes += chunk.length;
    options.onProgress?.(payloadBytes);
  }
  return hasher.digest();
}

/** Return the piece size for a payload, which may be below the minimum. */
function sizeOf(payloadBytes: number): PaddedPieceSize {
  return pieceSizeOfPayload(Math.max(payloadBytes, MINIMUM_PIECE_PAYLOAD_BYTES));
}

/** Return the commitment of a piece of zeros, which fills the rest of a sector. */
export function zeroPieceCommitment(paddedSize: PaddedPieceSize): Uint8Array {
  return bytesOf(zeroRoot(levelOf(paddedSize)), 0);
}

/**
 * Compute CommD, the unsealed commitment of a sector, from its pieces in order. Each piece starts at a multiple of its size;
 * zeros fill the gaps and the rest of the sector. Aligned parts of one piece, committed separately, result in that piece's commitment.
 *
 * `sectorSize` is that of the seal proof, in bytes. Throws `DomainError` `pieces-exceed-sector`, `piece-size` and
 * `piece-too-large` for an invalid sector size, `commitment-length` for a commitment that does not have 32 bytes.
 */
export function dataCommitmentOf(pieces: readonly PieceInfo[], sectorSize: number): Uint8Array {
  const sectorLevel = levelOf(parsePaddedPieceSize(sectorSize));
  if (sectorLevel > HIGHEST_LEVEL) throw tooLarge();
  const tree = new CommitmentTree();
  let end = 0;
  for (const { commitment, paddedSize } of pieces) {
    end = Math.ceil(end / paddedSize) * paddedSize + paddedSize;
    if (end > sectorSize) {
      throw new DomainError('pieces-exceed-sector', 'The pieces exceed the sector size. Move some to another sector.');
    }
    tree.fill(levelOf(paddedSize));
    tree.add(levelOf(paddedSize), wordsOf(checkCommitment(commitment)));
  }
  return tree.rootAt(sectorLevel);
}

/** Left children without a right sibling yet, one per level. Level 0 is the leaves. */
class CommitmentTree {
  /** Two nodes per level. */
  readonly #pairs = new Int32Array((HIGHEST_LEVEL + 2) * 2 * NODE_WORDS);
  readonly #isWaiting: boolean[] = new Array(HIGHEST_LEVEL + 2).fill(false);

  /** Append the root of a complete tree of 2^level leaves; all lower levels must be complete. */
  add(level: number, root: Int32Array): void {
    const slot = this.#freeSlot(level);
    for (let word = 0; word < NODE_WORDS; word += 1) this.#pairs[slot + word] = root[word] ?? 0;
    let reached = level;
    while (this.#isWaiting[reached] === true) {
      this.#isWaiting[reached] = false;
      hashNode(this.#pairs, reached * 2 * NODE_WORDS, this.#freeSlot(reached + 1));
      reached += 1;
    }
    this.#isWaiting[reached] = true;
  }

  /** Append zeros up to the next multiple of 2^level leaves. */
  fill(level: number): void {
    for (let below = 0; below < level; below += 1) {
      if (this.#isWaiting[below] === true) this.add(below, zeroRoot(below));
    }
  }

  /** Return the root of the tree of 2^level leaves, padded with zeros. */
  rootAt(level: number): Uint8Array {
    this.fill(level);
    return this.#isWaiting[level] === true ? bytesOf(this.#pairs, level * 2 * NODE_WORDS) : bytesOf(zeroRoot(level), 0);
  }

  #freeSlot(level: number): number {
    return (level * 2 + (this.#isWaiting[level] === true ? 1 : 0)) * NODE_WORDS;
  }
}

function zeroRoots(): readonly Int32Array[] {
  const pair = new Int32Array(2 * NODE_WORDS);
  return Array.from({ length: HIGHEST_LEVEL + 1 }, () => {
    const root = pair.slice(0, NODE_WORDS);
    pair.copyWithin(NODE_WORDS, 0, NODE_WORDS);
    hashNode(pair, 0, 0);
    return root;
  });
}

function zeroRoot(level: number): Int32Array {
  const root = ZERO_ROOTS[level];
  if (root === undefined) throw tooLarge();
  return root;
}

function tooLarge(): DomainError {
  return new DomainError('piece-too-large', 'The largest sector size is 64 GiB.');
}

function levelOf(paddedSize: PaddedPieceSize): number {
  return Math.log2(paddedSize / COMMITMENT_BYTES);
}

function wordsOf(commitment: Uint8Array): Int32Array {
  const view = new DataView(commitment.buffer, commitment.byteOffset, commitment.byteLength);
  return Int32Array.from({ length: NODE_WORDS }, (_, word) => view.getInt32(word * 4));
}

function bytesOf(words: Int32Array, from: number): Uint8Array {
  const bytes = new Uint8Array(COMMITMENT_BYTES);
  const view = new DataView(bytes.buffer);
  for (let word = 0; word < NODE_WORDS; word += 1) view.setInt32(word * 4, words[from + word] ?? 0);
  return bytes;
}

/** Reverse the bytes of a word. */
function swapped(word: number): number {
  return ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}
