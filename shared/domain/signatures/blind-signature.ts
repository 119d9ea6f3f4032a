/**
 * Detects bytes whose raw signature would also be valid as a message, transaction, deal, voucher or contract permission. When in
 * doubt they are reported: an envelope costs little, an unread permission may cost everything.
 *
 * Signatures over exactly these bytes are verified by nodes (messages: lotus chain/consensus/signatures.go;
 * blocks: lotus chain/types/blockheader.go; votes and tickets of F3: go-f3 gpbft/types.go and vrf.go), built-in actors (deal proposals of
 * the market, vouchers of payment channels, and removals of DataCap by verifreg) and, for a delegated key, every Ethereum-compatible
 * network and contract.
 */
import { DomainError } from '../domain-error.ts';
import { utf8ToBytes } from '../encoding/bytes.ts';
import { readCbor } from '../encoding/cbor.ts';
import type { SignatureType } from './signature.ts';

/** CIDv1, dag-cbor, blake2b-256: the 38 bytes that the signature of an f1 or f3 message covers (lotus chain/types/message.go). */
const MESSAGE_CID_PREFIX = [0x01, 0x71, 0xa0, 0xe4, 0x02, 0x20];
const MESSAGE_CID_LENGTH = 38;
/** Transaction types are one byte (EIP-2718): 1 to 5 are in use, including EIP-7702 authorizations; no text starts with them. */
const TYPE_LIMIT = 0x20;
/** EIP-191: 0 data for one contract, 1 typed data of EIP-712, such as permits that move tokens. */
const CONTRACT_VERSIONS: ReadonlySet<number> = new Set([0, 1]);
const ENVELOPE_BYTE = 0x19;
const RLP_LIST = 0xc0;
const CBOR_LIST = 0x80;
const CBOR_LIST_END = 0xa0;
const DATACAP_REMOVAL = utf8ToBytes('fil_removedatacap:');
const FINALITY_VOTES = ['GPBFT:', 'VRF:'].map(utf8ToBytes);
/** Above it the first byte is the size of the length. */
const RLP_LONG_LIST = 0xf7;

/** Describe what else a raw signature of these bytes would be valid for; undefined if nothing is known. */
export function blindMeaning(type: SignatureType, bytes: Uint8Array): string | undefined {
  if (bytes.length === MESSAGE_CID_LENGTH && startsWith(bytes, MESSAGE_CID_PREFIX)) return 'the signature of the message with this CID';
  return type === 'delegated' ? meaningInEthereum(bytes) : meaningInActors(bytes);
}

function meaningInEthereum(bytes: Uint8Array): string | undefined {
  const [first = 0, second = -1] = bytes;
  if (first === ENVELOPE_BYTE && CONTRACT_VERSIONS.has(second)) return 'a permission for a contract, such as one to move tokens';
  // Text never contains the header of a long list, so any byte before it may be a type.
  const mayBeTyped = first < TYPE_LIMIT || (first < RLP_LIST && second > RLP_LONG_LIST);
  if (isRlpList(bytes) || (mayBeTyped && isRlpList(bytes.subarray(1)))) return 'the signature of an Ethereum transaction';
  return undefined;
}

function meaningInActors(bytes: Uint8Array): string | undefined {
  if (startsWith(bytes, DATACAP_REMOVAL)) return 'a vote to remove DataCap from a client';
  if (FINALITY_VOTES.some((prefix) => startsWith(bytes, prefix))) return 'a vote of a storage provider on which tipsets are final';
  if (isCborList(bytes)) return 'the signature of a deal, payment voucher or block, if the bytes encode one';
  return undefined;
}

function startsWith(bytes: Uint8Array, prefix: ArrayLike<number>): boolean {
  return bytes.length >= prefix.length && Array.from(prefix).every((byte, index) => bytes[index] === byte);
}

function isCborList(bytes: Uint8Array): boolean {
  const [first = 0] = bytes;
  if (first < CBOR_LIST || first >= CBOR_LIST_END) return false;
  try {
    readCbor(bytes);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Whether these bytes are one RLP list with any items: transactions of other networks have items that Filecoin's do not. */
function isRlpList(bytes: Uint8Array): boolean {
  const [first = 0] = bytes;
  if (first < RLP_LIST) return false;
  if (first <= RLP_LONG_LIST) return bytes.length === 1 + first - RLP_LIST;
  const sizeLength = first - RLP_LONG_LIST;
  const length = bytes.subarray(1, 1 + sizeLength).reduce((sum, byte) => sum * 256 + byte, 0);
  return bytes.length === 1 + sizeLength + length;
}
