/** Blocks, transactions and receipts as Ethereum JSON, as in Lotus (node/impl/eth/utils.go, chain/types/ethtypes). */
import { type Address, idAddress } from '../../../../shared/domain/addresses/address.ts';
import { ethAddressFromAddress } from '../../../../shared/domain/addresses/eth-address.ts';
import { attoFil } from '../../../../shared/domain/amounts/amount.ts';
import { ethHashFromCid, tipsetKeyCid } from '../../../../shared/domain/chain/tipset.ts';
import { bytesToHex, concatBytes } from '../../../../shared/domain/encoding/bytes.ts';
import { decodeCbor } from '../../../../shared/domain/encoding/cbor.ts';
import { ethTransactionFields, ethTransactionHash, INVOKE_CONTRACT } from '../../../../shared/domain/evm/eth-transaction.ts';
import { BLOCK_GAS_LIMIT, feeBreakdown } from '../../../../shared/domain/messages/gas.ts';
import type { Message } from '../../../../shared/domain/messages/message.ts';
import type { ChainMessage, Receipt, TipsetNode } from '../../chain/chain-types.ts';
import type { ExecutedMessage } from '../../chain/execution.ts';
import { EIP155_CHAIN_ID } from '../../chain/genesis.ts';
import type { State } from '../../state/state.ts';
import type { JsonValue } from '../json-writer.ts';
import { actorAt } from '../tipset-lookup.ts';

const EIP_1559_TYPE = 2;
/** Recipient of a failed message to an address without an actor. */
const NO_RECIPIENT = '0xff0000000000000000000000ffffffffffffffff';
const ZERO_HASH = `0x${'0'.repeat(64)}`;
/** Keccak-256 of the RLP of an empty array, and of null. */
const NO_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
const NO_TRANSACTIONS = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const BLOOM_DIGITS = 512;
/** handle_filecoin_method(uint64,uint64,bytes): calldata of messages that are not Ethereum transactions. */
const NATIVE_METHOD_SELECTOR = Uint8Array.of(0x86, 0x8e, 0x10, 0xc4);
const CBOR_CODEC = 0x51;
const WORD = 32;

export function quantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

function hexJson(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes)}`;
}

const hashes = new WeakMap<TipsetNode, string>();

/** Return the Ethereum block hash of a tipset. */
export function blockHashOf(tipset: TipsetNode): string {
  let hash = hashes.get(tipset);
  if (hash === undefined) {
    hash = ethHashFromCid(tipsetKeyCid(tipset.key));
    hashes.set(tipset, hash);
  }
  return hash;
}

const transactionHashes = new WeakMap<ChainMessage, string>();

/** Return the Ethereum hash of a message: of its transaction if it is one, else the digest of its CID. */
export function transactionHashOf(message: ChainMessage): string {
  let hash = transactionHashes.get(message);
  if (hash === undefined) {
    hash =
      message.signed.signature.type === 'delegated' ? ethTransactionHash(message.signed, EIP155_CHAIN_ID) : ethHashFromCid(message.cid);
    transactionHashes.set(message, hash);
  }
  return hash;
}

export interface TransactionPlace {
  readonly tipset: TipsetNode;
  readonly index: number;
}

/**
 * @param state state after the message; undefined for a pending transaction of an Ethereum account
 * @param place position on chain
 */
export function transactionJson(message: ChainMessage, state: State | undefined, place: TransactionPlace | undefined) {
  const { nonce, value, gasLimit, gasFeeCap, gasPremium } = message.signed.message;
  return {
    chainId: quantity(EIP155_CHAIN_ID),
    nonce: quantity(nonce),
    hash: transactionHashOf(message),
    blockHash: place === undefined ? null : blockHashOf(place.tipset),
    blockNumber: place === undefined ? null : quantity(place.tipset.height),
    transactionIndex: place === undefined ? null : quantity(place.index),
    value: quantity(value),
    gas: quantity(gasLimit),
    ...(message.signed.signature.type === 'delegated'
      ? ethereumFields(message)
      : {
          type: quantity(EIP_1559_TYPE),
          maxFeePerGas: quantity(gasFeeCap),
          maxPriorityFeePerGas: quantity(gasPremium),
          accessList: [],
          v: '0x0',
          r: '0x0',
          s: '0x0',
          ...nativeFields(message.signed.message, state),
        }),
  };
}

function ethereumFields({ signed }: ChainMessage) {
  const { transaction, v, r, s } = ethTransactionFields(signed, EIP155_CHAIN_ID);
  const isLegacy = transaction.kind !== 'eip-1559';
  return {
    from: ethAddressFromAddress(signed.message.from) ?? NO_RECIPIENT,
    to: transaction.to ?? null,
    input: hexJson(transaction.input),
    ...(isLegacy
      ? { type: '0x0', gasPrice: quantity(transaction.maxFeePerGas) }
      : {
          type: quantity(EIP_1559_TYPE),
          maxFeePerGas: quantity(transaction.maxFeePerGas),
          maxPriorityFeePerGas: quantity(transaction.maxPriorityFeePerGas),
        }),
    ...(transaction.kind === 'homestead' ? { chainId: '0x0' } : {}),
    accessList: null,
    v: quantity(v),
    r: quantity(r),
    s: quantity(s),
  };
}

/** Encode method, codec and parameters of a native message as calldata. */
function nativeFields({ from, to, method, params }: Message, state: State | undefined) {
  return {
    from: ethAddressAt(from, state) ?? NO_RECIPIENT,
    to: ethAddressAt(to, state) ?? NO_RECIPIENT,
    input: hexJson((method === INVOKE_CONTRACT ? byteString(params) : undefined) ?? nativeInput(method, params)),
  };
}

/** Return an actor's f410 address, else its masked ID; undefined if no actor has this address. */
function ethAddressAt(address: Address, state: State | undefined): string | undefined {
  const actor = state === undefined ? undefined : actorAt(state, address);
  const delegated = actor?.delegatedAddress === undefined ? undefined : ethAddressFromAddress(actor.delegatedAddress);
  return delegated ?? (actor === undefined ? ethAddressFromAddress(address) : ethAddressFromAddress(idAddress(actor.id)));
}

function byteString(params: Uint8Array): Uint8Array | undefined {
  if (params.length === 0) return undefined;
  try {
    const value = decodeCbor(params);
    return value instanceof Uint8Array ? value : undefined;
  } catch {
    // Message parameters are untrusted.
    return undefined;
  }
}

function nativeInput(method: bigint, params: Uint8Array): Uint8Array {
  const words = [method, params.length === 0 ? 0n : BigInt(CBOR_CODEC), BigInt(3 * WORD), BigInt(params.length)];
  const head = new Uint8Array(words.length * WORD);
  const view = new DataView(head.buffer);
  for (const [index, word] of words.entries()) view.setBigUint64(index * WORD + WORD - 8, word);
  const padded = new Uint8Array(Math.ceil(params.length / WORD) * WORD);
  padded.set(params);
  return concatBytes(NATIVE_METHOD_SELECTOR, head, padded);
}

/** @param state state after the tipset */
export function blockJson(tipset: TipsetNode, executed: readonly ExecutedMessage[], state: State, isFull: boolean): JsonValue {
  const [first] = tipset.blocks;
  return {
    hash: blockHashOf(tipset),
    parentHash: tipset.parent === undefined ? ZERO_HASH : blockHashOf(tipset.parent),
    sha3Uncles: NO_UNCLES,
    miner: `0x${'0'.repeat(40)}`,
    stateRoot: ZERO_HASH,
    transactionsRoot: executed.length > 0 ? ZERO_HASH : NO_TRANSACTIONS,
    receiptsRoot: ZERO_HASH,
    logsBloom: `0x${'f'.repeat(BLOOM_DIGITS)}`,
    difficulty: '0x0',
    totalDifficulty: '0x0',
    number: quantity(tipset.height),
    gasLimit: quantity(BLOCK_GAS_LIMIT * BigInt(tipset.blocks.length)),
    gasUsed: quantity(executed.reduce((sum, { receipt }) => sum + receipt.gasUsed, 0n)),
    timestamp: quantity(first?.header.timestamp ?? 0),
    extraData: '0x',
    mixHash: ZERO_HASH,
    nonce: '0x0000000000000000',
    baseFeePerGas: quantity(tipset.baseFee),
    size: '0x0',
    transactions: executed.map(({ message }, index) =>
      isFull ? transactionJson(message, state, { tipset, index }) : transactionHashOf(message),
    ),
    uncles: [],
  };
}

/** Messages on this chain emit no EVM logs. */
export function transactionReceiptJson(message: ChainMessage, receipt: Receipt, state: State, place: TransactionPlace): JsonValue {
  const { from, to, type, hash, blockHash, blockNumber, transactionIndex } = transactionJson(message, state, place);
  const { gasUsed, exitCode } = receipt;
  const { gasLimit, gasFeeCap, gasPremium } = message.signed.message;
  const { total } = feeBreakdown({ gasLimit, gasFeeCap, gasPremium, gasUsed, baseFee: attoFil(place.tipset.baseFee) });
  return {
    transactionHash: hash,
    transactionIndex,
    blockHash,
    blockNumber,
    from,
    to,
    root: ZERO_HASH,
    status: exitCode === 0 ? '0x1' : '0x0',
    contractAddress: null,
    cumulativeGasUsed: '0x0',
    gasUsed: quantity(gasUsed),
    effectiveGasPrice: quantity(gasUsed === 0n ? 0n : total / gasUsed),
    logsBloom: `0x${'0'.repeat(BLOOM_DIGITS)}`,
    logs: [],
    type,
  };
}
