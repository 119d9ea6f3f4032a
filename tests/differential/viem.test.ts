/** viem beside ours: delegated messages as transactions, and calls of contracts. What is known to differ: docs/outside-clients.md. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksumEthAddress, ethAddressFromAddress } from '../../shared/domain/addresses/eth-address.ts';
import { attoFil } from '../../shared/domain/amounts/amount.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { bytesToHex, concatBytes, hexToBytes } from '../../shared/domain/encoding/bytes.ts';
import type { DecodedField, DecodedValue } from '../../shared/domain/encoding/decoded-value.ts';
import {
  decodeEthTransaction,
  encodeEthTransaction,
  ethSigningBytes,
  ethTransactionFromMessage,
  ethTransactionHash,
} from '../../shared/domain/evm/eth-transaction.ts';
import type { AbiParameter, AbiType } from '../../shared/domain/evm/evm-abi.ts';
import { decodeContractCall } from '../../shared/domain/evm/evm-call.ts';
import { KNOWN_FUNCTIONS } from '../../shared/domain/evm/evm-selectors.ts';
import { keyFromPrivateKey } from '../../shared/domain/keys/key.ts';
import { messageCid } from '../../shared/domain/messages/message.ts';
import { signMessage, verifyMessageSignature } from '../../shared/domain/messages/message-signature.ts';
import { contentOf } from '../../shared/domain/methods/method-encode.ts';
import {
  type ViemTransaction,
  viemAddressFromPrivateKey,
  viemChecksumAddress,
  viemDecodeCall,
  viemEncodeCall,
  viemEncodeTransaction,
  viemFunctionSelector,
  viemRecoverSender,
  viemSignLegacyTransaction,
  viemSignTransaction,
  viemTransactionHash,
} from '../clients/viem.ts';
import { Differential } from './differential.ts';
import { anySecp256k1Keys, bytesOf, ethAddresses, ethMessages, secp256k1Keys, uint64, unsigned } from './samples.ts';

const differential = new Differential('viem');

/** A message of a key's account, and the same transaction as viem takes it. */
const transactions = fc.tuple(secp256k1Keys, ethMessages, fc.constantFrom(314, 314159, 31415926)).map(([privateKey, unsent, chainId]) => {
  const key = keyFromPrivateKey('delegated', privateKey);
  const message = { ...unsent, from: key.address };
  const { to, input } = ethTransactionFromMessage(message);
  const transaction: ViemTransaction = {
    chainId,
    nonce: Number(message.nonce),
    maxPriorityFeePerGas: message.gasPremium,
    maxFeePerGas: message.gasFeeCap,
    gas: message.gasLimit,
    ...(to === undefined ? {} : { to: `0x${to.slice(2)}` }),
    value: message.value,
    data: `0x${bytesToHex(input)}`,
  };
  return { key, message, chainId, transaction };
});

describe('addresses', () => {
  it('text: the checksum of EIP-55', () =>
    differential.compare({
      what: 'checksums of 0x addresses',
      inputs: ethAddresses,
      ours: checksumEthAddress,
      theirs: viemChecksumAddress,
      explain: (text) => (text === `0x${text.slice(2).toUpperCase()}` ? 'viem-upper-case' : undefined),
    }));

  it('private keys: the address', () =>
    differential.compare({
      what: 'addresses of delegated keys',
      cases: 3000,
      inputs: anySecp256k1Keys,
      ours: (privateKey) => checksumEthAddress(ethAddressFromAddress(keyFromPrivateKey('delegated', privateKey).address) ?? ''),
      theirs: (privateKey) => viemAddressFromPrivateKey(`0x${bytesToHex(privateKey)}`),
    }));
});

describe('transactions', () => {
  it('the bytes that are signed', () =>
    differential.compare({
      what: 'unsigned transactions',
      inputs: transactions,
      ours: ({ message, chainId }) => bytesToHex(ethSigningBytes(ethTransactionFromMessage(message), chainId)),
      theirs: ({ transaction }) => bytesToHex(viemEncodeTransaction(transaction)),
    }));

  it('the signature, the signed bytes and their hash', () =>
    differential.compare({
      what: 'signed transactions',
      cases: 1000,
      inputs: transactions,
      ours: ({ key, message, chainId }) => {
        const signed = { message, signature: signMessage(key, message, chainId) };
        const serialized = bytesToHex(encodeEthTransaction(signed, chainId));
        return `${bytesToHex(signed.signature.data)} ${serialized} ${ethTransactionHash(signed, chainId)}`;
      },
      theirs: async ({ key, transaction }) => {
        const { signature, serialized } = await viemSignTransaction(transaction, `0x${bytesToHex(key.privateKey)}`);
        const hex = bytesToHex(serialized);
        return `${bytesToHex(signature)} ${hex} ${viemTransactionHash(`0x${hex}`)}`;
      },
    }));

  it('legacy ones: the sender, the message, the signed bytes again and their hash', () =>
    differential.compare({
      what: 'signed legacy transactions',
      cases: 1000,
      inputs: fc.tuple(transactions, fc.boolean()),
      ours: async ([{ key, message, chainId, transaction }, isProtected]) => {
        const bytes = await viemSignLegacyTransaction(transaction, `0x${bytesToHex(key.privateKey)}`, isProtected);
        const signed = decodeEthTransaction(bytes, chainId);
        if (!verifyMessageSignature(signed, chainId)) throw new DomainError('not-signed', 'It does not verify.');
        if (verifyMessageSignature(signed, chainId + 1) === isProtected) throw new DomainError('any-network', 'It is of another network.');
        const isSame = messageCid(signed.message) === messageCid({ ...message, gasPremium: message.gasFeeCap });
        return `${isSame} ${bytesToHex(encodeEthTransaction(signed, chainId))} ${ethTransactionHash(signed, chainId)}`;
      },
      theirs: async ([{ key, transaction }, isProtected]) => {
        const hex = bytesToHex(await viemSignLegacyTransaction(transaction, `0x${bytesToHex(key.privateKey)}`, isProtected));
        return `true ${hex} ${viemTransactionHash(`0x${hex}`)}`;
      },
    }));

  it('signed bytes, good and bad: the sender', () =>
    differential.compare({
      what: 'senders of signed transactions',
      cases: 1000,
      inputs: fc
        .tuple(
          transactions,
          uint64,
          fc.constantFrom('none', 'byte', 'chain', 'tip', 'gas', 'nonce'),
          fc.nat(),
          fc.integer({ min: 1, max: 255 }),
        )
        .map(([{ key, message: plain, chainId }, number, change, at, byte]) => {
          const message = {
            ...plain,
            ...(change === 'tip' ? { gasFeeCap: plain.gasPremium, gasPremium: attoFil(plain.gasFeeCap + 1n) } : {}),
            ...(change === 'gas' ? { gasLimit: number } : {}),
            ...(change === 'nonce' ? { nonce: number } : {}),
          };
          const signedFor = change === 'chain' ? chainId + 1 : chainId;
          const bytes = encodeEthTransaction({ message, signature: signMessage(key, message, signedFor) }, signedFor);
          if (change === 'byte') bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ byte;
          return { bytes, chainId };
        }),
      ours: ({ bytes, chainId }) => {
        const sender = ethAddressFromAddress(decodeEthTransaction(bytes, chainId).message.from);
        if (sender === undefined) throw new DomainError('no-eth-address', 'The sender has no Ethereum form.');
        return checksumEthAddress(sender);
      },
      theirs: ({ bytes }) => viemRecoverSender(`0x${bytesToHex(bytes)}`),
      explain: (_input, ours, { refusal = '' }) => {
        if (['eth-chain-id', 'eth-integer', 'eth-address-id'].includes(ours.refusal ?? '')) return 'viem-not-on-this-network';
        if (refusal.includes('safe integer range')) return 'viem-nonce';
        return refusal.includes('cannot be higher than the fee cap') ? 'viem-tip-above-cap' : undefined;
      },
    }));
});

describe('calls of contracts', () => {
  it('the selectors of well-known functions', () => {
    expect(KNOWN_FUNCTIONS.map(({ selector }) => selector)).toEqual(
      KNOWN_FUNCTIONS.map(({ signature }) => viemFunctionSelector(signature)),
    );
  });

  it('input, good and bad: the arguments', () =>
    differential.compare({
      what: 'inputs of contracts',
      inputs: fc
        .tuple(
          fc.constantFrom(...KNOWN_FUNCTIONS).chain((known) => fc.tuple(fc.constant(known), argumentsOf(known.parameters))),
          fc.constantFrom('none', 'none', 'byte', 'short', 'long'),
          fc.nat(),
          fc.integer({ min: 1, max: 255 }),
        )
        .map(([[known, values], change, at, byte]) => {
          const bytes = hexToBytes(viemEncodeCall(known.signature, values));
          const argumentBytes = bytes.length - 4;
          if (change === 'byte' && argumentBytes > 0) bytes[4 + (at % argumentBytes)] = (bytes[4 + (at % argumentBytes)] ?? 0) ^ byte;
          if (change === 'long') return { known, bytes: concatBytes(bytes, new Uint8Array(1 + (at % 40))) };
          return { known, bytes: change === 'short' ? bytes.slice(0, Math.max(4, bytes.length - (at % 40))) : bytes };
        }),
      ours: ({ known, bytes }) => {
        const call = decodeContractCall(bytes);
        if (call.kind !== 'contractCall' || call.arguments === undefined) throw new DomainError('abi', 'The arguments do not fit.');
        return ourText(known.parameters, call.arguments);
      },
      theirs: ({ known, bytes }) => theirText(known.parameters, viemDecodeCall(known.signature, `0x${bytesToHex(bytes)}`)),
      explain: ({ known, bytes }, ours) => {
        if (ours.refusal === undefined || isCanonicalCall(known.signature, hexText(bytes))) return undefined;
        return 'viem-loose-arguments';
      },
    }));
});

it('every known disagreement occurs', () => differential.finish());

/** Whether viem would write the very input that it reads. */
function isCanonicalCall(signature: string, input: `0x${string}`): boolean {
  try {
    return viemEncodeCall(signature, viemDecodeCall(signature, input)) === input;
  } catch {
    return false;
  }
}

/** Values as viem takes them. */
function argumentsOf(parameters: readonly AbiParameter[]): fc.Arbitrary<readonly unknown[]> {
  return fc.tuple(...parameters.map(({ type }) => argumentOf(type)));
}

function argumentOf(type: AbiType): fc.Arbitrary<unknown> {
  switch (type.type) {
    case 'address':
      return bytesOf(20).map(hexText);
    case 'bool':
      return fc.boolean();
    case 'uint':
      return unsigned((1n << BigInt(type.bits)) - 1n);
    case 'int':
      return unsigned((1n << BigInt(type.bits - 1)) - 1n);
    case 'fixedBytes':
      return bytesOf(type.size).map(hexText);
    case 'bytes':
    case 'calldata':
      return bytesOf(0, 70).map(hexText);
    case 'string':
      return fc.string({ unit: 'grapheme', maxLength: 40 });
    case 'list':
      return fc.array(argumentOf(type.item), { minLength: type.length ?? 0, maxLength: type.length ?? 3 });
    case 'tuple':
      return argumentsOf(type.fields);
    default:
      return type satisfies never;
  }
}

function ourText(parameters: readonly AbiParameter[], fields: readonly DecodedField[]): string {
  return parameters.map(({ type }, index) => ourValueText(type, fields[index]?.value)).join(' ');
}

function ourValueText(type: AbiType, value: DecodedValue | undefined): string {
  switch (value?.kind) {
    case 'address':
      return ethAddressFromAddress(value.value) ?? 'no eth address';
    case 'boolean':
    case 'integer':
      return String(value.value);
    case 'text':
      return JSON.stringify(value.value);
    case 'bytes':
    case 'contractCall':
      return hexText(contentOf(value));
    case 'list':
      return type.type === 'list' ? `[${value.items.map((item) => ourValueText(type.item, item)).join(' ')}]` : 'no list';
    case 'record':
      return type.type === 'tuple' ? `(${ourText(type.fields, value.fields)})` : 'no tuple';
    default:
      return `no value of the ABI: ${value?.kind}`;
  }
}

function theirText(parameters: readonly AbiParameter[], values: readonly unknown[]): string {
  return parameters.map(({ type }, index) => theirValueText(type, values[index])).join(' ');
}

function theirValueText(type: AbiType, value: unknown): string {
  if (type.type === 'list') return `[${(value as readonly unknown[]).map((item) => theirValueText(type.item, item)).join(' ')}]`;
  if (type.type === 'tuple') return `(${theirText(type.fields, value as readonly unknown[])})`;
  if (type.type === 'string') return JSON.stringify(value);
  return type.type === 'address' ? String(value).toLowerCase() : String(value);
}

function hexText(bytes: Uint8Array): `0x${string}` {
  return `0x${bytesToHex(bytes)}`;
}
