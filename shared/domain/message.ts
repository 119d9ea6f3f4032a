/** Messages: their canonical bytes and CIDs (protocol.md 7.1, 7.2; go: chain/types/message.go). */
import { type Address, addressFromBytes, addressToBytes } from './address.ts';
import type { AttoFil } from './amount.ts';
import { attoFil } from './amount.ts';
import { type CborValue, decodeBigIntBytes, decodeCbor, encodeBigIntBytes, encodeCbor } from './cbor.ts';
import { type Cid, cidOfDagCbor } from './cid.ts';
import { DomainError } from './domain-error.ts';
import { decodeSignature, encodeSignature, type Signature } from './signature.ts';

export interface Message {
  readonly version: 0;
  readonly to: Address;
  readonly from: Address;
  readonly nonce: bigint;
  readonly value: AttoFil;
  readonly gasLimit: bigint;
  readonly gasFeeCap: AttoFil;
  readonly gasPremium: AttoFil;
  readonly method: bigint;
  readonly params: Uint8Array;
}

export interface SignedMessage {
  readonly message: Message;
  readonly signature: Signature;
}

const FIELD_COUNT = 10;
const UINT64_LIMIT = 1n << 64n;

/** The CBOR array of ten fields that is hashed and signed. */
export function encodeMessage(message: Message): Uint8Array {
  return encodeCbor(messageTuple(message));
}

function messageTuple(message: Message): CborValue[] {
  return [
    message.version,
    addressToBytes(message.to),
    addressToBytes(message.from),
    message.nonce,
    encodeBigIntBytes(message.value),
    message.gasLimit,
    encodeBigIntBytes(message.gasFeeCap),
    encodeBigIntBytes(message.gasPremium),
    message.method,
    message.params,
  ];
}

/** Reads the bytes of an unsigned message. Throws `DomainError` `message` (or the code of the field that is wrong). */
export function decodeMessage(bytes: Uint8Array): Message {
  return messageFromTuple(decodeCbor(bytes));
}

function messageFromTuple(tuple: CborValue): Message {
  if (!Array.isArray(tuple) || tuple.length !== FIELD_COUNT) throw new DomainError('message', 'A message is a CBOR array of ten fields.');
  const [version, to, from, nonce, value, gasLimit, gasFeeCap, gasPremium, method, params] = tuple as CborValue[];
  if (version !== 0) throw new DomainError('message', 'Only messages of version 0 exist.');
  return {
    version: 0,
    to: addressFromBytes(bytesField(to, 'To')),
    from: addressFromBytes(bytesField(from, 'From')),
    nonce: integerField(nonce, 'Nonce', 0n, UINT64_LIMIT),
    value: amountField(value, 'Value'),
    gasLimit: integerField(gasLimit, 'GasLimit', -(1n << 63n), 1n << 63n),
    gasFeeCap: amountField(gasFeeCap, 'GasFeeCap'),
    gasPremium: amountField(gasPremium, 'GasPremium'),
    method: integerField(method, 'Method', 0n, UINT64_LIMIT),
    params: bytesField(params, 'Params'),
  };
}

/** The CID of the unsigned message: what its signature covers. */
export function messageCid(message: Message): Cid {
  return cidOfDagCbor(encodeMessage(message));
}

export function encodeSignedMessage(signed: SignedMessage): Uint8Array {
  return encodeCbor([messageTuple(signed.message), encodeSignature(signed.signature)]);
}

/** Reads the bytes of a signed message. Throws `DomainError`. */
export function decodeSignedMessage(bytes: Uint8Array): SignedMessage {
  const tuple = decodeCbor(bytes);
  if (!Array.isArray(tuple) || tuple.length !== 2)
    throw new DomainError('message', 'A signed message is a CBOR array of a message and a signature.');
  const [message, signature] = tuple as CborValue[];
  return { message: messageFromTuple(message ?? null), signature: decodeSignature(bytesField(signature, 'Signature')) };
}

/** The CID a node knows the message by: for BLS that of the unsigned message, for the others that of the signed one. */
export function signedMessageCid(signed: SignedMessage): Cid {
  return signed.signature.type === 'bls' ? messageCid(signed.message) : cidOfDagCbor(encodeSignedMessage(signed));
}

function bytesField(value: CborValue | undefined, name: string): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new DomainError('message', `The field ${name} of a message is a byte string.`);
}

function amountField(value: CborValue | undefined, name: string): AttoFil {
  const amount = decodeBigIntBytes(bytesField(value, name));
  if (amount < 0n) throw new DomainError('message', `The field ${name} of a message is never negative.`);
  return attoFil(amount);
}

function integerField(value: CborValue | undefined, name: string, minimum: bigint, limit: bigint): bigint {
  if ((typeof value === 'number' && Number.isInteger(value)) || typeof value === 'bigint') {
    const integer = BigInt(value);
    if (integer >= minimum && integer < limit) return integer;
  }
  throw new DomainError('message', `The field ${name} of a message is an integer of 64 bits.`);
}
