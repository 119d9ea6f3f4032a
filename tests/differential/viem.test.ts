/** viem beside ours: delegated messages as transactions of EIP-1559. What is known to differ: docs/outside-clients.md. */
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { attoFil } from '../../shared/domain/amount.ts';
import { bytesToHex } from '../../shared/domain/bytes.ts';
import { DomainError } from '../../shared/domain/domain-error.ts';
import { checksumEthAddress, ethAddressFromAddress } from '../../shared/domain/eth-address.ts';
import {
  decodeEthTransaction,
  encodeEthTransaction,
  ethSigningBytes,
  ethTransactionFromMessage,
  ethTransactionHash,
} from '../../shared/domain/eth-transaction.ts';
import { keyFromPrivateKey } from '../../shared/domain/key.ts';
import { signMessage } from '../../shared/domain/message-signature.ts';
import {
  type ViemTransaction,
  viemAddressFromPrivateKey,
  viemChecksumAddress,
  viemEncodeTransaction,
  viemRecoverSender,
  viemSignTransaction,
  viemTransactionHash,
} from '../clients/viem.ts';
import { Differential } from './differential.ts';
import { anySecp256k1Keys, ethAddresses, ethMessages, secp256k1Keys, uint64 } from './samples.ts';

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

it('every known disagreement occurs', () => differential.finish());
