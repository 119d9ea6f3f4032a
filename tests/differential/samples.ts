/** Random inputs for comparisons with outside clients: every kind that is right, and near misses of each kind. */
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { base32 } from '@scure/base';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { encode } from 'cborg';
import fc from 'fast-check';
import { addressFromBytes, addressToBytes, idAddress, type NetworkLetter } from '../../shared/domain/addresses/address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { bytesToBase64, concatBytes } from '../../shared/domain/encoding/bytes.ts';
import { type CidLink, cidFromParts, cidToLink } from '../../shared/domain/encoding/cid.ts';
import type { Message } from '../../shared/domain/messages/message.ts';
import type { ActorType } from '../../shared/domain/methods/actor-type.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const UINT64_MAXIMUM = (1n << 64n) - 1n;
const INT64_MAXIMUM = (1n << 63n) - 1n;
const SAFE_MAXIMUM = (1n << 53n) - 1n;

export const letters: fc.Arbitrary<NetworkLetter> = fc.constantFrom('f', 't');

/** Data that a signature covers. */
export const signedData: fc.Arbitrary<Uint8Array> = fc.uint8Array({ maxLength: 80 });

/** What may be wrong with a signature: nothing, a byte, the recovery id, the half of s, the length, or that it is of other data. */
export const signatureFaults = fc.record({
  fault: fc.constantFrom('none', 'none', 'byte', 'recovery', 'high-s', 'short', 'long', 'data', 'zero'),
  at: fc.nat(),
  byte: fc.integer({ min: 1, max: 255 }),
});
export type SignatureFault = typeof signatureFaults extends fc.Arbitrary<infer Value> ? Value : never;

/** A signature with a fault in it; `data` is for the caller to see to. */
export function withFault(signature: Uint8Array, { fault, at, byte }: SignatureFault): Uint8Array {
  const bytes = Uint8Array.from(signature);
  switch (fault) {
    case 'byte':
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ byte;
      return bytes;
    case 'recovery':
      bytes[bytes.length - 1] = byte;
      return bytes;
    case 'high-s':
      if (bytes.length === 65) {
        bytes.set(numberBytes(secp256k1.Point.Fn.ORDER - toNumber(bytes.slice(32, 64))), 32);
        bytes[64] = (bytes[64] ?? 0) ^ 1;
      }
      return bytes;
    case 'short':
      return bytes.slice(0, -1);
    case 'long':
      return concatBytes(bytes, Uint8Array.of(byte));
    case 'zero':
      return bytes.fill(0);
    default:
      return bytes;
  }
}

/** Unsigned integers of every magnitude up to a limit: uniform ones would nearly all be huge. */
export function unsigned(maximum: bigint): fc.Arbitrary<bigint> {
  const limits = [0n, 1n, 2n ** 53n - 1n, 2n ** 53n, INT64_MAXIMUM, INT64_MAXIMUM + 1n, UINT64_MAXIMUM, maximum];
  return fc.oneof(
    fc.integer({ min: 0, max: maximum.toString(2).length }).chain((bits) => fc.bigInt(0n, min(maximum, (1n << BigInt(bits)) - 1n))),
    fc.constantFrom(...limits.filter((limit) => limit <= maximum)),
  );
}

export const uint64 = unsigned(UINT64_MAXIMUM);
const int63 = unsigned(INT64_MAXIMUM);

export function bytesOf(minimum: number, maximum = minimum): fc.Arbitrary<Uint8Array> {
  return fc.uint8Array({ minLength: minimum, maxLength: maximum, size: 'max' });
}

/** The binary form of an address that go-address takes. */
export const addressBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  int63.map((id) => concatBytes(Uint8Array.of(0), varint(id))),
  fc.tuple(fc.constantFrom(1, 2), bytesOf(20)).map(([protocol, hash]) => concatBytes(Uint8Array.of(protocol), hash)),
  bytesOf(48).map((key) => concatBytes(Uint8Array.of(3), key)),
  bytesOf(20).map((sub) => concatBytes(Uint8Array.of(4, 10), sub)),
  bytesOf(0, 54).map((sub) => concatBytes(Uint8Array.of(4, 10), sub)),
  bytesOf(8).map((id) => concatBytes(Uint8Array.of(4, 10, 0xff), new Uint8Array(11), id)),
  fc.tuple(int63, bytesOf(0, 54)).map(([namespace, sub]) => concatBytes(Uint8Array.of(4), varint(namespace), sub)),
);

/** Binary addresses without the namespaces that only the network and go-address know. */
const plainAddressBytes: fc.Arbitrary<Uint8Array> = addressBytes.filter(
  (bytes) => bytes[0] !== 4 || (bytes[1] === 10 && bytes.length === 22),
);

/** Binary addresses with one thing wrong, and bytes that are none. */
export const brokenAddressBytes: fc.Arbitrary<Uint8Array> = fc.oneof(
  bytesOf(0, 60),
  fc.tuple(addressBytes, fc.nat(4)).map(([bytes, cut]) => bytes.slice(0, Math.max(0, bytes.length - cut))),
  fc.tuple(addressBytes, bytesOf(1, 40)).map(([bytes, more]) => concatBytes(bytes, more)),
  fc.tuple(addressBytes, fc.nat(255)).map(([bytes, protocol]) => concatBytes(Uint8Array.of(protocol), bytes.slice(1))),
  // ids and namespaces that are too large, or longer than they need be
  fc.tuple(fc.constantFrom(0, 4), unsigned(1n << 80n)).map(([protocol, id]) => concatBytes(Uint8Array.of(protocol), varint(id))),
  fc.tuple(fc.constantFrom(0, 4), int63).map(([protocol, id]) => concatBytes(Uint8Array.of(protocol), stretched(varint(id)))),
);

/** Canonical address texts of every protocol in both letters. */
export const addressTexts: fc.Arbitrary<string> = fc.tuple(letters, addressBytes).map(([letter, bytes]) => textOfAddress(letter, bytes));

/** Address texts with one thing wrong or unusual. */
export const brokenAddressTexts: fc.Arbitrary<string> = fc.oneof(
  // one character replaced, removed, put in, or changed to upper case
  fc.tuple(addressTexts, fc.nat(), fc.constantFrom(...ALPHABET, '0', '1', '8', 'ſ', 'A', ' ', '=', '-')).map(([text, at, character]) => {
    const index = at % text.length;
    return text.slice(0, index) + character + text.slice(index + 1);
  }),
  fc.tuple(addressTexts, fc.nat()).map(([text, at]) => text.slice(0, at % text.length) + text.slice((at % text.length) + 1)),
  fc
    .tuple(addressTexts, fc.nat(), fc.constantFrom(...ALPHABET, '=', ' '))
    .map(([text, at, character]) => text.slice(0, at % (text.length + 1)) + character + text.slice(at % (text.length + 1))),
  addressTexts.map((text) => text.toUpperCase()),
  addressTexts.map((text) => text.slice(0, 2) + text.slice(2).toUpperCase()),
  // base32 padding, spare bits at the end, blanks around
  addressTexts.map((text) => text + '='.repeat((8 - ((text.length - 2) % 8)) % 8)),
  fc.tuple(addressTexts, fc.integer({ min: 1, max: 7 })).map(([text, bits]) => {
    const last = ALPHABET.indexOf(text.at(-1) ?? '');
    return last < 0 ? `${text} ` : text.slice(0, -1) + ALPHABET[last ^ bits];
  }),
  addressTexts.map((text) => ` ${text}\n`),
  // ids: any length, zeros before them, other notations
  fc.tuple(letters, unsigned(1n << 80n)).map(([letter, id]) => `${letter}0${id}`),
  fc.tuple(letters, int63, fc.nat(22)).map(([letter, id, zeros]) => `${letter}0${'0'.repeat(zeros)}${id}`),
  fc
    .tuple(letters, fc.constantFrom('', '-1', '+1', '0x10', '0b11', '0o17', '1e3', '1.0', '1_000', ' 1', '1n'))
    .map(([letter, id]) => `${letter}0${id}`),
  // namespaces and sub-addresses beyond the limits, with a checksum that fits
  fc
    .tuple(letters, unsigned(1n << 80n), bytesOf(0, 60))
    .map(([letter, namespace, sub]) => delegatedText(letter, String(namespace), namespace, sub)),
  fc
    .tuple(letters, fc.constantFrom(10n, 32n), fc.integer({ min: 1, max: 20 }), bytesOf(20))
    .map(([letter, namespace, zeros, sub]) => delegatedText(letter, '0'.repeat(zeros) + namespace, namespace, sub)),
  // payloads of a wrong length for their protocol, with a checksum that fits
  fc
    .tuple(letters, fc.constantFrom(1, 2, 3), bytesOf(0, 60))
    .map(([letter, protocol, payload]) => checksummedText(`${letter}${protocol}`, Uint8Array.of(protocol), payload)),
  fc
    .tuple(letters, fc.constantFrom('5', '9', 'a', ''), bytesOf(20))
    .map(([letter, protocol, payload]) => checksummedText(`${letter}${protocol}`, Uint8Array.of(1), payload)),
  fc.constantFrom('', 'f', 't', 'f1', '<empty>', 'f0', 't0', 'f4', 'f410f', 'g01', 'x1abc'),
  fc.string({ maxLength: 120 }),
);

/** Ethereum addresses in lower case, in upper case, in mixed case, and near misses. */
export const ethAddresses: fc.Arbitrary<string> = fc.oneof(
  bytesOf(20).map((bytes) => `0x${hex(bytes)}`),
  int63.map((id) => `0xff${id.toString(16).padStart(38, '0')}`),
  uint64.map((id) => `0xff${id.toString(16).padStart(38, '0')}`),
  bytesOf(20).map((bytes) => `0x${hex(bytes).toUpperCase()}`),
  fc.tuple(bytesOf(20), bytesOf(5)).map(([bytes, mask]) => `0x${mixedCase(hex(bytes), mask)}`),
  bytesOf(17, 23).map((bytes) => `0x${hex(bytes)}`),
  bytesOf(20).map((bytes) => hex(bytes)),
  fc.tuple(bytesOf(20), fc.nat(41), fc.constantFrom('g', 'x', ' ', '')).map(([bytes, at, character]) => {
    const text = `0x${hex(bytes)}`;
    return text.slice(0, at) + character + text.slice(at + 1);
  }),
);

/** What people type for an amount of FIL, and near misses. */
export const filTexts: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.constantFrom('', '-', '+'), unsigned(1n << 90n), fc.nat(22)).map(([sign, digits, places]) => sign + decimal(digits, places)),
  fc
    .tuple(unsigned(1n << 70n), fc.nat(18), fc.constantFrom(' FIL', ' fil', 'FIL', ' attoFIL', ' nanoFIL', ' WFIL'))
    .map(([digits, places, unit]) => decimal(digits, places) + unit),
  fc.constantFrom(
    '',
    '.',
    '1.',
    '.5',
    '1e3',
    '1E-3',
    '0x10',
    '1,5',
    '1 000',
    '1_000',
    'NaN',
    'Infinity',
    '1/2',
    '٣',
    '1.2.3',
    ' 1',
    '1 ',
    '00.50',
  ),
  fc.string({ maxLength: 8 }),
);

/** Amounts of either sign. */
export const amounts: fc.Arbitrary<bigint> = fc
  .tuple(unsigned(1n << 130n), fc.boolean())
  .map(([amount, isDebt]) => (isDebt ? -amount : amount));

const SIZES = [0, 1, 23, 24, 255, 256, 65_535, 65_536];
const everyParams = fc.oneof(
  { weight: 30, arbitrary: bytesOf(0, 80) },
  { weight: 1, arbitrary: fc.constantFrom(...SIZES).map((size) => new Uint8Array(size).fill(7)) },
);

/** Messages with addresses that every client knows, and with numbers and parameters of every magnitude that a node takes. */
export const messages: fc.Arbitrary<Message> = fc.record({
  version: fc.constant<0>(0),
  to: plainAddressBytes.map(addressFromBytes),
  from: plainAddressBytes.map(addressFromBytes),
  nonce: uint64,
  value: unsigned(1n << 100n).map(attoFil),
  gasLimit: int63,
  gasFeeCap: unsigned(1n << 100n).map(attoFil),
  gasPremium: unsigned(1n << 100n).map(attoFil),
  method: uint64,
  params: everyParams,
});

/** The same with nonce, gas limit and method that a JavaScript number holds. */
export const smallMessages: fc.Arbitrary<Message> = fc
  .tuple(messages, unsigned(SAFE_MAXIMUM), unsigned(SAFE_MAXIMUM), unsigned(SAFE_MAXIMUM))
  .map(([message, nonce, gasLimit, method]) => ({ ...message, nonce, gasLimit, method }));

/** Messages with one field that no node takes. */
export const brokenMessages: fc.Arbitrary<Message> = fc
  .tuple(smallMessages, fc.constantFrom('value', 'gasFeeCap', 'gasPremium', 'gasLimit', 'nonce', 'method', 'huge'), unsigned(1n << 70n))
  .map(([message, field, number]) => {
    if (field === 'huge') return { ...message, value: attoFil(1n << (1024n + (number % 100n))) };
    const wrong = field === 'nonce' || field === 'method' ? (1n << 64n) + number : -1n - number;
    return { ...message, [field]: wrong };
  });

/** The CBOR of messages: canonical, with a field that no node writes, or with one byte changed. Written by cborg, not by us. */
export const messageBytes: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.oneof(messages, smallMessages),
    fc.oneof(addressBytes, brokenAddressBytes),
    fc.constantFrom('none', 'none', 'none', 'to', 'long', 'gas', 'version', 'debt', 'padded', 'sign', 'field', 'byte'),
    fc.nat(),
    fc.nat(255),
  )
  .map(([message, other, change, at, byte]) => {
    const { to, from, nonce, value, gasLimit, gasFeeCap, gasPremium, method, params } = message;
    const amount = amountBytes(value);
    const fields = [
      change === 'version' ? byte : 0,
      change === 'to' ? other : addressToBytes(to),
      addressToBytes(from),
      nonce,
      change === 'debt'
        ? amountBytes(-value)
        : change === 'padded'
          ? concatBytes(new Uint8Array(2), amount.slice(1))
          : change === 'sign'
            ? concatBytes(Uint8Array.of(byte), amount.slice(1))
            : amount,
      change === 'gas' ? (byte < 128 ? -1n - gasLimit : (1n << 63n) + gasLimit) : gasLimit,
      amountBytes(gasFeeCap),
      amountBytes(gasPremium),
      method,
      params,
    ];
    const bytes = encode(change === 'field' ? [...fields, byte] : fields);
    if (change === 'long') return Uint8Array.of(0x98, fields.length, ...bytes.subarray(1));
    if (change === 'byte') bytes[at % bytes.length] = byte;
    return bytes;
  });

/** secp256k1 private keys. */
export const secp256k1Keys = goodKeys(secp256k1.Point.Fn.ORDER);
/** BLS private keys, little-endian as Lotus keeps them. */
export const blsKeys = goodKeys(bls12_381.fields.Fr.ORDER).map((privateKey) => privateKey.toReversed());
/** The same with the numbers at and beyond the ends of the range, and other lengths. */
export const anySecp256k1Keys = anyKeys(secp256k1.Point.Fn.ORDER);
/** The same, little-endian. */
export const anyBlsKeys = anyKeys(bls12_381.fields.Fr.ORDER).map((privateKey) => privateKey.toReversed());

function goodKeys(order: bigint): fc.Arbitrary<Uint8Array> {
  return fc.oneof(
    { weight: 20, arbitrary: bytesOf(32).map((bytes) => numberBytes((toNumber(bytes) % (order - 1n)) + 1n)) },
    { weight: 1, arbitrary: fc.constantFrom(1n, 2n, order - 1n).map(numberBytes) },
  );
}

function anyKeys(order: bigint): fc.Arbitrary<Uint8Array> {
  return fc.oneof(
    { weight: 8, arbitrary: goodKeys(order) },
    { weight: 1, arbitrary: fc.constantFrom(0n, order, order + 1n, (1n << 256n) - 1n).map(numberBytes) },
    { weight: 1, arbitrary: bytesOf(0, 40) },
  );
}

/** Recovery phrases of every length, and near misses of each. */
export const phrases: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(16, 20, 24, 28, 32).chain((size) => bytesOf(size)),
    fc.constantFrom('none', 'none', 'none', 'none', 'order', 'word', 'case', 'title', 'blanks', 'lines', 'missing'),
    fc.nat(),
  )
  .map(([entropy, change, at]) => {
    const words = entropyToMnemonic(entropy, wordlist).split(' ');
    const index = at % words.length;
    const word = words[index] ?? '';
    if (change === 'order') return [...words.slice(1), word].join(' ');
    if (change === 'word') return words.with(index, `${word}x`).join(' ');
    if (change === 'case') return words.join(' ').toUpperCase();
    if (change === 'title') return words.with(index, word.slice(0, 1).toUpperCase() + word.slice(1)).join(' ');
    if (change === 'blanks') return ` ${words.join('  ')} `;
    if (change === 'lines') return words.join('\n');
    if (change === 'missing') return words.toSpliced(index, 1).join(' ');
    return words.join(' ');
  });

const TEMPLATES = ["m/44'/461'/0'/0/i", "m/44'/461'/i'/0/0", "m/44'/461'/0/0/i", "m/44'/1'/0'/0/i", "m/44'/60'/0'/0/i"];
const schemePaths = fc
  .tuple(fc.constantFrom(...TEMPLATES), fc.nat(2 ** 31 - 1))
  .map(([template, index]) => template.replace('i', String(index)));

/** The paths that wallets use, any others, and near misses. */
export const derivationPaths: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: schemePaths },
  schemePaths.map((path) => path.replaceAll("'", 'h')),
  schemePaths.map((path) => path.replace('/44', '/044')),
  schemePaths.map((path) => path.replace('m', 'M')),
  fc.integer({ min: 2 ** 31, max: 2 ** 32 + 5 }).map((index) => `m/44'/461'/0'/0/${index}`),
  fc
    .array(fc.tuple(fc.nat(2 ** 31 - 1), fc.constantFrom('', "'", 'h', 'H')), { maxLength: 7 })
    .map((parts) => ['m', ...parts.map((part) => part.join(''))].join('/')),
  fc.constantFrom("44'/461'/0'/0/0", "m/44'/461'/0'/0/", 'm/44’/461’/0’/0/0', "m/44'/461'/0'/0/-1", "m/44'/461'/0'/0/x", 'm', 'm/', ''),
);

/** Passphrases, with text that Unicode writes in more than one way. */
export const passphrases: fc.Arbitrary<string> = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('\u{1CCD6}', 'é', 'e\u0301', 'ﬁ', 'Å'),
);

/** Delegated messages that are transactions, without their sender: calls, transfers and contract creations. */
export const ethMessages: fc.Arbitrary<Omit<Message, 'from'>> = fc
  .record({
    version: fc.constant<0>(0),
    to: fc.oneof(
      bytesOf(20).map((sub) => concatBytes(Uint8Array.of(4, 10), sub)),
      // f010 makes contracts and is called in no other way
      int63.filter((id) => id !== 10n).map((id) => concatBytes(Uint8Array.of(0), varint(id))),
    ),
    nonce: unsigned(SAFE_MAXIMUM),
    value: unsigned(1n << 100n).map(attoFil),
    gasLimit: int63,
    prices: fc.tuple(unsigned(1n << 100n), unsigned(1n << 100n)),
    isCreation: fc.constantFrom(true, false, false, false),
    input: everyParams,
  })
  .map(({ to, prices: [price, other], isCreation, input, ...rest }) => ({
    ...rest,
    to: isCreation ? idAddress(10n) : addressFromBytes(to),
    gasFeeCap: attoFil(price > other ? price : other),
    gasPremium: attoFil(min(price, other)),
    method: isCreation ? 4n : 3_844_450_837n,
    params: input.length === 0 ? input : encode(input),
  }));

const bytesText = bytesOf(0, 60).map(bytesToBase64);
const int64 = fc.oneof(
  int63,
  int63.map((number) => -1n - number),
);
const amountText = amounts.map(String);
const codes = bytesOf(32).map((digest) => cidFromParts(0x55, 0xb220, digest));

/** Parameters as JSON: in the form of Lotus for ours, and where other names are wanted in Zondax' for theirs. */
export interface JsonParams {
  readonly actorType: ActorType;
  readonly method: bigint;
  readonly ours: Readonly<Record<string, unknown>>;
  readonly theirs: Readonly<Record<string, unknown>>;
}

function paramsOf(
  actorType: ActorType,
  method: bigint,
  fields: Readonly<Record<string, fc.Arbitrary<unknown>>>,
  theirs: (ours: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>> = (ours) => ours,
): fc.Arbitrary<JsonParams> {
  return fc.record(fields).map((ours) => ({ actorType, method, ours, theirs: theirs(ours) }));
}

/** What can be encoded here and there: of the actors init, multisig, payment channel and miner. */
export const jsonParams: fc.Arbitrary<JsonParams> = fc.oneof(
  paramsOf('init', 2n, { CodeCID: codes.map(cidToLink), ConstructorParams: bytesText }, ({ CodeCID, ConstructorParams }) => ({
    CodeCid: (CodeCID as CidLink)['/'],
    ConstructorParams,
  })),
  paramsOf('multisig', 1n, {
    Signers: fc.array(addressTexts, { maxLength: 5 }),
    NumApprovalsThreshold: uint64,
    UnlockDuration: int64,
    StartEpoch: int64,
  }),
  paramsOf('multisig', 2n, { To: addressTexts, Value: amountText, Method: uint64, Params: bytesText }),
  paramsOf('multisig', 3n, { ID: int64, ProposalHash: fc.oneof(bytesOf(32), bytesOf(0)).map(bytesToBase64) }),
  paramsOf('multisig', 5n, { Signer: addressTexts, Increase: fc.boolean() }),
  paramsOf('multisig', 6n, { Signer: addressTexts, Decrease: fc.boolean() }),
  paramsOf('multisig', 7n, { From: addressTexts, To: addressTexts }),
  paramsOf('multisig', 8n, { NewThreshold: uint64 }),
  paramsOf('multisig', 9n, { StartEpoch: int64, UnlockDuration: int64, Amount: amountText }),
  paramsOf('paymentchannel', 1n, { From: addressTexts, To: addressTexts }),
  paramsOf(
    'paymentchannel',
    2n,
    {
      Sv: fc.record({
        ChannelAddr: addressTexts,
        TimeLockMin: int64,
        TimeLockMax: int64,
        SecretHash: bytesText,
        Extra: fc.constant(null),
        Lane: uint64,
        Nonce: uint64,
        Amount: amountText,
        MinSettleHeight: int64,
        Merges: fc.constant([]),
        Signature: fc.oneof(
          fc.constant(null),
          bytesOf(65).map((data) => ({ Type: 1, Data: bytesToBase64(data) })),
        ),
      }),
      Secret: bytesText,
    },
    ({ Sv, Secret }) => {
      const { SecretHash, ...rest } = Sv as Readonly<Record<string, unknown>>;
      return { Sv: { ...rest, SecretPreImage: SecretHash }, Secret };
    },
  ),
  paramsOf(
    'storageminer',
    3n,
    { NewWorker: addressTexts, NewControlAddrs: fc.array(addressTexts, { maxLength: 5 }) },
    ({ NewWorker, NewControlAddrs }) => ({ NewWorker, NewControlAddresses: NewControlAddrs }),
  ),
  paramsOf('storageminer', 4n, { NewID: bytesText }, ({ NewID }) => ({ NewId: NewID })),
  paramsOf('storageminer', 16n, { AmountRequested: amountText }),
);

/** A multisig's pending transaction. */
export const proposals = fc.record({
  requester: int63.map(idAddress),
  to: addressBytes.map(addressFromBytes),
  value: unsigned(1n << 100n).map(attoFil),
  method: uint64,
  params: bytesOf(0, 100),
});

/** Keys in the hex of Lotus' exports, and the same with a character changed. */
export const lotusExports: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      anySecp256k1Keys.map((privateKey) => ({ Type: 'secp256k1', PrivateKey: bytesToBase64(privateKey) })),
      {
        weight: 1,
        arbitrary: fc
          .tuple(fc.constantFrom('delegated', 'SECP256K1', 'bls12', ''), bytesOf(32))
          .map(([Type, key]) => ({ Type, PrivateKey: bytesToBase64(key) })),
      },
    ),
    fc.constantFrom('none', 'none', 'none', 'hex', 'json', 'names', 'upper', 'line', 'prefix'),
    fc.nat(),
    fc.constantFrom(...'0123456789abcdefgAF="{'),
  )
  .map(([exported, change, at, character]) => {
    const json = JSON.stringify(exported);
    const text = hex(
      Buffer.from(change === 'json' ? replaced(json, at, character) : change === 'names' ? json.replace('PrivateKey', 'privateKey') : json),
    );
    if (change === 'hex') return replaced(text, at, character);
    if (change === 'upper') return text.toUpperCase();
    if (change === 'line') return `${text}\n`;
    return change === 'prefix' ? `0x${text}` : text;
  });

function replaced(text: string, at: number, character: string): string {
  return text.slice(0, at % text.length) + character + text.slice((at % text.length) + 1);
}

/** Text of a binary address that go-address takes. */
function textOfAddress(letter: NetworkLetter, bytes: Uint8Array): string {
  const protocol = bytes[0] ?? 0;
  if (protocol === 0) return `${letter}0${readVarint(bytes, 1).value}`;
  if (protocol !== 4) return checksummedText(`${letter}${protocol}`, Uint8Array.of(protocol), bytes.slice(1));
  const { value, end } = readVarint(bytes, 1);
  return delegatedText(letter, String(value), value, bytes.slice(end));
}

function delegatedText(letter: string, written: string, namespace: bigint, sub: Uint8Array): string {
  return checksummedText(`${letter}4${written}f`, concatBytes(Uint8Array.of(4), varint(namespace)), sub);
}

function checksummedText(start: string, prefix: Uint8Array, payload: Uint8Array): string {
  const checksum = blake2b(concatBytes(prefix, payload), { dkLen: 4 });
  return start + base32.encode(concatBytes(payload, checksum)).replace(/=+$/, '').toLowerCase();
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  return Uint8Array.from([...bytes, Number(rest)]);
}

function readVarint(bytes: Uint8Array, start: number): { value: bigint; end: number } {
  let value = 0n;
  for (let index = start; ; index += 1) {
    const byte = bytes[index] ?? 0;
    value |= BigInt(byte & 0x7f) << BigInt(7 * (index - start));
    if (byte < 0x80) return { value, end: index + 1 };
  }
}

/** The same number in one byte more than it needs. */
function stretched(bytes: Uint8Array): Uint8Array {
  return concatBytes(bytes.slice(0, -1), Uint8Array.of((bytes.at(-1) ?? 0) | 0x80, 0));
}

function mixedCase(text: string, mask: Uint8Array): string {
  return [...text].map((character, index) => (((mask[index >> 3] ?? 0) >> (index & 7)) & 1 ? character.toUpperCase() : character)).join('');
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function amountBytes(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  const magnitude = (value < 0n ? -value : value).toString(16);
  return concatBytes(
    Uint8Array.of(value < 0n ? 1 : 0),
    Buffer.from(magnitude.padStart(magnitude.length + (magnitude.length % 2), '0'), 'hex'),
  );
}

function numberBytes(value: bigint): Uint8Array {
  return Uint8Array.from(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
}

function toNumber(bytes: Uint8Array): bigint {
  return BigInt(`0x${hex(bytes)}`);
}

function decimal(digits: bigint, places: number): string {
  const text = String(digits).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}
