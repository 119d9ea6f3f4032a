/**
 * Ethereum methods over the chain's own state, as in Lotus (node/impl/eth; names of eth_aliases.go). There are no contracts:
 * calls, logs, filters and traces are not served.
 */
import { type Address, idAddress } from '../../../../shared/domain/addresses/address.ts';
import { ethAddressFromAddress } from '../../../../shared/domain/addresses/eth-address.ts';
import { cidFromEthHash } from '../../../../shared/domain/chain/tipset.ts';
import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { bytesToHex } from '../../../../shared/domain/encoding/bytes.ts';
import { decodeRlp } from '../../../../shared/domain/encoding/rlp.ts';
import { decodeEthTransaction } from '../../../../shared/domain/evm/eth-transaction.ts';
import { toChainMessage } from '../../chain/chain-message.ts';
import type { ChainMessage, TipsetNode } from '../../chain/chain-types.ts';
import type { ChainView } from '../../chain/chain-view.ts';
import { EIP155_CHAIN_ID } from '../../chain/genesis.ts';
import { uniqueMessages } from '../../chain/unique-messages.ts';
import { MAX_PENDING_PER_SENDER, MAX_UNTRUSTED_PENDING_PER_SENDER } from '../../mempool/mempool.ts';
import { addressJson, cidJson } from '../chain-json.ts';
import { estimateGasLimit, premiumFor } from '../gas-estimates.ts';
import type { JsonValue } from '../json-writer.ts';
import { type Found, searchMessage } from '../message-methods.ts';
import type { MethodTableBuilder } from '../method-table.ts';
import { nextNonce } from '../mpool-methods.ts';
import { SOFTWARE } from '../node-methods.ts';
import { addressParameter, booleanParameter, cidParameter } from '../parameters.ts';
import { ParameterError, RpcError } from '../rpc-error.ts';
import { actorAt, requireAddress, stateAfter } from '../tipset-lookup.ts';
import { tipsetOfBlock, tipsetOfHash } from './eth-blocks.ts';
import { feeHistory } from './eth-fees.ts';
import { blockJson, quantity, transactionHashOf, transactionJson, transactionReceiptJson } from './eth-json.ts';
import {
  type BlockName,
  blockNameParameter,
  blockNumberParameter,
  decodeBlockName,
  decodeEthCall,
  ethAddressParameter,
  ethBytesParameter,
  ethHashParameter,
  ethIndexParameter,
} from './eth-parameters.ts';

export function addEthMethods(table: MethodTableBuilder, chain: ChainView, isGateway: boolean): void {
  const { store, pool } = chain;

  function block(tipset: TipsetNode, isFull: boolean): JsonValue {
    return blockJson(tipset, chain.executionOf(tipset).executed, stateAfter(chain, tipset), isFull);
  }

  /** Find a message by transaction hash, or by the digest of its CID. */
  function messageOfHash(hash: string): ChainMessage | undefined {
    const cid = cidFromEthHash(hash);
    const known = store.message(cid) ?? pool.find(cid);
    if (known !== undefined) return known;
    const isIt = (message: ChainMessage): boolean => message.signed.signature.type === 'delegated' && transactionHashOf(message) === hash;
    const pending = pool.pending().find(isIt);
    if (pending !== undefined) return pending;
    for (let tipset: TipsetNode | undefined = chain.head; tipset !== undefined; tipset = tipset.parent) {
      for (const { messages } of tipset.blocks) {
        const found = messages.find(isIt);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** Find where it was executed; undefined if it was not, or another message with its nonce was. */
  function lookUp(message: ChainMessage): (Found & { readonly tipset: TipsetNode; readonly index: number }) | undefined {
    let found: Found | undefined;
    try {
      found = searchMessage(chain, chain.head, message.cid, -1, false);
    } catch (error) {
      if (error instanceof RpcError) return undefined;
      throw error;
    }
    const tipset = found?.execution.parent;
    if (found === undefined || tipset === undefined || found.message.cid !== message.cid) return undefined;
    const index = uniqueMessages(tipset.blocks).findIndex(({ message: other }) => other.cid === message.cid);
    return { ...found, tipset, index };
  }

  function transactionOf(hash: string): JsonValue {
    const message = messageOfHash(hash);
    if (message === undefined) return null;
    const found = lookUp(message);
    if (found !== undefined) return transactionJson(message, stateAfter(chain, found.tipset), found);
    const isPending = pool.find(message.cid) !== undefined;
    if (isPending && message.signed.signature.type !== 'delegated') {
      const type = message.signed.signature.type === 'bls' ? 2 : 1;
      throw new RpcError(`could not convert Filecoin message into tx: signature is not delegated type, is type: ${type}`);
    }
    return isPending ? transactionJson(message, undefined, undefined) : null;
  }

  function transactionAt(tipset: TipsetNode, index: bigint): JsonValue {
    const messages = uniqueMessages(tipset.blocks);
    const message = messages[Number(index)]?.message;
    if (message === undefined) throw new RpcError(`index ${index} out of range: tipset contains ${messages.length} messages`);
    return transactionJson(message, stateAfter(chain, tipset), { tipset, index: Number(index) });
  }

  function receiptsOf(tipset: TipsetNode): JsonValue {
    const state = stateAfter(chain, tipset);
    return chain
      .executionOf(tipset)
      .executed.map(({ message, receipt }, index) => transactionReceiptJson(message, receipt, state, { tipset, index }));
  }

  const actorOf = (address: Address, name: BlockName) => actorAt(stateAfter(chain, tipsetOfBlock(chain, name, false)), address);
  const premium = (): bigint => premiumFor(0);

  function send(bytes: Uint8Array, mostPending: number): string {
    const message = toChainMessage(readTransaction(bytes));
    chain.push(message, mostPending);
    return transactionHashOf(message);
  }

  table
    .read('EthChainId', [], () => quantity(EIP155_CHAIN_ID))
    .read('NetVersion', [], () => String(EIP155_CHAIN_ID))
    .read('NetListening', [], () => true)
    .read('Web3ClientVersion', [], () => SOFTWARE)
    .read('EthProtocolVersion', [], () => quantity(chain.networkVersionAt(chain.head.height)))
    .read('EthAccounts', [], () => [])
    // This node produces its own chain, so it is never syncing.
    .read('EthSyncing', [], () => false)
    .read('EthBlockNumber', [], () => quantity(chain.head.parent?.height ?? chain.head.height))
    .read('EthGetBlockByNumber', [blockNumberParameter, booleanParameter], ([name, isFull]) =>
      block(tipsetOfBlock(chain, name, true), isFull),
    )
    .read('EthGetBlockByHash', [ethHashParameter, booleanParameter], ([hash, isFull]) => block(tipsetOfHash(chain, hash), isFull))
    .read('EthGetBlockTransactionCountByNumber', [blockNumberParameter], ([name]) => countOf(tipsetOfBlock(chain, name, true)))
    .read('EthGetBlockTransactionCountByHash', [ethHashParameter], ([hash]) => countOf(tipsetOfHash(chain, hash)))
    .read('EthGetBlockReceipts', [blockNameParameter], ([name]) => receiptsOf(tipsetOfBlock(chain, name, true)))
    .read('EthGetTransactionByHash', [ethHashParameter], ([hash]) => transactionOf(hash))
    .read('EthGetTransactionByBlockHashAndIndex', [ethHashParameter, ethIndexParameter], ([hash, index]) =>
      transactionAt(tipsetOfHash(chain, hash), index),
    )
    .read('EthGetTransactionByBlockNumberAndIndex', [blockNumberParameter, ethIndexParameter], ([name, index]) =>
      transactionAt(tipsetOfBlock(chain, name, true), index),
    )
    .read('EthGetTransactionReceipt', [ethHashParameter], ([hash]) => {
      const message = messageOfHash(hash);
      const found = message === undefined ? undefined : lookUp(message);
      return found === undefined ? null : transactionReceiptJson(found.message, found.receipt, stateAfter(chain, found.tipset), found);
    })
    .read('EthGetMessageCidByTransactionHash', [ethHashParameter], ([hash]) => {
      const message = messageOfHash(hash);
      return message === undefined ? null : cidJson(message.cid);
    })
    .read('EthGetTransactionHashByCid', [cidParameter], ([cid]) => {
      const message = store.message(cid) ?? pool.find(cid);
      return message === undefined ? null : transactionHashOf(message);
    })
    .read('EthGetTransactionCount', [ethAddressParameter, blockNameParameter], ([address, name]) => {
      if (!('tag' in name) || name.tag !== 'pending') return quantity(actorOf(address, name)?.nonce ?? 0n);
      try {
        return quantity(nextNonce(chain, address));
      } catch (error) {
        if (error instanceof RpcError) throw new RpcError(`failed to get nonce from mpool: ${error.message}`);
        throw error;
      }
    })
    .read('EthGetBalance', [ethAddressParameter, blockNameParameter], ([address, name]) => quantity(actorOf(address, name)?.balance ?? 0n))
    .read('EthGetCode', [ethAddressParameter, blockNameParameter], ([, name]) => {
      if (tipsetOfBlock(chain, name, false).height === 0) throw new RpcError('block param must not specify genesis block');
      return '0x';
    })
    .read('EthBaseFee', [], () => quantity(chain.nextBaseFeeOf(chain.head)))
    .read('EthGasPrice', [], () => quantity(chain.head.baseFee + premium()))
    .read('EthMaxPriorityFeePerGas', [], () => quantity(premium()))
    .raw('EthFeeHistory', (params) => decoding(() => feeHistory(chain, params)))
    .raw('EthEstimateGas', (params) =>
      decoding(() => {
        if (params.length !== 1 && params.length !== 2) throw new ParameterError(`expected 1 or 2 params, got ${params.length}`);
        const message = decodeEthCall(params[0]);
        const tipset = params[1] === undefined ? chain.head : tipsetOfBlock(chain, decodeBlockName(params[1]), false);
        return quantity(estimateGasLimit(chain, message, tipset));
      }),
    )
    .read('EthSendRawTransaction', [ethBytesParameter], ([bytes]) =>
      send(bytes, isGateway ? MAX_UNTRUSTED_PENDING_PER_SENDER : MAX_PENDING_PER_SENDER),
    )
    .read('EthSendRawTransactionUntrusted', [ethBytesParameter], ([bytes]) => send(bytes, MAX_UNTRUSTED_PENDING_PER_SENDER))
    .read('EthAddressToFilecoinAddress', [ethAddressParameter], ([address]) => addressJson(address))
    .raw('FilecoinAddressToEthAddress', (params) =>
      decoding(() => {
        if (params.length !== 1 && params.length !== 2) throw new ParameterError(`expected 1 or 2 params, got ${params.length}`);
        const address = requireAddress(addressParameter.decode(params[0]));
        const own = ethAddressFromAddress(address);
        if (own !== undefined) return own;
        const name = params[1] === undefined ? ({ tag: 'finalized' } as const) : blockNumberParameter.decode(params[1]);
        const actor = actorOf(address, name);
        if (actor === undefined) throw new RpcError(`failed to lookup ID address: actor not found`);
        return (
          (actor.delegatedAddress && ethAddressFromAddress(actor.delegatedAddress)) ?? ethAddressFromAddress(idAddress(actor.id)) ?? null
        );
      }),
    );
}

function countOf(tipset: TipsetNode): string {
  return quantity(tipset.blocks.reduce((sum, { messages }) => sum + messages.length, 0));
}

/** Errors of parameters that a method decodes itself are the method's own errors. */
function decoding<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ParameterError) throw new RpcError(`decoding params: ${error.message}`);
    throw error;
  }
}

/** Lotus' errors for rejected transactions (chain/types/ethtypes/eth_transactions.go, eth_1559_transactions.go). */
const REFUSALS: Readonly<Record<string, string>> = {
  'eth-transaction-fields': 'not an EIP-1559 transaction: should have 12 elements in the rlp list',
  'eth-access-list': 'access list should be an empty list',
  'eth-signature': 'EIP-1559 transactions only support 0 or 1 for v',
};

function readTransaction(bytes: Uint8Array) {
  if (bytes.length === 0) throw new RpcError('empty data');
  if (bytes[0] === 1) throw new RpcError('EIP-2930 transaction is not supported');
  if (bytes[0] !== 2 && (bytes[0] ?? 0) <= 0x7f) throw new RpcError('unsupported transaction type');
  try {
    return decodeEthTransaction(bytes, EIP155_CHAIN_ID);
  } catch (error) {
    if (error instanceof DomainError) throw new RpcError(refusalOf(error, bytes));
    throw error;
  }
}

function refusalOf({ code, message }: DomainError, bytes: Uint8Array): string {
  if (code !== 'eth-chain-id') return REFUSALS[code] ?? message;
  if (bytes[0] !== 2) return 'failed to parse legacy transaction: failed to validate EIP155 chain id: invalid chain id';
  const list = decodeRlp(bytes.subarray(1));
  const chain = list instanceof Uint8Array ? undefined : list[0];
  const id = chain instanceof Uint8Array ? BigInt(`0x0${bytesToHex(chain)}`) : 0n;
  return `failed to convert to unsigned msg: invalid chain id: ${id}`;
}
