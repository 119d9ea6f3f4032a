/** libp2p peer IDs: a multihash of the peer's public key, as base58 text. */
import { base58 } from '@scure/base';
import { DomainError } from '../domain-error.ts';

/** Identity hash: the key itself, if it is short. */
const IDENTITY = 0x00;
const SHA2_256 = 0x12;
/** Longer text is not a peer ID; base58 decoding is quadratic. */
const MAX_CHARACTERS = 128;
/** The second byte is the length of the rest. */
const MAX_BYTES = 64;

/** Format a peer ID (`12D3Koo…`, `Qm…`); undefined for invalid bytes. */
export function formatPeerId(bytes: Uint8Array): string | undefined {
  return isPeerId(bytes) ? base58.encode(bytes) : undefined;
}

/**
 * Parse a peer ID from base58 text. Throws `DomainError` `peer-id`.
 * Source: libp2p specs, peer-ids/peer-ids.md.
 */
export function parsePeerId(text: string): Uint8Array {
  if (text.length <= MAX_CHARACTERS && /^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) {
    const bytes = base58.decode(text);
    if (isPeerId(bytes)) return bytes;
  }
  throw new DomainError('peer-id', 'Not a valid peer ID. It starts with 12D3Koo, 16Uiu2 or Qm.');
}

function isPeerId(bytes: Uint8Array): boolean {
  const [code, length] = bytes;
  if (length === undefined || bytes.length > MAX_BYTES || length === 0 || bytes.length !== length + 2) return false;
  return code === IDENTITY || (code === SHA2_256 && length === 32);
}
