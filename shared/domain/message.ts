/** Messages: their canonical bytes and CIDs. Sources: Lotus `chain/types/message.go`, `signedmessage.go` and `cbor_gen.go`. */
import { type Address, addressFromBytes, addressToBytes } from './address.ts';
import { type AttoFil, attoFil } from './amount.ts';
import { CborReader, CborWriter, MAX_BYTE_STRING } from './cbor.ts';
import { type Cid, cidOfDagCbor } from './cid.ts';
import { DomainError } from './domain-error.ts';
import { decodeSignature, encodeSignature, type Signature } from './signature.ts';

/** A message as it is hashed and signed. Amounts in attoFIL, gas in units of gas. */
export interface Message {
  readonly version: 0;
  readonly to: Address;
  readonly from: Address;
  /** 0 to 2^64 − 1: how many messages of the sender come before it. */
  readonly nonce: bigint;
  readonly value: AttoFil;
  /** −2^63 to 2^63 − 1, as Lotus decodes it; a block takes 1 to 10^10. */
  readonly gasLimit: bigint;
  /** attoFIL for a unit of gas, at most. */
  readonly gasFeeCap: AttoFil;
  /** attoFIL for a unit of gas to the block's producer. */
  readonly gasPremium: AttoFil;
  /** 0 (a plain transfer) to 2^64 − 1. */
  readonly method: bigint;
  /** At most 2 MiB; empty where the method has none. */
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
 * Method, Params. What `decodeMessage` would refuse is not written: `DomainError` `message` for a number out of its range or
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
  if (nonce < 0n || nonce > MAX_UINT64) throw new DomainError('message', 'Nonce of a message is a whole number of 64 bits.');
  if (value < 0n || gasFeeCap < 0n || gasPremium < 0n) throw new DomainError('message', 'An amount of a message is never negative.');
  if (gasLimit < -MAX_INT64 - 1n || gasLimit > MAX_INT64)
    throw new DomainError('message', 'GasLimit of a message is an integer of 64 bits.');
  if (method < 0n || method > MAX_UINT64) throw new DomainError('message', 'Method of a message is a whole number of 64 bits.');
  if (params.length > MAX_BYTE_STRING) throw new DomainError('message', 'The params of a message have at most 2 MiB.');
}

/**
 * Reads the bytes of an unsigned message.
 *
 * Amounts with zeros before their magnitude pass (old test vectors write zero as `42 00 00`), as they do in Lotus, and are
 * never written. The CID of such bytes names no message: a node hashes what it has written itself, so the message is known by
 * `messageCid` of what this returns. Where the bytes themselves must be canonical, compare them with `encodeMessage`.
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
  if (reader.unsigned('Version') !== 0n) throw new DomainError('message', 'Only messages of version 0 exist.');
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

/** The CID of the unsigned message: what its signature covers. */
export function messageCid(message: Message): Cid {
  return writeMessage(new CborWriter(), message).hand(cidOfDagCbor);
}

/** The CBOR array of a message and its signature. Throws as `encodeMessage`. */
export function encodeSignedMessage(signed: SignedMessage): Uint8Array {
  return writeSigned(signed).finish();
}

function writeSigned({ message, signature }: SignedMessage): CborWriter {
  return writeMessage(new CborWriter().array(2), message).bytes(encodeSignature(signature));
}

/** Reads the bytes of a signed message, as tolerant of amounts as `decodeMessage`. Throws as it, and the codes of `decodeSignature`. */
export function decodeSignedMessage(bytes: Uint8Array): SignedMessage {
  const reader = new CborReader(bytes, 'message', 'a signed message');
  reader.tuple(2);
  const signed = { message: readMessage(reader), signature: decodeSignature(reader.bytes('Signature')) };
  reader.end();
  return signed;
}

/**
 * The CID a node knows the message by: for BLS that of the unsigned message, for secp256k1 and delegated signatures that of the
 * signed one. Source: Lotus `SignedMessage.Cid`.
 */
export function signedMessageCid(signed: SignedMessage): Cid {
  return signed.signature.type === 'bls' ? messageCid(signed.message) : writeSigned(signed).hand(cidOfDagCbor);
}
