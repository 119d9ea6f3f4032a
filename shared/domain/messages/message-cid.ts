/**
 * Parses CIDs that people type or paste. A CID has no checksum, so errors can only describe its form. Sources: the CID specification,
 * the multicodec table, go-state-types `abi/cid.go`.
 */
import { tryParseAddress } from '../addresses/address.ts';
import { DomainError } from '../domain-error.ts';
import { decodeBase32 } from '../encoding/base32.ts';
import { type Cid, cidParts, parseCid } from '../encoding/cid.ts';

const REFUSALS = {
  'cid-empty': 'Enter a CID. Message CIDs start with bafy2bzace.',
  'cid-eth-hash': 'This is an Ethereum transaction or block hash. Enter a message CID, which starts with bafy2bzace.',
  'cid-eth-digits': 'This is Ethereum hexadecimal, not a CID. Enter a message CID, which starts with bafy2bzace.',
  'cid-address': 'This is an address, not a CID. Message CIDs start with bafy2bzace.',
  'cid-space': 'The CID contains whitespace or an invisible character. Remove it.',
  'cid-case': 'A CID that starts with b is lower case.',
  'cid-encoding': 'A CID that starts with b contains only the letters a-z and the digits 2-7.',
  'cid-end': 'The end of the CID is wrong or missing. Copy it in full.',
  'cid-length': 'The CID is incomplete or a character is wrong. Copy it again.',
  'cid-piece': 'This is a piece CID, not a message CID. Message CIDs start with bafy2bzace.',
  'cid-sector': 'This is a sealed sector CID, not a message CID. Message CIDs start with bafy2bzace.',
  'cid-raw': 'This is a raw data CID, not a message CID. Message CIDs start with bafy2bzace.',
  'cid-file': 'This is a file or folder CID, not a message CID. Message CIDs start with bafy2bzace.',
  'cid-other': 'This is not a message CID. Message CIDs start with bafy2bzace.',
} as const;

type CidRefusal = keyof typeof REFUSALS;

/** Multicodec codes of CIDs that are not message CIDs. */
const KINDS: Readonly<Record<number, CidRefusal>> = { 85: 'cid-raw', 112: 'cid-file', 61697: 'cid-piece', 61698: 'cid-sector' };
const DAG_CBOR = 0x71;
const BLAKE2B_256 = 0xb220;
const DIGEST_BYTES = 32;

/**
 * Parse a CID as `parseCid` does, trimmed, with specific errors for invalid text.
 *
 * @throws DomainError `cid-empty`, `cid-eth-hash`, `cid-eth-digits`, `cid-address`, `cid-space`, `cid-case`, `cid-encoding`, `cid-end`,
 * `cid-length`, or `cid` for text that does not resemble a CID
 */
export function readCidText(text: string): Cid {
  const trimmed = text.trim();
  try {
    return parseCid(trimmed);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const code = whyNone(trimmed);
    throw code === undefined ? error : refusal(code);
  }
}

/**
 * Parse a message CID: version 1, dag-cbor, blake2b-256. Block CIDs have the same form.
 *
 * @throws DomainError as `readCidText`, and `cid-piece`, `cid-sector`, `cid-raw`, `cid-file` or `cid-other` for other CIDs
 */
export function parseMessageCid(text: string): Cid {
  const cid = readCidText(text);
  const { codec, hash, digest } = cidParts(cid);
  if (codec === DAG_CBOR && hash === BLAKE2B_256 && digest.length === DIGEST_BYTES) return cid;
  throw refusal(KINDS[codec] ?? 'cid-other');
}

function whyNone(text: string): CidRefusal | undefined {
  if (text === '') return 'cid-empty';
  if (/^0x[0-9a-f]{64}$/i.test(text)) return 'cid-eth-hash';
  if (/^0x[0-9a-f]*$/i.test(text)) return 'cid-eth-digits';
  if (tryParseAddress(text) !== undefined) return 'cid-address';
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return 'cid-space';
  if (!/^ba[a-z0-9]{6}/i.test(text)) return undefined;
  if (/[A-Z]/.test(text)) return 'cid-case';
  if (/[^a-z2-7]/.test(text)) return 'cid-encoding';
  return decodeBase32(text, 1) === undefined ? 'cid-end' : 'cid-length';
}

function refusal(code: CidRefusal): DomainError {
  return new DomainError(code, REFUSALS[code]);
}
