import type { CborReader } from '../cbor.ts';
import type { Cid } from '../cid.ts';
import { DomainError } from '../domain-error.ts';

/** How the text of every CID version 1 with dag-cbor and blake2b-256 begins: all whole letters of what comes before the digest. */
const CHAIN_CID_START = 'bafy2bzace';
const CHAIN_CID_LENGTH = 62;

/**
 * A link from one node of a collection to the next. Throws `DomainError` `state-tree` unless it is a block of the chain: dag-cbor, as
 * go-amt-ipld `node.go` and go-hamt-ipld `hamt.go` demand, and blake2b-256, as all blocks of the state are, so that it can be verified.
 */
export function readBlockLink(reader: CborReader, name: string): Cid {
  const cid = reader.link(name);
  if (cid.length === CHAIN_CID_LENGTH && cid.startsWith(CHAIN_CID_START)) return cid;
  throw new DomainError('state-tree', 'A node of the state has a link that is not to a block of the chain: the state is damaged.');
}
