/**
 * Failures of Ethereum methods, in the words of Lotus and of other programs that serve them. Part of the tables of failures.
 *
 * Sources: Lotus v1.36.2 node/impl/eth/ and chain/types/ethtypes/ (texts), EIP-1474 (codes).
 */
import type { FailureRow } from './failure-row.ts';

const ETHEREUM = /^(?:Eth|eth_|net_|web3_|trace_)/;

export const ETHEREUM_FAILURES: readonly FailureRow[] = [
  {
    id: 'eth-disabled',
    layer: 'method',
    method: ETHEREUM,
    texts: [/module (?:runtime )?disabled/i, /EnableEthRPC/i, /chain indexer is disabled/i],
    title: 'The Ethereum API of this node is off',
    cause: 'The node was started without EnableEthRPC or without its chain indexer.',
    fix: 'Set EnableEthRPC (and EnableIndexer for logs) in the node’s configuration, or use another endpoint.',
  },
  {
    id: 'eth-future-block',
    number: 10,
    about: ['ethBlock'],
    layer: 'chain',
    method: ETHEREUM,
    texts: [/requested a future epoch/i, /header not found/i, /unknown block/i],
    title: 'The block is beyond the head of the node',
    cause: 'Blocks newer than eth_blockNumber, one epoch below the head, have not been executed. A replica may also lag behind.',
    fix: 'Ask for “latest”, or for a block up to eth_blockNumber.',
  },
  {
    id: 'eth-filter-gone',
    layer: 'rpc',
    method: ETHEREUM,
    texts: [/filter not found/i],
    title: 'The filter no longer exists',
    cause: 'The node drops filters that are not read for a while, and a load-balanced endpoint may ask another node.',
    fix: 'Create the filter again, or read logs by range with eth_getLogs.',
  },
  {
    id: 'eth-chain-id',
    layer: 'chain',
    method: ETHEREUM,
    texts: [/(?:invalid|wrong|mismatched) chain ?id/i, /chain ?id.{0,40}(?:does not match|mismatch)/i],
    title: 'The transaction is signed for another network',
    cause: 'The chain ID in it is not that of this network: 314 on mainnet, 314159 on calibration, 31415926 on a local network.',
    fix: 'Choose the right network in the wallet and sign the transaction again.',
  },
  {
    id: 'eth-underpriced',
    number: 21,
    layer: 'chain',
    method: ETHEREUM,
    texts: [/replacement transaction underpriced/i, /transaction underpriced/i],
    title: 'The fee is too low to replace the pending transaction',
    cause: 'A transaction with this nonce is pending, and a replacement has to pay a premium at least a quarter higher.',
    fix: 'Raise maxPriorityFeePerGas and maxFeePerGas by at least 25 percent, or wait for the pending transaction.',
  },
  {
    id: 'eth-insufficient-funds',
    number: 18,
    layer: 'chain',
    method: ETHEREUM,
    texts: [/insufficient funds/i],
    title: 'The sender cannot pay for the transaction',
    cause: 'Value plus gas limit × maxFeePerGas is more than the balance.',
    fix: 'Lower the value, the gas limit or maxFeePerGas, or add funds.',
  },
  {
    id: 'eth-gas-allowance',
    layer: 'chain',
    method: ETHEREUM,
    texts: [/gas required exceeds allowance/i, /intrinsic gas too low/i],
    title: 'The gas limit is too low',
    cause: 'Gas on Filecoin is counted differently than on Ethereum, and limits copied from there are far too low.',
    fix: 'Leave the gas limit out and let eth_estimateGas determine it.',
  },
  {
    id: 'eth-raw-transaction',
    about: ['hex'],
    layer: 'rpc',
    method: ETHEREUM,
    texts: [/unsupported transaction type/i, /failed to (?:parse|decode).{0,40}(?:tx|transaction|rlp)/i, /\brlp: /i],
    title: 'The raw transaction cannot be read',
    cause: 'Filecoin takes EIP-1559 and legacy transactions; another type, or cut or altered bytes, are refused.',
    fix: 'Sign it as an EIP-1559 or legacy transaction, and send all of its bytes as 0x hex.',
  },
];
