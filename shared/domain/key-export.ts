/**
 * Private keys as text, in the forms that wallets write and read.
 *
 * | form | text | source |
 * | --- | --- | --- |
 * | lotus-hex | hex of the JSON below | lotus cli/wallet.go, the default |
 * | lotus-json | `{"Type":"bls","PrivateKey":"<base64>"}`; Type also 1, 2, 3 | lotus chain/types/keystore.go |
 * | gfc-json | `{"KeyInfo":[{"PrivateKey":"<base64>","SigType":2}]}` | go-filecoin, by way of lotus cli/wallet.go |
 * | eth-hex | 0x and 64 digits | lotus `hex-eth`, every Ethereum wallet |
 * | hex, base64 | the 32 bytes alone | |
 *
 * The last three do not say what kind of key it is, and BLS keys are little-endian in Lotus and big-endian elsewhere: nothing of
 * this is guessed. Text is never repeated in an error, because it may be a secret and errors may be logged.
 */
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { tryParseAddress } from './address.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, bytesToUtf8Lossy, hexToBytes, utf8ToBytes } from './bytes.ts';
import { DomainError } from './domain-error.ts';
import { type Key, type KeyType, keyFromPrivateKey, zeroKey } from './key.ts';
import { type PrivateKey, requirePrivateKey } from './private-key.ts';
import { signatureTypeNumber } from './signature.ts';

/** The forms in the table above. */
export type KeyExportForm = 'lotus-hex' | 'lotus-json' | 'gfc-json' | 'eth-hex' | 'hex' | 'base64';
/** Whether the first byte of a number is its largest or its smallest part. */
export type ByteOrder = 'big-endian' | 'little-endian';

/** A key that a text says, or may say. */
export interface ExportedKey extends Key {
  /** How the bytes of the text were read. The key itself is always as Lotus stores it. */
  readonly byteOrder: ByteOrder;
}

/** What a text was understood as. */
export interface KeyExport {
  readonly form: KeyExportForm;
  /** Whether the text says what kind of key it is. If it does not, `keys` are what it may be: choose one by its address. */
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
/** Words. */
const SHORTEST_PHRASE = 12;
const KEY_TYPES: readonly KeyType[] = ['secp256k1', 'bls', 'delegated'];

/**
 * Reads a private key in any of the forms. Throws `DomainError`:
 *
 * - for what is something else: `key-export-empty`, `key-export-address`, `key-export-public-key`, `key-export-mnemonic`,
 *   `key-export-extended` (xprv, xpub), `key-export-token` (an API token), `key-export-encrypted` (an Ethereum keystore file),
 *   `key-export-ledger` (the key is in the device), `key-export-form`;
 * - for what is wrong with one: `key-export-json`, `key-export-type`, `key-export-base64`, `key-export-hex`, `key-export-length`,
 *   `key-export-byte-order` (a BLS key the wrong way round), and as `keyFromPrivateKey`.
 */
export function parseKeyExport(text: string): KeyExport {
  const trimmed = text.trim();
  refuseOtherThings(trimmed);
  if (trimmed.startsWith('{')) return parseJson(trimmed, 'lotus-json');
  if (/^(0x)?[0-9a-f]+$/i.test(trimmed)) return parseHex(trimmed);
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(trimmed)) return fromRaw(decodeBase64(trimmed), 'base64');
  throw new DomainError('key-export-form', 'This is no private key that Sextant knows: paste the export of a wallet, in one line.');
}

/**
 * Writes a private key. The text is a secret that cannot be overwritten. Throws `DomainError` `key-export-type` for a BLS key as
 * `eth-hex`, which Ethereum does not have, and as `requirePrivateKey`: a copy of a key that was zeroed would be no copy. As `hex`
 * and `base64` a BLS key is little-endian, as in Lotus.
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
      if (type === 'bls') throw new DomainError('key-export-type', 'Ethereum has no BLS keys: export this one in the form of Lotus.');
      return `0x${bytesToHex(privateKey)}`;
    case 'hex':
      return bytesToHex(privateKey);
    case 'base64':
      return bytesToBase64(privateKey);
    default:
      return form satisfies never;
  }
}

/** What people paste by mistake. */
function refuseOtherThings(text: string): void {
  const refuse = (code: string, message: string): never => {
    throw new DomainError(`key-export-${code}`, message);
  };
  if (text === '') refuse('empty', 'There is no private key here.');
  if (isPhraseLike(text)) refuse('mnemonic', 'This is a recovery phrase: import it as one.');
  if (/^eyJ[\w-]*\.[\w-]+\./.test(text)) refuse('token', 'This is an API token of a node, which gives access to it, not a private key.');
  if (/^[a-z](prv|pub)[1-9A-HJ-NP-Za-km-z]{50,}$/i.test(text))
    refuse(
      'extended',
      'This is an extended key (BIP-32), from which keys are derived. Export a single key, or import the recovery phrase.',
    );
  if (/^0x[0-9a-f]{40}$/i.test(text) || tryParseAddress(text) !== undefined)
    refuse('address', 'This is an address, which everybody may know, not the private key behind it.');
}

/** As many words as the shortest recovery phrase has, or fewer that are all of its list: a part of one. */
function isPhraseLike(text: string): boolean {
  if (!/^[a-z]+(\s+[a-z]+){2,}$/i.test(text)) return false;
  const words = text.toLowerCase().split(/\s+/);
  return words.length >= SHORTEST_PHRASE || words.every((word) => wordlist.includes(word));
}

function parseHex(text: string): KeyExport {
  const isPrefixed = /^0x/i.test(text);
  const digits = isPrefixed ? text.slice(2) : text;
  if (digits.length % 2 !== 0)
    throw new DomainError('key-export-hex', 'The number of hexadecimal digits is odd: one is missing or too many.');
  const bytes = hexToBytes(digits);
  if (!isJson(bytes)) return fromRaw(bytes, isPrefixed ? 'eth-hex' : 'hex');
  try {
    return parseJson(bytesToUtf8Lossy(bytes), 'lotus-hex');
  } finally {
    bytes.fill(0);
  }
}

/** One key in 256 begins with a brace: 32 bytes are JSON only where all of them are. */
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

/** All or none: what was read before an entry that is no key is overwritten. */
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
    throw new DomainError('key-export-json', 'The field PrivateKey is missing: this export has no key in it.');
  const bytes = decodeBase64(privateKey);
  const reversed = bytes.toReversed();
  try {
    return { ...keyFromPrivateKey(keyType, bytes), byteOrder: nativeOrder(keyType) };
  } catch (error) {
    if (keyType === 'bls' && error instanceof DomainError && error.code === 'private-key-range' && isKey('bls', reversed))
      throw new DomainError(
        'key-export-byte-order',
        'This BLS key is too large as Lotus reads it, but not the other way round: it was written big-endian. Export it from its wallet as raw hex, and choose its address.',
      );
    throw error;
  } finally {
    bytes.fill(0);
    reversed.fill(0);
  }
}

/** Every key that 32 bytes may be. */
function fromRaw(bytes: Uint8Array, form: KeyExportForm): KeyExport {
  const reversed = bytes.toReversed();
  try {
    if ([33, 48, 65].includes(bytes.length) && isPublicKey(bytes))
      throw new DomainError('key-export-public-key', 'This is a public key, which everybody may know, not the private key behind it.');
    if (bytes.length !== KEY_LENGTH)
      throw new DomainError(
        'key-export-length',
        `A private key has 32 bytes; these are ${bytes.length}. Some are missing, or it is something else.`,
      );
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
    // None fits: the first reading says why.
    if (keys.length === 0) keyFromPrivateKey('secp256k1', bytes);
    return { form, isTypeStated: false, keys };
  } finally {
    bytes.fill(0);
    reversed.fill(0);
  }
}

/** The order in which `keyFromPrivateKey` takes the bytes. */
function nativeOrder(type: KeyType): ByteOrder {
  return type === 'bls' ? 'little-endian' : 'big-endian';
}

function isKey(type: KeyType, bytes: Uint8Array): boolean {
  try {
    zeroKey(keyFromPrivateKey(type, bytes));
    return true;
  } catch {
    // its reason is thrown where no reading fits
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
    throw new DomainError('key-export-ledger', 'This key is inside a Ledger device, and cannot be exported.');
  const keyType = KEY_TYPES.find((known) => known === type || signatureTypeNumber(known) === type);
  if (keyType !== undefined) return keyType;
  throw new DomainError('key-export-type', 'The export does not say what kind of key it is: Type is "secp256k1", "bls" or "delegated".');
}

/** Fields by their name in lower case: Lotus, being Go, takes any case. Two of one name may be two keys, and are refused. */
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
    throw new DomainError('key-export-base64', 'The base64 of the key is not whole: characters are missing or wrong.');
  }
}

function wrongJson(): DomainError {
  return new DomainError(
    'key-export-json',
    'This is not the JSON of a key: it should be {"Type": "…", "PrivateKey": "…"}. Part of it may be missing.',
  );
}
