/** Tipsets: blocks of one height with the same parents, in the order of their tickets. */
import { blake2b } from '@noble/hashes/blake2.js';
import type { BlockHeader } from './block-header.ts';
import { bytesToHex, concatBytes } from './bytes.ts';
import { encodeCbor } from './cbor.ts';
import { type Cid, cidOfDagCbor, cidToBytes } from './cid.ts';

export interface Tipset {
  /** `key[i]` is the CID of `blocks[i]`. */
  readonly key: readonly Cid[];
  readonly blocks: readonly BlockHeader[];
  readonly height: number;
}

/** Ascending blake2b-256 of the ticket's VRF proof; equal tickets by CID, as Lotus breaks the tie. */
export function orderByTicket<T extends { readonly header: BlockHeader; readonly cid: Cid }>(blocks: readonly T[]): T[] {
  const rank = (block: T) =>
    bytesToHex(blake2b(block.header.ticket ?? new Uint8Array(), { dkLen: 32 })) + bytesToHex(cidToBytes(block.cid));
  return blocks
    .map((block) => ({ block, rank: rank(block) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ block }) => block);
}

/** The CID of a tipset key: of the CBOR byte string of the concatenated block CIDs. Its digest is the eth block hash. */
export function tipsetKeyCid(key: readonly Cid[]): Cid {
  return cidOfDagCbor(encodeCbor(concatBytes(...key.map(cidToBytes))));
}
