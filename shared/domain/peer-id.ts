/** Ids of libp2p peers: a multihash of the peer's public key, as text in base58. */
import { base58 } from '@scure/base';
import { DomainError } from './domain-error.ts';

/** The key itself, where it is short. */
const IDENTITY = 0x00;
const SHA2_256 = 0x12;
/** A text of as many characters is no peer id; base58 takes time that grows with the square of its length. */
const MAX_CHARACTERS = 128;
/** One byte says the length of what follows the first two. */
const MAX_BYTES = 64;

/** The text of a peer id (`12D3Koo…`, `Qm…`); undefined for bytes that are none. */
export function formatPeerId(bytes: Uint8Array): string | undefined {
  return isPeerId(bytes) ? base58.encode(bytes) : undefined;
}

/**
 * The bytes of a peer id from its text in base58. Throws `DomainError` `peer-id`.
 * Source: libp2p specs, peer-ids/peer-ids.md.
 */
export function parsePeerId(text: string): Uint8Array {
  if (text.length <= MAX_CHARACTERS && /^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) {
    const bytes = base58.decode(text);
    if (isPeerId(bytes)) return bytes;
  }
  throw new DomainError('peer-id', 'This is no peer id: it begins with 12D3Koo, 16Uiu2 or Qm.');
}

function isPeerId(bytes: Uint8Array): boolean {
  const [code, length] = bytes;
  if (length === undefined || bytes.length > MAX_BYTES || length === 0 || bytes.length !== length + 2) return false;
  return code === IDENTITY || (code === SHA2_256 && length === 32);
}
