/** Digest of a batch of messages, compared to check that the displayed list is the one to be signed. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../encoding/bytes.ts';

/** SHA-256 of all message bytes in order, as hex. CBOR is self-delimiting, so different lists have different bytes. */
export function batchDigest(messages: Iterable<Uint8Array>): string {
  const digest = sha256.create();
  for (const bytes of messages) digest.update(bytes);
  return bytesToHex(digest.digest());
}
