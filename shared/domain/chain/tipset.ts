/**
 * Tipsets: blocks of one height with the same parents, in ticket order; their keys; and the Ethereum hashes of tipsets and
 * messages. Sources: Lotus `chain/types/tipset.go`, `tipset_key.go` and
 * `ethtypes/eth_types.go`.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { DomainError } from '../domain-error.ts';
import { bytesToHex, concatBytes, hexToBytes } from '../encoding/bytes.ts';
import { CborReader, CborWriter } from '../encoding/cbor.ts';
import { type Cid, cidFromParts, cidOfDagCbor, cidParts, cidsFromBytes, cidToBytes, parseCid } from '../encoding/cid.ts';
import type { BlockHeader } from './block-header.ts';

/** Blocks with their CIDs; created by `parseNodeTipset`. */
export interface Tipset {
  /** `key[i]` is the CID of `blocks[i]`. */
  readonly key: readonly Cid[];
  readonly blocks: readonly BlockHeader[];
  /** Epoch. */
  readonly height: number;
}

const DAG_CBOR = 0x71;
const BLAKE2B_256 = 0xb220;
/** Far more than any tipset needs. */
const MAX_KEY_TEXT = 16_384;

/** Ascending blake2b-256 of the ticket's VRF proof; ties by CID, as in Lotus. */
export function orderByTicket<T extends { readonly header: BlockHeader; readonly cid: Cid }>(blocks: readonly T[]): T[] {
  const rank = (block: T) =>
    bytesToHex(blake2b(block.header.ticket ?? new Uint8Array(), { dkLen: 32 })) + bytesToHex(cidToBytes(block.cid));
  return blocks
    .map((block) => ({ block, rank: rank(block) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ block }) => block);
}

/** Encode a tipset key as in a node's blockstore: a CBOR byte string of the concatenated block CIDs. */
export function encodeTipsetKey(key: readonly Cid[]): Uint8Array {
  return new CborWriter().bytes(concatBytes(...key.map(cidToBytes))).finish();
}

/**
 * Decode the object behind the CID of a tipset key (ChainReadObj), to resolve an Ethereum block hash to blocks.
 * Throws `DomainError` `tipset-key`, `cbor` or `cid`.
 */
export function decodeTipsetKey(bytes: Uint8Array): Cid[] {
  const reader = new CborReader(bytes, 'tipset-key', 'a tipset key');
  const key = cidsFromBytes(reader.bytes('The value'));
  reader.end();
  return key;
}

/** Return the CID of a tipset key, which depends on the block order. Its digest is the Ethereum block hash: `ethHashFromCid`. */
export function tipsetKeyCid(key: readonly Cid[]): Cid {
  return cidOfDagCbor(encodeTipsetKey(key));
}

/** Format a tipset key as Lotus does: `{bafy…,bafy…}`. */
export function formatTipsetKey(key: readonly Cid[]): string {
  return `{${key.join(',')}}`;
}

/**
 * Parse a tipset key: as Lotus prints it, as node JSON (`[{"/":"bafy…"}]`), or as CIDs separated by spaces, commas or line breaks.
 * Keeps the order. Throws `DomainError` `tipset-key` (empty, too long, a duplicate block) or `cid`.
 */
export function parseTipsetKey(text: string): Cid[] {
  if (text.length > MAX_KEY_TEXT) throw new DomainError('tipset-key', 'The tipset key is too long.');
  const key = text
    .split(/[\s,;{}[\]"'/:]+/)
    .filter((part) => part !== '')
    .map(parseCid);
  if (key.length === 0) throw new DomainError('tipset-key', 'Enter the CIDs of the tipset’s blocks, separated by commas.');
  if (new Set(key).size !== key.length) throw new DomainError('tipset-key', 'The tipset key contains a block twice.');
  return key;
}

/**
 * Return the Ethereum hash of a chain object: 0x and the digest of its CID. For a tipset key's CID it is the block hash; for a BLS or
 * secp256k1 message's CID the transaction hash. A delegated message's hash is the Keccak-256 of its signed transaction instead.
 * Throws `DomainError` `eth-hash` for other CIDs. Source: Lotus `EthHashFromCid`.
 */
export function ethHashFromCid(cid: Cid): string {
  const { version, codec, hash, digest } = cidParts(cid);
  if (version !== 1 || codec !== DAG_CBOR || hash !== BLAKE2B_256 || digest.length !== 32)
    throw new DomainError('eth-hash', 'Only chain objects have an Ethereum hash. Their CIDs start with bafy2bzace.');
  return `0x${bytesToHex(digest)}`;
}

/**
 * Return the CID of an Ethereum hash: of a tipset key for a block hash, of a native message for its transaction hash. Does not work for
 * delegated messages: use EthGetMessageCidByTransactionHash. Throws `DomainError` `eth-hash`.
 */
export function cidFromEthHash(hash: string): Cid {
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) throw new DomainError('eth-hash', 'An Ethereum hash is 0x followed by 64 hexadecimal digits.');
  return cidFromParts(DAG_CBOR, BLAKE2B_256, hexToBytes(hash));
}
