/** CIDs: the text form inside Sextant, link objects on the wire, and the CID of a chain object's bytes. */
import { blake2b } from '@noble/hashes/blake2.js';
import { CID } from 'multiformats/cid';
import { create } from 'multiformats/hashes/digest';
import { DomainError } from './domain-error.ts';

declare const cidBrand: unique symbol;
/** Text of a CID in its default base. Made only by the functions of this file. */
export type Cid = string & { readonly [cidBrand]: true };

const DAG_CBOR = 0x71;
const BLAKE2B_256 = 0xb220;

/** Reads a CID's text. Throws `DomainError` `cid`. */
export function parseCid(text: string): Cid {
  try {
    return CID.parse(text).toString() as Cid;
  } catch {
    throw new DomainError('cid', 'This is not a CID.');
  }
}

/** CIDv1, dag-cbor, blake2b-256: the CID of every chain object's canonical bytes. */
export function cidOfDagCbor(bytes: Uint8Array): Cid {
  return CID.createV1(DAG_CBOR, create(BLAKE2B_256, blake2b(bytes, { dkLen: 32 }))).toString() as Cid;
}

/** The CID's binary form: what a message signature covers. */
export function cidToBytes(cid: Cid): Uint8Array {
  return CID.parse(cid).bytes;
}

/** Reads the binary form. Throws `DomainError` `cid`. */
export function cidFromBytes(bytes: Uint8Array): Cid {
  try {
    return CID.decode(bytes).toString() as Cid;
  } catch {
    throw new DomainError('cid', 'These bytes are not a CID.');
  }
}

/** The form nodes write: `{"/": "bafy…"}`. */
export interface CidLink {
  readonly '/': string;
}

export function cidToLink(cid: Cid): CidLink {
  return { '/': cid };
}

/** Reads a link object. Throws `DomainError` `cid`. */
export function cidFromLink(link: unknown): Cid {
  if (typeof link !== 'object' || link === null || !('/' in link) || typeof link['/'] !== 'string') {
    throw new DomainError('cid', 'A CID from a node is an object {"/": "…"}.');
  }
  return parseCid(link['/']);
}
