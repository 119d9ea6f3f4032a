import { blake2b } from '@noble/hashes/blake2.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { DomainError } from '../domain-error.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { type Cid, cidParts } from '../encoding/cid.ts';

const IDENTITY = 0;
const HASHES: ReadonlyMap<number, (bytes: Uint8Array) => Uint8Array> = new Map([
  [0xb220, (bytes) => blake2b(bytes, { dkLen: 32 })],
  [0x12, (bytes) => sha256(bytes)],
]);

/** Return the block contained in a CID with an identity hash; undefined for all other CIDs. */
export function inlineBlock(cid: Cid): Uint8Array | undefined {
  const { hash, digest } = cidParts(cid);
  return hash === IDENTITY ? digest : undefined;
}

/**
 * Whether these bytes are the block of this CID: their blake2b-256 (all state) or sha2-256 is its digest. Throws `DomainError`
 * `state-tree` for CIDs with another hash, which cannot be verified and do not occur in the state.
 */
export function isBlockOf(cid: Cid, bytes: Uint8Array): boolean {
  const { hash, digest } = cidParts(cid);
  const hashOf = HASHES.get(hash);
  if (hashOf === undefined) {
    throw new DomainError('state-tree', `A state block’s CID uses hash 0x${hash.toString(16)}, which cannot be verified.`);
  }
  return equalBytes(hashOf(bytes), digest);
}
