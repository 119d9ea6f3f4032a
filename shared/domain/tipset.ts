/**
 * Tipsets: blocks of one height with the same parents, in the order of their tickets; their keys; and the hashes by which the
 * Ethereum methods of a node know tipsets and messages. Sources: Lotus `chain/types/tipset.go`, `tipset_key.go` and
 * `ethtypes/eth_types.go`.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import type { BlockHeader } from './block-header.ts';
import { bytesToHex, concatBytes, hexToBytes } from './bytes.ts';
import { CborReader, CborWriter } from './cbor.ts';
import { type Cid, cidFromParts, cidOfDagCbor, cidParts, cidsFromBytes, cidToBytes, parseCid } from './cid.ts';
import { DomainError } from './domain-error.ts';

/** Blocks with their CIDs; made by `parseNodeTipset`. */
export interface Tipset {
  /** `key[i]` is the CID of `blocks[i]`. */
  readonly key: readonly Cid[];
  readonly blocks: readonly BlockHeader[];
  /** Epoch. */
  readonly height: number;
}

const DAG_CBOR = 0x71;
const BLAKE2B_256 = 0xb220;
/** Far more than a tipset ever has blocks; a longer text is no key. */
const MAX_KEY_TEXT = 16_384;

/** Ascending blake2b-256 of the ticket's VRF proof; equal tickets by CID, as Lotus breaks the tie. */
export function orderByTicket<T extends { readonly header: BlockHeader; readonly cid: Cid }>(blocks: readonly T[]): T[] {
  const rank = (block: T) =>
    bytesToHex(blake2b(block.header.ticket ?? new Uint8Array(), { dkLen: 32 })) + bytesToHex(cidToBytes(block.cid));
  return blocks
    .map((block) => ({ block, rank: rank(block) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ block }) => block);
}

/** The bytes that stand for a tipset key in a node's store: a CBOR byte string of the block CIDs, one after the other. */
export function encodeTipsetKey(key: readonly Cid[]): Uint8Array {
  return new CborWriter().bytes(concatBytes(...key.map(cidToBytes))).finish();
}

/**
 * Reads what a node keeps under the CID of a tipset key (ChainReadObj): the way from an Ethereum block hash to the blocks.
 * Throws `DomainError` `tipset-key`, `cbor` or `cid`.
 */
export function decodeTipsetKey(bytes: Uint8Array): Cid[] {
  const reader = new CborReader(bytes, 'tipset-key', 'a tipset key');
  const key = cidsFromBytes(reader.bytes('The value'));
  reader.end();
  return key;
}

/** The CID of a tipset key. It depends on the order of the blocks. Its digest is the hash of the Ethereum block: `ethHashFromCid`. */
export function tipsetKeyCid(key: readonly Cid[]): Cid {
  return cidOfDagCbor(encodeTipsetKey(key));
}

/** A tipset key as Lotus prints it: `{bafy…,bafy…}`. */
export function formatTipsetKey(key: readonly Cid[]): string {
  return `{${key.join(',')}}`;
}

/**
 * Reads a tipset key: as Lotus prints it, as node JSON (`[{"/":"bafy…"}]`), or as CIDs with spaces, commas or line breaks
 * between. The order stays as it is written. Throws `DomainError` `tipset-key` (nothing, too long, a block twice) or `cid`.
 */
export function parseTipsetKey(text: string): Cid[] {
  if (text.length > MAX_KEY_TEXT) throw new DomainError('tipset-key', 'This text is too long for a tipset key.');
  const key = text
    .split(/[\s,;{}[\]"'/:]+/)
    .filter((part) => part !== '')
    .map(parseCid);
  if (key.length === 0) throw new DomainError('tipset-key', 'A tipset key is the CIDs of its blocks, with commas between.');
  if (new Set(key).size !== key.length) throw new DomainError('tipset-key', 'A tipset key names each block once.');
  return key;
}

/**
 * The hash by which the Ethereum methods know a chain object: 0x and the digest of its CID. Of a tipset key's CID it is the block
 * hash; of a BLS or secp256k1 message's CID the transaction hash. A delegated message has another one, the Keccak-256 of its
 * signed transaction. Throws `DomainError` `eth-hash` for a CID of another kind. Source: Lotus `EthHashFromCid`.
 */
export function ethHashFromCid(cid: Cid): string {
  const { version, codec, hash, digest } = cidParts(cid);
  if (version !== 1 || codec !== DAG_CBOR || hash !== BLAKE2B_256 || digest.length !== 32)
    throw new DomainError('eth-hash', 'Only objects of the chain have an Ethereum hash: their CIDs begin with bafy2bzace.');
  return `0x${bytesToHex(digest)}`;
}

/**
 * The CID whose digest an Ethereum hash is: that of a tipset key for a block hash, that of a native message for its transaction
 * hash. The hash of a delegated message leads nowhere: ask EthGetMessageCidByTransactionHash. Throws `DomainError` `eth-hash`.
 */
export function cidFromEthHash(hash: string): Cid {
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw new DomainError('eth-hash', 'An Ethereum hash is 0x and 64 hexadecimal digits.');
  return cidFromParts(DAG_CBOR, BLAKE2B_256, hexToBytes(hash));
}
