/**
 * CIDs: text form, binary form, link objects on the wire, and the CID of a chain object's bytes. As strict as go-cid about bytes;
 * supports only the text bases that nodes and tools write. Sources: the CID and multihash specifications, go-cid `cid.go`.
 */
import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { DomainError } from '../domain-error.ts';
import { decodeBase32, encodeBase32 } from './base32.ts';
import { concatBytes } from './bytes.ts';
import { encodeVarint, readVarint } from './varint.ts';

declare const cidBrand: unique symbol;
/** Text of a CID: version 1 in lower-case base32 (`bafy2bzace…`), version 0 in base58 (`Qm…`). Created only by the functions of this file. */
export type Cid = string & { readonly [cidBrand]: true };

/** The parts of a CID. Codes: the multicodec table. */
export interface CidParts {
  readonly version: 0 | 1;
  /** 0x71 dag-cbor, 0x55 raw, 0x70 dag-pb, 0xf101 piece (CommP, CommD), 0xf102 sealed sector (CommR). */
  readonly codec: number;
  /** 0xb220 blake2b-256, 0x12 sha2-256, 0 identity (the digest is the content), 0x1012 pieces, 0xb401 sealed sectors. */
  readonly hash: number;
  readonly digest: Uint8Array;
}

const DAG_CBOR = 0x71;
const DAG_PB = 0x70;
const BLAKE2B_256 = 0xb220;
const SHA2_256 = 0x12;
const DIGEST_BYTES = 32;
/** cbor-gen's limit: 512 bytes including the leading zero byte. */
const MAX_CID_BYTES = 511;
const MAX_CID_TEXT = 1 + Math.ceil((MAX_CID_BYTES * 8) / 5);
/** CID prefixes of chain objects and of go-fil-markets' deal proposals. */
const CHAIN_PREFIX = prefixOf(DAG_CBOR, BLAKE2B_256, DIGEST_BYTES);
const DEAL_PREFIX = prefixOf(DAG_CBOR, SHA2_256, DIGEST_BYTES);

/**
 * Parse a CID: version 1 in base32 (`b…`, lower case) or base58 (`z…`), version 0 (`Qm…`). The result is in the default
 * base of its version. Throws `DomainError` `cid`.
 */
export function parseCid(text: string): Cid {
  return cidFromBytes(textToBytes(text));
}

/** CIDv1, dag-cbor, blake2b-256: the CID of every chain object's canonical bytes. Source: go-state-types `abi/cid.go`. */
export function cidOfDagCbor(bytes: Uint8Array): Cid {
  return cidText(concatBytes(CHAIN_PREFIX, blake2b(bytes, { dkLen: DIGEST_BYTES })));
}

/** CIDv1, dag-cbor, sha2-256: go-fil-markets' CID of a deal proposal (`storagemarket/impl/client.go`). */
export function cidOfDagCborSha256(bytes: Uint8Array): Cid {
  return cidText(concatBytes(DEAL_PREFIX, sha256(bytes)));
}

/** Create a CID of version 1 from its parts; codec and hash as in `CidParts`. Throws `DomainError` `cid` beyond 511 bytes. */
export function cidFromParts(codec: number, hash: number, digest: Uint8Array): Cid {
  return cidFromBytes(concatBytes(prefixOf(codec, hash, digest.length), digest));
}

/** Return the binary form, which a message signature covers. */
export function cidToBytes(cid: Cid): Uint8Array {
  return decodeText(cid);
}

/** Parse the binary form. Throws `DomainError` `cid`. */
export function cidFromBytes(bytes: Uint8Array): Cid {
  return cidText(checkCidBytes(bytes));
}

/**
 * Check that bytes are exactly one CID and return them: version 0 or 1, minimal varints, a digest of the stated length,
 * at most 511 bytes. Throws `DomainError` `cid`.
 */
export function checkCidBytes(bytes: Uint8Array): Uint8Array {
  partsOf(bytes);
  return bytes;
}

/** Parse concatenated CIDs, as in a tipset key. Throws `DomainError` `cid`. */
export function cidsFromBytes(bytes: Uint8Array): Cid[] {
  const cids: Cid[] = [];
  for (let start = 0; start < bytes.length; ) {
    const { end } = readCid(bytes, start);
    cids.push(cidText(bytes.subarray(start, end)));
    start = end;
  }
  return cids;
}

/** Return the parts of a CID. */
export function cidParts(cid: Cid): CidParts {
  return partsOf(cidToBytes(cid));
}

/** A CID in JSON: `{"/": "bafy…"}`. */
export interface CidLink {
  readonly '/': string;
}

/** Return the JSON form of a CID. */
export function cidToLink(cid: Cid): CidLink {
  return { '/': cid };
}

/** Parse the JSON form of a CID. Throws `DomainError` `cid`. */
export function cidFromLink(link: unknown): Cid {
  if (typeof link !== 'object' || link === null || !('/' in link) || typeof link['/'] !== 'string') {
    throw new DomainError('cid', 'A CID from a node must be an object {"/": "…"}.');
  }
  return parseCid(link['/']);
}

function cidText(bytes: Uint8Array): Cid {
  return (isVersion0(bytes) ? base58.encode(bytes) : `b${encodeBase32(bytes)}`) as Cid;
}

function textToBytes(text: string): Uint8Array {
  if (text.length > MAX_CID_TEXT) throw wrongCid();
  const bytes = decodeText(text);
  // Version 0 has no multibase prefix.
  if (isVersion0(bytes) !== text.startsWith('Q')) throw wrongCid();
  return bytes;
}

function decodeText(text: string): Uint8Array {
  if (text.startsWith('b')) {
    const bytes = decodeBase32(text, 1);
    if (bytes !== undefined) return bytes;
    throw wrongCid();
  }
  try {
    if (text.startsWith('Q')) return base58.decode(text);
    if (text.startsWith('z')) return base58.decode(text.slice(1));
  } catch {
    throw wrongCid();
  }
  throw wrongCid();
}

function isVersion0(bytes: Uint8Array): boolean {
  return bytes.length === 34 && bytes[0] === SHA2_256 && bytes[1] === DIGEST_BYTES;
}

function partsOf(bytes: Uint8Array): CidParts {
  const { end, ...parts } = readCid(bytes, 0);
  if (end !== bytes.length) throw wrongCid();
  return parts;
}

/** Read the CID at a position, and return where it ends. */
function readCid(bytes: Uint8Array, start: number): CidParts & { readonly end: number } {
  if (bytes[start] === SHA2_256 && bytes[start + 1] === DIGEST_BYTES)
    return { version: 0, codec: DAG_PB, hash: SHA2_256, ...digestAt(bytes, start + 2, DIGEST_BYTES) };
  let position = start;
  const next = () => {
    const number = readVarint(bytes, position);
    if (typeof number === 'string' || typeof number.value !== 'number') throw wrongCid();
    position = number.end;
    return number.value;
  };
  const version = next();
  const codec = next();
  const hash = next();
  const length = next();
  if (version !== 1 || position + length - start > MAX_CID_BYTES) throw wrongCid();
  return { version, codec, hash, ...digestAt(bytes, position, length) };
}

function digestAt(bytes: Uint8Array, start: number, length: number): { readonly digest: Uint8Array; readonly end: number } {
  const end = start + length;
  if (end > bytes.length) throw wrongCid();
  return { digest: bytes.subarray(start, end), end };
}

function prefixOf(codec: number, hash: number, length: number): Uint8Array {
  return Uint8Array.from([1, codec, hash, length].flatMap(encodeVarint));
}

function wrongCid(): DomainError {
  return new DomainError('cid', 'Not a valid CID. Copy it in full; it starts with b, or Qm for version 0.');
}
