/**
 * Layout of a collection, which its blocks do not contain: node format, bit width, keys and values. Sources: go-amt-ipld v2 and v4, go-hamt-ipld v1 and v3, go-state-types `builtin` (the `…_state.go` of each actor).
 */
import { type Address, addressFromBytes, addressToBytes } from '../addresses/address.ts';
import { DomainError } from '../domain-error.ts';
import { type Cid, cidFromBytes, cidToBytes } from '../encoding/cid.ts';
import { encodeVarint, readVarint } from '../encoding/varint.ts';
import type { Codec } from './codec.ts';

/**
 * Node format. `v0`: actors before version 3 (an AMT root without its width, which is 3; pointers of a HAMT as maps of one key).
 * `v3`: later actors. Block headers and receipts still use `v0`.
 */
export type NodeForm = 'v0' | 'v3';

/** An array of values by index. */
export interface AmtLayout<V> {
  readonly form: NodeForm;
  /** Nodes have 2^bitWidth slots; 3 for `v0`. */
  readonly bitWidth: number;
  readonly value: Codec<V>;
}

/** A map. Keys are hashed with sha2-256; buckets have up to three entries. */
export interface HamtLayout<K, V> {
  readonly form: NodeForm;
  /** Nodes have 2^bitWidth slots; 5 by default. */
  readonly bitWidth: number;
  readonly key: KeyCodec<K>;
  readonly value: Codec<V>;
}

/** Encoding of a HAMT key. */
export interface KeyCodec<K> {
  toBytes(key: K): Uint8Array;
  /** Throws `DomainError` for invalid bytes. */
  fromBytes(bytes: Uint8Array): K;
}

/** An address in bytes: `abi.AddrKey`. */
export const addressKey: KeyCodec<Address> = { toBytes: addressToBytes, fromBytes: addressFromBytes };

/** A CID in bytes: `abi.CidKey`. */
export const cidKey: KeyCodec<Cid> = { toBytes: cidToBytes, fromBytes: cidFromBytes };

/** An ID or epoch from 0 to 2^53 − 1 as an unsigned varint: `abi.UIntKey`. */
export const unsignedKey: KeyCodec<number> = {
  toBytes: (key) => Uint8Array.from(encodeVarint(key)),
  fromBytes: (bytes) => Number(wholeVarint(bytes)),
};

/** An integer as a varint in zigzag form: `abi.IntKey`. */
export const signedKey: KeyCodec<number> = {
  toBytes: (key) => Uint8Array.from(encodeVarint(key < 0 ? -2 * key - 1 : 2 * key)),
  fromBytes(bytes) {
    const zigzag = wholeVarint(bytes);
    return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
  },
};

function wholeVarint(bytes: Uint8Array): number {
  const read = readVarint(bytes, 0);
  if (typeof read === 'string' || read.end !== bytes.length || !Number.isSafeInteger(Number(read.value))) {
    throw new DomainError('state-tree', 'A map key is not a valid integer.');
  }
  return Number(read.value);
}
