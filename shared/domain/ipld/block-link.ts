import { DomainError } from '../domain-error.ts';
import type { CborReader } from '../encoding/cbor.ts';
import type { Cid } from '../encoding/cid.ts';

/** Text prefix of every version 1 CID with dag-cbor and blake2b-256. */
const CHAIN_CID_START = 'bafy2bzace';
const CHAIN_CID_LENGTH = 62;

/**
 * Read a link between nodes of a collection. Throws `DomainError` `state-tree` unless it is dag-cbor, as go-amt-ipld `node.go` and
 * go-hamt-ipld `hamt.go` require, and blake2b-256, as in all state blocks, so that it can be verified.
 */
export function readBlockLink(reader: CborReader, name: string): Cid {
  const cid = reader.link(name);
  if (cid.length === CHAIN_CID_LENGTH && cid.startsWith(CHAIN_CID_START)) return cid;
  throw new DomainError('state-tree', 'Corrupt state: a node has a link that is not to a chain block.');
}
