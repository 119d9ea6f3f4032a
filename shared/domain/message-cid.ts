/**
 * CIDs that people type or paste. A CID has no checksum: what is said here of a wrong one is all that its form tells. Sources: the CID
 * specification and the multicodec table; a message's CID is made by go-state-types `abi/cid.go`.
 */
import { tryParseAddress } from './address.ts';
import { decodeBase32 } from './base32.ts';
import { type Cid, cidParts, parseCid } from './cid.ts';
import { DomainError } from './domain-error.ts';

const REFUSALS = {
  'cid-empty': 'There is no CID here: enter one; that of a message begins with bafy2bzace.',
  'cid-eth-hash': 'This is the hash of an Ethereum transaction or block: a message is found by its CID, which begins with bafy2bzace.',
  'cid-eth-digits':
    'This is hexadecimal, as Ethereum writes it, and not a CID: a message is found by its CID, which begins with bafy2bzace.',
  'cid-address': 'This is an address, not a CID: the CID of a message begins with bafy2bzace.',
  'cid-space': 'There is a space or another character without shape in this CID: remove it.',
  'cid-case': 'A CID that begins with b has no capital letters: write it in lower case.',
  'cid-encoding': 'A CID that begins with b has only the letters a-z and the digits 2-7 after it.',
  'cid-end': 'This CID cannot end so: its last letter is wrong, or letters are missing at its end. Copy it whole.',
  'cid-length': 'This CID is not whole, or a letter in it is wrong: copy it again.',
  'cid-piece': 'This is the CID of a piece of data, not of a message: the CID of a message begins with bafy2bzace.',
  'cid-sector': 'This is the CID of a sealed sector, not of a message: the CID of a message begins with bafy2bzace.',
  'cid-raw': 'This is the CID of raw data, not of a message: the CID of a message begins with bafy2bzace.',
  'cid-file': 'This is the CID of a file or a folder, not of a message: the CID of a message begins with bafy2bzace.',
  'cid-other': 'This CID is of another kind than that of a message, which begins with bafy2bzace.',
} as const;

type CidRefusal = keyof typeof REFUSALS;

/** Codes of the multicodec table: what a CID that is not a message's names. */
const KINDS: Readonly<Record<number, CidRefusal>> = { 85: 'cid-raw', 112: 'cid-file', 61697: 'cid-piece', 61698: 'cid-sector' };
const DAG_CBOR = 0x71;
const BLAKE2B_256 = 0xb220;
const DIGEST_BYTES = 32;

/**
 * Reads a CID as `parseCid` does, without the spaces around it, and says of a text that is none what is wrong with it.
 *
 * @throws DomainError `cid-empty`, `cid-eth-hash`, `cid-eth-digits`, `cid-address`, `cid-space`, `cid-case`, `cid-encoding`, `cid-end`,
 * `cid-length`, or `cid` for a text that has nothing of a CID
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
 * Reads the CID of a message: version 1, dag-cbor, blake2b-256. Blocks have such CIDs too.
 *
 * @throws DomainError as `readCidText`, and `cid-piece`, `cid-sector`, `cid-raw`, `cid-file` or `cid-other` for a CID of another kind
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
