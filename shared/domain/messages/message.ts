/** Messages: their canonical bytes and CIDs. Sources: Lotus `chain/types/message.go`, `signedmessage.go` and `cbor_gen.go`. */
import { type Address, addressFromBytes, addressToBytes } from '../addresses/address.ts';
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import { DomainError } from '../domain-error.ts';
import { CborReader, CborWriter, MAX_BYTE_STRING } from '../encoding/cbor.ts';
import { type Cid, cidOfDagCbor } from '../encoding/cid.ts';
import { decodeSignature, encodeSignature, type Signature } from '../signatures/signature.ts';

/** A message as it is hashed and signed. Amounts in attoFIL, gas in units of gas. */
export interface Message {
  readonly version: 0;
  readonly to: Address;
  readonly from: Address;
  /** 0 to 2^64 − 1: number of earlier messages of the sender. */
  readonly nonce: bigint;
  readonly value: AttoFil;
  /** −2^63 to 2^63 − 1, as Lotus decodes it; blocks accept 1 to 10^10. */
  readonly gasLimit: bigint;
  /** Maximum attoFIL per unit of gas. */
  readonly gasFeeCap: AttoFil;
  /** attoFIL per unit of gas for the block producer. */
  readonly gasPremium: AttoFil;
  /** 0 (a plain transfer) to 2^64 − 1. */
  readonly method: bigint;
  /** At most 2 MiB; empty if the method has no parameters. */
  readonly params: Uint8Array;
}

/** A message with the signature of its sender. */
export interface SignedMessage {
  readonly message: Message;
  readonly signature: Signature;
}

const FIELD_COUNT = 10;
const MAX_UINT64 = (1n << 64n) - 1n;
const MAX_INT64 = (1n << 63n) - 1n;

/**
 * The CBOR array of ten fields that is hashed and signed: Version, To, From, Nonce, Value, GasLimit, GasFeeCap, GasPremium,
 * Method, Params. Values that `decodeMessage` would reject throw `DomainError` `message` for a number out of range or
 * params beyond 2 MiB, `big-integer` for an amount of more than 127 bytes.
 */
export function encodeMessage(message: Message): Uint8Array {
  return writeMessage(new CborWriter(), message).finish();
}

function writeMessage(writer: CborWriter, message: Message): CborWriter {
  checkRanges(message);
  return writer
    .array(FIELD_COUNT)
    .integer(message.version)
    .bytes(addressToBytes(message.to))
    .bytes(addressToBytes(message.from))
    .integer(message.nonce)
    .bigInteger(message.value)
    .integer(message.gasLimit)
    .bigInteger(message.gasFeeCap)
    .bigInteger(message.gasPremium)
    .integer(message.method)
    .bytes(message.params);
}

function checkRanges({ nonce, value, gasLimit, gasFeeCap, gasPremium, method, params }: Message): void {
  if (nonce < 0n || nonce > MAX_UINT64) throw new DomainError('message', 'Nonce of a message must be an unsigned 64-bit integer.');
  if (value < 0n || gasFeeCap < 0n || gasPremium < 0n) throw new DomainError('message', 'Amounts of a message must not be negative.');
  if (gasLimit < -MAX_INT64 - 1n || gasLimit > MAX_INT64)
    throw new DomainError('message', 'GasLimit of a message must be a 64-bit integer.');
  if (method < 0n || method > MAX_UINT64) throw new DomainError('message', 'Method of a message must be an unsigned 64-bit integer.');
  if (params.length > MAX_BYTE_STRING) throw new DomainError('message', 'Params of a message must not exceed 2 MiB.');
}

/**
 * Decode an unsigned message.
 *
 * Amounts with leading zeros are accepted, as in Lotus (old test vectors write zero as `42 00 00`), but never written. The CID of
 * such bytes is not the message CID: nodes hash the canonical encoding, so use `messageCid` of the result. To require canonical
 * bytes, compare them with `encodeMessage`.
 *
 * Throws `DomainError` `cbor`, `message`, `big-integer` or a code of `addressFromBytes`.
 */
export function decodeMessage(bytes: Uint8Array): Message {
  const reader = new CborReader(bytes, 'message', 'a message');
  const message = readMessage(reader);
  reader.end();
  return message;
}

function readMessage(reader: CborReader): Message {
  reader.tuple(FIELD_COUNT);
  if (reader.unsigned('Version') !== 0n) throw new DomainError('message', 'Unknown message version.');
  return {
    version: 0,
    to: addressFromBytes(reader.bytes('To')),
    from: addressFromBytes(reader.bytes('From')),
    nonce: reader.unsigned('Nonce'),
    value: attoFil(reader.amount('Value')),
    gasLimit: reader.signed('GasLimit'),
    gasFeeCap: attoFil(reader.amount('GasFeeCap')),
    gasPremium: attoFil(reader.amount('GasPremium')),
    method: reader.unsigned('Method'),
    params: reader.bytes('Params'),
  };
}

/** Return the CID of the unsigned message, which its signature covers. */
export function messageCid(message: Message): Cid {
  return writeMessage(new CborWriter(), message).hand(cidOfDagCbor);
}

/** Encode a message with its signature. Throws as `encodeMessage`. */
export function encodeSignedMessage(signed: SignedMessage): Uint8Array {
  return writeSigned(signed).finish();
}

function writeSigned({ message, signature }: SignedMessage): CborWriter {
  return writeMessage(new CborWriter().array(2), message).bytes(encodeSignature(signature));
}

/** Decode a signed message, as tolerant of amounts as `decodeMessage`. Throws as it, and the codes of `decodeSignature`. */
export function decodeSignedMessage(bytes: Uint8Array): SignedMessage {
  const reader = new CborReader(bytes, 'message', 'a signed message');
  reader.tuple(2);
  const signed = { message: readMessage(reader), signature: decodeSignature(reader.bytes('Signature')) };
  reader.end();
  return signed;
}

/**
 * Return the message CID that nodes use: for BLS that of the unsigned message, for secp256k1 and delegated signatures that of the
 * signed one. Source: Lotus `SignedMessage.Cid`.
 */
export function signedMessageCid(signed: SignedMessage): Cid {
  return signed.signature.type === 'bls' ? messageCid(signed.message) : writeSigned(signed).hand(cidOfDagCbor);
}
