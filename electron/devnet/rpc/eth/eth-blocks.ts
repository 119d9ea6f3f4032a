/** Resolves Ethereum block parameters to tipsets (Lotus node/impl/eth/tipsetresolver.go). */
import type { TipsetNode } from '../../chain/chain-types.ts';
import type { ChainView } from '../../chain/chain-view.ts';
import { finalizedTipset } from '../../chain/finality.ts';
import { RpcError } from '../rpc-error.ts';
import { blockHashOf } from './eth-json.ts';
import type { BlockName, BlockTag } from './eth-parameters.ts';

const NULL_ROUND_CODE = 12;
/** Lotus ethtypes.SafeEpochDelay. */
const SAFE_EPOCHS = 30;

/**
 * "latest" is the parent of the head, as in Lotus: the head's messages are not executed yet.
 *
 * @param isStrict whether to reject null rounds; otherwise the tipset before is returned
 */
export function tipsetOfBlock(chain: ChainView, name: BlockName, isStrict: boolean): TipsetNode {
  if ('tag' in name) return tipsetOfTag(chain, name.tag);
  if ('hash' in name) return tipsetOfHash(chain, name.hash);
  const height = Number(name.height);
  if (height > chain.head.height - 1) throw new RpcError("requested a future epoch (beyond 'latest')");
  const tipset = chain.store.atOrBefore(height, chain.head);
  if (tipset === undefined) throw new RpcError(`failed to get tipset at height: ${height}`);
  if (isStrict && tipset.height !== height) {
    throw new RpcError(`requested epoch was a null round (${height})`, NULL_ROUND_CODE, height);
  }
  return tipset;
}

function tipsetOfTag(chain: ChainView, tag: BlockTag): TipsetNode {
  const { head, store } = chain;
  switch (tag) {
    case 'earliest':
      throw new RpcError('block param "earliest" is not supported');
    case 'pending':
      return head;
    case 'latest':
      if (head.parent === undefined) throw new RpcError('failed to get parent tipset');
      return head.parent;
    case 'safe': {
      const finalized = finalizedTipset(store);
      const safe = store.atOrBefore(Math.max(0, head.height - SAFE_EPOCHS), head);
      return safe === undefined || finalized.height >= safe.height ? finalized : safe;
    }
    case 'finalized':
      return finalizedTipset(store);
  }
  return tag satisfies never;
}

/** On the canonical chain. */
export function tipsetOfHash(chain: ChainView, hash: string): TipsetNode {
  for (let tipset: TipsetNode | undefined = chain.head; tipset !== undefined; tipset = tipset.parent) {
    if (blockHashOf(tipset) === hash) return tipset;
  }
  throw new RpcError(`failed to find tipset for block hash: ${hash}`);
}
