/**
 * Text formats of private keys.
 *
 * | form | text | source |
 * | --- | --- | --- |
 * | lotus-hex | hex of the JSON below | lotus cli/wallet.go, the default |
 * | lotus-json | `{"Type":"bls","PrivateKey":"<base64>"}`; Type also 1, 2, 3 | lotus chain/types/keystore.go |
 * | gfc-json | `{"KeyInfo":[{"PrivateKey":"<base64>","SigType":2}]}` | go-filecoin, via lotus cli/wallet.go |
 * | eth-hex | 0x and 64 digits | lotus `hex-eth`, every Ethereum wallet |
 * | hex, base64 | the 32 bytes alone | |
 *
 * The last three do not state the key type, and BLS keys are little-endian in Lotus and big-endian elsewhere; neither is guessed.
 * Errors never contain the input, because it may be secret and errors may be logged.
 */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { tryParseAddress } from '../addresses/address.ts';
import { DomainError } from '../domain-error.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, bytesToUtf8Lossy, hexToBytes, utf8ToBytes } from '../encoding/bytes.ts';
import { signatureTypeNumber } from '../signatures/signature.ts';
import { type Key, type KeyType, keyFromPrivateKey, zeroKey } from './key.ts';
import { type PrivateKey, requirePrivateKey } from './private-key.ts';

/** The forms in the table above. */
export type KeyExportForm = 'lotus-hex' | 'lotus-json' | 'gfc-json' | 'eth-hex' | 'hex' | 'base64';
/** Byte order of a private key. */
export type ByteOrder = 'big-endian' | 'little-endian';

/** A key read from a text, or a candidate. */
interface ExportedKey extends Key {
  /** Byte order of the text. The key itself is always as Lotus stores it. */
  readonly byteOrder: ByteOrder;
}

/** Result of parsing a text. */
export interface KeyExport {
  readonly form: KeyExportForm;
  /** Whether the text states the key type. If not, `keys` are candidates: choose one by its address. */
  readonly isTypeStated: boolean;
  /** At least one. The caller zeroes all of them. */
  readonly keys: readonly ExportedKey[];
}

interface ExportFields {
  readonly type?: unknown;
  readonly sigtype?: unknown;
  readonly privatekey?: unknown;
  readonly keyinfo?: unknown;
  readonly crypto?: unknown;
}

const KEY_LENGTH = 32;
/** Number of words. */
const SHORTEST_PHRASE = 12;
const KEY_TYPES: readonly KeyType[] = ['secp256k1', 'bls', 'delegated'];

/**
 * Parse a private key in any format. Throws `DomainError`:
 *
 * - for other kinds of text: `key-export-empty`, `key-export-address`, `key-export-public-key`, `key-export-mnemonic`,
 *   `key-export-extended` (xprv, xpub), `key-export-token` (an API token), `key-export-encrypted` (an Ethereum keystore file),
 *   `key-export-ledger` (the key is in the device), `key-export-form`;
 * - for an invalid key: `key-export-json`, `key-export-type`, `key-export-base64`, `key-export-hex`, `key-export-length`,
 *   `key-export-byte-order` (a BLS key in big-endian), and as `keyFromPrivateKey`.
 */
export function parseKeyExport(text: string): KeyExport {
  const trimmed = text.trim();
  refuseOtherThings(trimmed);
  if (trimmed.startsWith('{')) return parseJson(trimmed, 'lotus-json');
  if (/^(0x)?[0-9a-f]+$/i.test(trimmed)) return parseHex(trimmed);
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(trimmed)) return fromRaw(decodeBase64(trimmed), 'base64');
  throw new DomainError('key-export-form', 'Private key format not recognized. Paste a wallet’s export, in one line.');
}

/**
 * Format a private key. The text is a secret that cannot be zeroed. Throws `DomainError` `key-export-type` for a BLS key as
 * `eth-hex`, and as `requirePrivateKey`, for example for a zeroed key. As `hex` and `base64`, a BLS key is little-endian, as in
 * Lotus.
 */
export function writeKeyExport({ type, privateKey }: PrivateKey, form: KeyExportForm): string {
  requirePrivateKey(type, privateKey);
  switch (form) {
    case 'lotus-hex':
      return bytesToHex(utf8ToBytes(writeKeyExport({ type, privateKey }, 'lotus-json')));
    case 'lotus-json':
      return JSON.stringify({ Type: type, PrivateKey: bytesToBase64(privateKey) });
    case 'gfc-json':
      return JSON.stringify({ KeyInfo: [{ PrivateKey: bytesToBase64(privateKey), SigType: signatureTypeNumber(type) }] });
    case 'eth-hex':
      if (type === 'bls') throw new DomainError('key-export-type', 'Ethereum has no BLS keys. Use the Lotus format.');
      return `0x${bytesToHex(privateKey)}`;
    case 'hex':
      return bytesToHex(privateKey);
    case 'base64':
      return bytesToBase64(privateKey);
    default:
      return form satisfies never;
  }
}

/** Reject common wrong input with a specific error. */
function refuseOtherThings(text: string): void {
  const refuse = (code: string, message: string): never => {
    throw new DomainError(`key-export-${code}`, message);
  };
  if (text === '') refuse('empty', 'Enter a private key.');
  if (isPhraseLike(text)) refuse('mnemonic', 'This is a recovery phrase. Import it as a recovery phrase.');
  if (/^eyJ[\w-]*\.[\w-]+\./.test(text)) refuse('token', 'This is an API token of a node, not a private key.');
  if (/^[a-z](prv|pub)[1-9A-HJ-NP-Za-km-z]{50,}$/i.test(text))
    refuse('extended', 'This is an extended key (BIP-32). Export a single key, or import the recovery phrase.');
  if (/^0x[0-9a-f]{40}$/i.test(text) || tryParseAddress(text) !== undefined) refuse('address', 'This is an address, not a private key.');
}

/** Whether a text has at least as many words as the shortest recovery phrase, or only words of the list. */
function isPhraseLike(text: string): boolean {
  if (!/^[a-z]+(\s+[a-z]+){2,}$/i.test(text)) return false;
  const words = text.toLowerCase().split(/\s+/);
  return words.length >= SHORTEST_PHRASE || words.every((word) => wordlist.includes(word));
}

function parseHex(text: string): KeyExport {
  const isPrefixed = /^0x/i.test(text);
  const digits = isPrefixed ? text.slice(2) : text;
  if (digits.length % 2 !== 0)
    throw new DomainError('key-export-hex', 'Odd number of hexadecimal digits. Check for a missing or extra digit.');
  const bytes = hexToBytes(digits);
  if (!isJson(bytes)) return fromRaw(bytes, isPrefixed ? 'eth-hex' : 'hex');
  try {
    return parseJson(bytesToUtf8Lossy(bytes), 'lotus-hex');
  } finally {
    bytes.fill(0);
  }
}

/** One in 256 keys starts with a brace: 32 bytes are only JSON if all of them are. */
function isJson(bytes: Uint8Array): boolean {
  if (bytes[0] !== '{'.charCodeAt(0)) return false;
  if (bytes.length !== KEY_LENGTH) return true;
  try {
    JSON.parse(bytesToUtf8Lossy(bytes));
    return true;
  } catch {
    return false;
  }
}

function parseJson(text: string, form: KeyExportForm): KeyExport {
  const { keyinfo, type, privatekey, crypto } = fieldsOf(parseText(text));
  if (crypto !== undefined)
    throw new DomainError('key-export-encrypted', 'This is an encrypted keystore file. Open it in its wallet and export the private key.');
  if (Array.isArray(keyinfo) && keyinfo.length > 0) {
    return { form: 'gfc-json', isTypeStated: true, keys: fromList(keyinfo) };
  }
  if (type === undefined && privatekey === undefined) throw wrongJson();
  return { form, isTypeStated: true, keys: [fromStated(type, privatekey)] };
}

/** All or nothing: keys read before an invalid entry are zeroed. */
function fromList(entries: readonly unknown[]): ExportedKey[] {
  const keys: ExportedKey[] = [];
  try {
    for (const entry of entries) {
      const { sigtype, privatekey } = fieldsOf(entry);
      keys.push(fromStated(sigtype, privatekey));
    }
    return keys;
  } catch (error) {
    keys.forEach(zeroKey);
    throw error;
  }
}

function fromStated(type: unknown, privateKey: unknown): ExportedKey {
  const keyType = typeFrom(type);
  if (typeof privateKey !== 'string' || privateKey === '')
    throw new DomainError('key-export-json', 'The export contains no key: the field PrivateKey is missing.');
  const bytes = decodeBase64(privateKey);
  const reversed = bytes.toReversed();
  try {
    return { ...keyFromPrivateKey(keyType, bytes), byteOrder: nativeOrder(keyType) };
  } catch (error) {
    if (keyType === 'bls' && error instanceof DomainError && error.code === 'private-key-range' && isKey('bls', reversed))
      throw new DomainError(
        'key-export-byte-order',
        'This BLS key is out of range in Lotus’ byte order; it appears to be big-endian. Export it as raw hex, and choose its address.',
      );
    throw error;
  } finally {
    bytes.fill(0);
    reversed.fill(0);
  }
}

/** Return all keys that 32 bytes can represent. */
function fromRaw(bytes: Uint8Array, form: KeyExportForm): KeyExport {
  const reversed = bytes.toReversed();
  try {
    if ([33, 48, 65].includes(bytes.length) && isPublicKey(bytes))
      throw new DomainError('key-export-public-key', 'This is a public key, not a private key.');
    if (bytes.length !== KEY_LENGTH)
      throw new DomainError('key-export-length', `A private key has 32 bytes, not ${bytes.length}. Check that you copied all of it.`);
    const readings: readonly (readonly [KeyType, ByteOrder])[] =
      form === 'eth-hex'
        ? [
            ['delegated', 'big-endian'],
            ['secp256k1', 'big-endian'],
          ]
        : [
            ['secp256k1', 'big-endian'],
            ['delegated', 'big-endian'],
            ['bls', 'little-endian'],
            ['bls', 'big-endian'],
          ];
    const keys = readings.flatMap(([type, byteOrder]) => {
      const own = byteOrder === nativeOrder(type) ? bytes : reversed;
      return isKey(type, own) ? [{ ...keyFromPrivateKey(type, own), byteOrder }] : [];
    });
    // No candidate is valid: report the first error.
    if (keys.length === 0) keyFromPrivateKey('secp256k1', bytes);
    return { form, isTypeStated: false, keys };
  } finally {
    bytes.fill(0);
    reversed.fill(0);
  }
}

/** Convert to the byte order of `keyFromPrivateKey`. */
function nativeOrder(type: KeyType): ByteOrder {
  return type === 'bls' ? 'little-endian' : 'big-endian';
}

function isKey(type: KeyType, bytes: Uint8Array): boolean {
  try {
    zeroKey(keyFromPrivateKey(type, bytes));
    return true;
  } catch {
    // reported if no candidate is valid
    return false;
  }
}

/** By the first byte: SEC 1 for secp256k1, the flags of a compressed point for BLS. */
function isPublicKey(bytes: Uint8Array): boolean {
  const first = bytes[0] ?? 0;
  if (bytes.length === 48) return first >= 0x80;
  return bytes.length === 65 ? first === 4 : first === 2 || first === 3;
}

function typeFrom(type: unknown): KeyType {
  if (type === 'secp256k1-ledger')
    throw new DomainError('key-export-ledger', 'This key is stored in a Ledger device and cannot be exported.');
  const keyType = KEY_TYPES.find((known) => known === type || signatureTypeNumber(known) === type);
  if (keyType !== undefined) return keyType;
  throw new DomainError('key-export-type', 'The export has no valid key type. Type must be "secp256k1", "bls" or "delegated".');
}

/** Fields by lower-case name: Lotus (Go) accepts any case. Duplicate names are rejected, because they may be two keys. */
function fieldsOf(value: unknown): ExportFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongJson();
  const fields = new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
  if (fields.size !== Object.keys(value).length) throw wrongJson();
  return Object.fromEntries(fields);
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongJson();
  }
}

function decodeBase64(text: string): Uint8Array {
  try {
    return base64ToBytes(text);
  } catch {
    throw new DomainError('key-export-base64', 'The key’s base64 is invalid: characters are missing or wrong.');
  }
}

function wrongJson(): DomainError {
  return new DomainError(
    'key-export-json',
    'Invalid key JSON. Expected {"Type": "…", "PrivateKey": "…"}. Check that you copied all of it.',
  );
}
