/**
 * Converts between Ethereum transactions and delegated messages (lotus chain/types/ethtypes eth_transactions.go,
 * eth_1559_transactions.go, eth_legacy_homestead_transactions.go, eth_legacy_155_transactions.go; FIP-0054, FIP-0055, FIP-0091).
 *
 * A delegated signature covers the transaction, not the message CID; signing and verifying it needs the chain ID: 314 mainnet,
 * 314159 calibration network, 31415926 development networks. Its data determines the kind of transaction:
 *
 * | kind | data |
 * | --- | --- |
 * | eip-1559 | r, s, recovery id: 65 bytes |
 * | homestead | 01, r, s, 27 or 28: 66 bytes; valid on every network, since network version 23 |
 * | eip-155 | 02, r, s, chain id · 2 + 35 or 36 (2 bytes on mainnet, big-endian); since network version 23 |
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type Address, parseAddress } from '../addresses/address.ts';
import { addressFromEthAddress, ethAddressFromAddress } from '../addresses/eth-address.ts';
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import { DomainError } from '../domain-error.ts';
import { bytesToHex, concatBytes, hexToBytes } from '../encoding/bytes.ts';
import { decodeCbor, encodeCbor } from '../encoding/cbor.ts';
import { decodeRlp, encodeRlp, type RlpValue, rlpInteger } from '../encoding/rlp.ts';
import type { Message, SignedMessage } from '../messages/message.ts';
import { recoverDelegatedAddress } from '../signatures/delegated-signature.ts';
import { type Signature, signBytes } from '../signatures/signature.ts';

/** Kinds that Filecoin supports; see the table above. */
export type EthTransactionKind = 'eip-1559' | 'homestead' | 'eip-155';

/** An unsigned transaction. Amounts in attoFIL, gas in units of gas; the chain ID is a separate argument. */
export interface EthTransaction {
  readonly kind: EthTransactionKind;
  readonly nonce: bigint;
  /** 0x and 40 lower-case digits; undefined if the transaction creates a contract. */
  readonly to: string | undefined;
  readonly value: AttoFil;
  readonly gasLimit: bigint;
  /** GasFeeCap of the message; the gas price of legacy transactions. */
  readonly maxFeePerGas: AttoFil;
  /** GasPremium of the message; also the gas price of legacy transactions. */
  readonly maxPriorityFeePerGas: AttoFil;
  /** Calldata or initcode. */
  readonly input: Uint8Array;
}

/** InvokeContract of the EVM actor; also used for plain FIL transfers. */
export const INVOKE_CONTRACT = 3_844_450_837n;
/** CreateExternal of the Ethereum address manager, f010. */
const CREATE_EXTERNAL = 4n;
const ETHEREUM_ADDRESS_MANAGER = parseAddress('f010');
const EIP_1559_TYPE = 2;
const HOMESTEAD_PREFIX = 1;
const EIP_155_PREFIX = 2;
const SCALAR_LENGTH = 32;
const UINT64_LIMIT = 1n << 64n;
const INT64_LIMIT = 1n << 63n;

/**
 * Convert a delegated message to its transaction. Throws `DomainError` `eth-sender` or `eth-recipient` (neither f410f nor f0; resolve
 * other addresses to IDs first), `eth-method` (only InvokeContract, 3844450837, and CreateExternal of f010, 4), `eth-params`
 * (Params must be empty or one non-empty CBOR byte string), `eth-gas-price` (premium and fee cap of legacy transactions must be equal) or
 * `eth-integer`.
 */
export function ethTransactionFromMessage(message: Message, kind: EthTransactionKind = 'eip-1559'): EthTransaction {
  const { nonce, value, gasLimit, gasFeeCap, gasPremium } = message;
  if (ethAddressFromAddress(message.from) === undefined)
    throw new DomainError('eth-sender', 'Only f410f accounts can send Ethereum transactions.');
  if (kind !== 'eip-1559' && gasFeeCap !== gasPremium)
    throw new DomainError(
      'eth-gas-price',
      'A legacy transaction has a single gas price. Set the fee cap and the premium to the same value.',
    );
  if ([nonce, gasLimit, value, gasFeeCap, gasPremium].some((number) => number < 0n))
    throw new DomainError('eth-integer', 'A transaction cannot contain negative numbers.');
  return {
    kind,
    nonce,
    to: recipientOf(message),
    value,
    gasLimit,
    maxFeePerGas: gasFeeCap,
    maxPriorityFeePerGas: gasPremium,
    input: inputOf(message.params),
  };
}

/** Convert a transaction to its message. Throws `DomainError` as `addressFromEthAddress` for an invalid `to`. */
export function messageFromEthTransaction(transaction: EthTransaction, from: Address): Message {
  const { nonce, to, value, gasLimit, maxFeePerGas, maxPriorityFeePerGas, input } = transaction;
  return {
    version: 0,
    to: to === undefined ? ETHEREUM_ADDRESS_MANAGER : addressFromEthAddress(to),
    from,
    nonce,
    value,
    gasLimit,
    gasFeeCap: maxFeePerGas,
    gasPremium: maxPriorityFeePerGas,
    method: to === undefined ? CREATE_EXTERNAL : INVOKE_CONTRACT,
    params: input.length === 0 ? input : encodeCbor(input),
  };
}

/** Return the bytes whose keccak-256 hash the sender signs. */
export function ethSigningBytes(transaction: EthTransaction, chainId: number): Uint8Array {
  const fields = fieldsOf(transaction, chainId);
  switch (transaction.kind) {
    case 'eip-1559':
      return concatBytes(Uint8Array.of(EIP_1559_TYPE), encodeRlp(fields));
    case 'homestead':
      return encodeRlp(fields);
    case 'eip-155':
      return encodeRlp([...fields, rlpInteger(BigInt(chainId)), rlpInteger(0n), rlpInteger(0n)]);
    default:
      return transaction.kind satisfies never;
  }
}

/**
 * Sign a delegated message as an EIP-1559 transaction. The caller zeroes the key (32 bytes). Throws `DomainError` as
 * `ethTransactionFromMessage` and `signBytes`.
 */
export function signDelegatedMessage(privateKey: Uint8Array, message: Message, chainId: number): Signature {
  return signBytes({ type: 'delegated', privateKey }, ethSigningBytes(ethTransactionFromMessage(message), chainId));
}

/**
 * Whether the f410f account `From` signed exactly this message for this chain ID, as any of the three kinds. Never throws for
 * invalid input.
 */
export function verifyDelegatedMessage({ message, signature }: SignedMessage, chainId: number): boolean {
  try {
    const { kind, recoverable } = readSignature(signature, chainId);
    return recoverDelegatedAddress(recoverable, ethSigningBytes(ethTransactionFromMessage(message, kind), chainId)) === message.from;
  } catch (error) {
    // Not a valid transaction or signature.
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/**
 * Encode the signed transaction for eth_sendRawTransaction. Throws `DomainError` as `ethTransactionFromMessage`, or
 * `eth-signature`. Does not verify the signature.
 */
export function encodeEthTransaction({ message, signature }: SignedMessage, chainId: number): Uint8Array {
  const { kind, r, s, v } = readSignature(signature, chainId);
  const fields = fieldsOf(ethTransactionFromMessage(message, kind), chainId);
  const list = encodeRlp([...fields, rlpInteger(v), rlpInteger(r), rlpInteger(s)]);
  return kind === 'eip-1559' ? concatBytes(Uint8Array.of(EIP_1559_TYPE), list) : list;
}

/** Return a signed message's transaction with its signature in Ethereum's form. Throws as `encodeEthTransaction`. */
export function ethTransactionFields({ message, signature }: SignedMessage, chainId: number) {
  const { kind, r, s, v } = readSignature(signature, chainId);
  return { transaction: ethTransactionFromMessage(message, kind), r, s, v };
}

/**
 * Return the transaction hash: 0x and 64 digits. Throws as `encodeEthTransaction`. Because Lotus accepts a high s (see
 * secp256k1-signature.ts), anyone can create a second transaction with the same effect and another hash.
 */
export function ethTransactionHash(signed: SignedMessage, chainId: number): string {
  return `0x${bytesToHex(keccak_256(encodeEthTransaction(signed, chainId)))}`;
}

/**
 * Decode a signed transaction to its message; `From` is recovered from the signature. Throws `DomainError`
 * `rlp-…`, `eth-transaction-type` (EIP-2930 and newer kinds), `eth-transaction-fields`, `eth-access-list` (not supported by Filecoin),
 * `eth-integer` (leading zeros, too large), `eth-chain-id` (signed for another network), `eth-signature`,
 * `eth-method` (a call of the address manager by its masked ID), or as `addressFromEthAddress`.
 */
export function decodeEthTransaction(bytes: Uint8Array, chainId: number): SignedMessage {
  const first = bytes[0] ?? 0;
  const isLegacy = first >= 0xc0;
  if (!isLegacy && first !== EIP_1559_TYPE)
    throw new DomainError('eth-transaction-type', 'Filecoin supports only EIP-1559 and legacy transactions. Sign it as one of these.');
  const list = decodeRlp(isLegacy ? bytes : bytes.subarray(1));
  if (list instanceof Uint8Array || list.length !== (isLegacy ? 9 : 12))
    throw new DomainError('eth-transaction-fields', 'Not a signed transaction: the fields do not match.');
  return isLegacy ? decodeLegacy(list, chainId) : decodeEip1559(list, chainId);
}

function decodeEip1559(list: readonly RlpValue[], chainId: number): SignedMessage {
  const [chain, nonce, premium, feeCap, gasLimit, to, value, input, accessList, v, r, s] = list;
  requireChainId(integer(chain), chainId);
  if (accessList instanceof Uint8Array || accessList?.length !== 0)
    throw new DomainError('eth-access-list', 'Filecoin does not support access lists. Sign the transaction without one.');
  const recoveryId = integer(v);
  if (recoveryId > 1n) throw wrongSignature();
  return recovered(
    {
      kind: 'eip-1559',
      nonce: integer(nonce, UINT64_LIMIT),
      to: recipient(to),
      value: attoFil(integer(value)),
      gasLimit: integer(gasLimit, INT64_LIMIT),
      maxFeePerGas: attoFil(integer(feeCap)),
      maxPriorityFeePerGas: attoFil(integer(premium)),
      input: byteString(input),
    },
    concatBytes(scalar(r), scalar(s), Uint8Array.of(Number(recoveryId))),
    chainId,
  );
}

function decodeLegacy(list: readonly RlpValue[], chainId: number): SignedMessage {
  const [nonce, gasPrice, gasLimit, to, value, input, v, r, s] = list;
  const parity = integer(v);
  const isHomestead = parity === 27n || parity === 28n;
  if (!isHomestead) {
    if (parity < 35n) throw wrongSignature();
    requireChainId((parity - 35n) / 2n, chainId);
  }
  return recovered(
    {
      kind: isHomestead ? 'homestead' : 'eip-155',
      nonce: integer(nonce, UINT64_LIMIT),
      to: recipient(to),
      value: attoFil(integer(value)),
      gasLimit: integer(gasLimit, INT64_LIMIT),
      maxFeePerGas: attoFil(integer(gasPrice)),
      maxPriorityFeePerGas: attoFil(integer(gasPrice)),
      input: byteString(input),
    },
    concatBytes(Uint8Array.of(isHomestead ? HOMESTEAD_PREFIX : EIP_155_PREFIX), scalar(r), scalar(s), rlpInteger(parity)),
    chainId,
  );
}

/** Return the signed message of a transaction, with the sender recovered from the signature. */
function recovered(transaction: EthTransaction, data: Uint8Array, chainId: number): SignedMessage {
  const signature: Signature = { type: 'delegated', data };
  const from = recoverDelegatedAddress(readSignature(signature, chainId).recoverable, ethSigningBytes(transaction, chainId));
  if (from === undefined) throw wrongSignature();
  const message = messageFromEthTransaction(transaction, from);
  // Lotus converts the message back to a transaction; a call of f010 by its masked ID would not round-trip.
  ethTransactionFromMessage(message, transaction.kind);
  return { message, signature };
}

function fieldsOf(transaction: EthTransaction, chainId: number): RlpValue[] {
  const nonce = rlpInteger(transaction.nonce);
  const gasLimit = rlpInteger(transaction.gasLimit);
  const feeCap = rlpInteger(transaction.maxFeePerGas);
  const to = transaction.to === undefined ? new Uint8Array() : hexToBytes(transaction.to);
  const value = rlpInteger(transaction.value);
  if (transaction.kind !== 'eip-1559') return [nonce, feeCap, gasLimit, to, value, transaction.input];
  const premium = rlpInteger(transaction.maxPriorityFeePerGas);
  return [rlpInteger(BigInt(chainId)), nonce, premium, feeCap, gasLimit, to, value, transaction.input, []];
}

/** Parse signature data: kind, v, r, s and recovery id. */
function readSignature({ type, data }: Signature, chainId: number) {
  const kind = kindOf(data, chainId);
  if (type !== 'delegated' || kind === undefined) throw wrongSignature();
  const start = kind === 'eip-1559' ? 0 : 1;
  const v = integerOf(data.subarray(start + 2 * SCALAR_LENGTH));
  const zero = { 'eip-1559': 0n, homestead: 27n, 'eip-155': 2n * BigInt(chainId) + 35n }[kind];
  if (kind !== 'eip-1559' && v !== zero && v !== zero + 1n) throw wrongSignature();
  const scalars = data.subarray(start, start + 2 * SCALAR_LENGTH);
  return {
    kind,
    r: integerOf(scalars.subarray(0, SCALAR_LENGTH)),
    s: integerOf(scalars.subarray(SCALAR_LENGTH)),
    v,
    recoverable: concatBytes(scalars, Uint8Array.of(Number(v - zero))),
  };
}

function kindOf(data: Uint8Array, chainId: number): EthTransactionKind | undefined {
  if (data.length === 2 * SCALAR_LENGTH + 1) return 'eip-1559';
  if (data[0] === HOMESTEAD_PREFIX && data.length === 2 * SCALAR_LENGTH + 2) return 'homestead';
  const parityLength = rlpInteger(2n * BigInt(chainId) + 35n).length;
  return data[0] === EIP_155_PREFIX && data.length === 1 + 2 * SCALAR_LENGTH + parityLength ? 'eip-155' : undefined;
}

function recipientOf({ to, method }: Message): string | undefined {
  const isCreation = to === ETHEREUM_ADDRESS_MANAGER;
  if (method !== (isCreation ? CREATE_EXTERNAL : INVOKE_CONTRACT))
    throw new DomainError(
      'eth-method',
      'An f410f account can only call method 3844450837 (InvokeContract), also to send FIL, or method 4 of f010.',
    );
  if (isCreation) return undefined;
  const address = ethAddressFromAddress(to);
  if (address === undefined)
    throw new DomainError(
      'eth-recipient',
      'An f410f account can only send to f410f, 0x and f0 addresses. Look up the f0 address of this one.',
    );
  return address;
}

function inputOf(params: Uint8Array): Uint8Array {
  if (params.length === 0) return params;
  const wrong = () =>
    new DomainError('eth-params', 'The parameters of an f410f account’s message must be empty, or calldata as one CBOR byte string.');
  try {
    const input = decodeCbor(params);
    if (input instanceof Uint8Array && input.length > 0) return input;
  } catch {
    throw wrong();
  }
  throw wrong();
}

function byteString(value: RlpValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new DomainError('eth-transaction-fields', 'A field of the transaction is a list instead of bytes.');
}

function integer(value: RlpValue | undefined, limit?: bigint): bigint {
  const bytes = byteString(value);
  const number = integerOf(bytes);
  if (bytes[0] === 0 || (limit !== undefined && number >= limit))
    throw new DomainError('eth-integer', 'A number in the transaction has leading zeros or is too large.');
  return number;
}

function integerOf(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytesToHex(bytes)}`);
}

function scalar(value: RlpValue | undefined): Uint8Array {
  integer(value);
  const bytes = byteString(value);
  if (bytes.length > SCALAR_LENGTH) throw wrongSignature();
  return concatBytes(new Uint8Array(SCALAR_LENGTH - bytes.length), bytes);
}

function recipient(value: RlpValue | undefined): string | undefined {
  const bytes = byteString(value);
  return bytes.length === 0 ? undefined : `0x${bytesToHex(bytes)}`;
}

function requireChainId(actual: bigint, expected: number): void {
  if (actual !== BigInt(expected))
    throw new DomainError('eth-chain-id', `The transaction is signed for chain ID ${actual}, not ${expected}.`);
}

function wrongSignature(): DomainError {
  return new DomainError('eth-signature', 'The transaction signature is not valid on this network.');
}
