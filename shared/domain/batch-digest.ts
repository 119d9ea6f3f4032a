/** One number for a whole batch of messages: what is compared to know that a list is the one that will be signed. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from './bytes.ts';

/** SHA-256 over the bytes of all messages, in order, as hex. CBOR tells its own length, so that no two lists share their bytes. */
export function batchDigest(messages: Iterable<Uint8Array>): string {
  const digest = sha256.create();
  for (const bytes of messages) digest.update(bytes);
  return bytesToHex(digest.digest());
}
