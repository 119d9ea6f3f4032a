/**
 * Byte strings whose signature would be worth more than it says: signed as they are, they are a message, a transaction or a contract's
 * permission that nobody has read.
 */
import type { SignatureType } from './signature.ts';

/** CIDv1, dag-cbor, blake2b-256: the 38 bytes that the signature of an f1 or f3 message covers (lotus chain/types/message.go). */
const MESSAGE_CID_PREFIX = [0x01, 0x71, 0xa0, 0xe4, 0x02, 0x20];
const MESSAGE_CID_LENGTH = 38;
/** First bytes of EIP-2718's typed transactions (EIP-2930, 1559, 4844, 7702) and of EIP-7702's authorisations. */
const TYPED_PREFIXES: ReadonlySet<number> = new Set([1, 2, 3, 4, 5]);
/** EIP-191: 0 data for one contract, 1 typed data of EIP-712, such as permits that move tokens. */
const CONTRACT_VERSIONS: ReadonlySet<number> = new Set([0, 1]);
const ENVELOPE_BYTE = 0x19;
const RLP_LIST = 0xc0;
/** Above it the first byte says how many bytes the length takes. */
const RLP_LONG_LIST = 0xf7;

/** What a raw signature of these bytes would be as well, in words; undefined where nothing is known. */
export function blindMeaning(type: SignatureType, bytes: Uint8Array): string | undefined {
  if (bytes.length === MESSAGE_CID_LENGTH && MESSAGE_CID_PREFIX.every((byte, index) => bytes[index] === byte)) {
    return 'the signature of the message with this CID';
  }
  if (type !== 'delegated') return undefined;
  const [first = 0, second = 0] = bytes;
  if (first === ENVELOPE_BYTE && CONTRACT_VERSIONS.has(second)) return 'a permission for a contract, such as one to move tokens';
  if (isRlpList(bytes) || (TYPED_PREFIXES.has(first) && isRlpList(bytes.subarray(1)))) return 'the signature of an Ethereum transaction';
  return undefined;
}

/** Whether these bytes are one list by its head, whatever is in it: transactions of other networks have items that Filecoin's lack. */
function isRlpList(bytes: Uint8Array): boolean {
  const [first = 0] = bytes;
  if (first < RLP_LIST) return false;
  if (first <= RLP_LONG_LIST) return bytes.length === 1 + first - RLP_LIST;
  const sizeLength = first - RLP_LONG_LIST;
  const length = bytes.subarray(1, 1 + sizeLength).reduce((sum, byte) => sum * 256 + byte, 0);
  return bytes.length === 1 + sizeLength + length;
}
