import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { pathBetween, toHeadChanges } from '../chain/chain-store.ts';
import type { Block } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { finalizedTipset } from '../chain/finality.ts';
import { uniqueMessages } from '../chain/unique-messages.ts';
import { blockJson, chainMessageJson, cidJson, headChangesJson, receiptJson, signedMessageJson, tipsetJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { cidParameter, epochParameter, tipsetKeyParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { tipsetAt } from './tipset-lookup.ts';

/** Chain*: tipsets, blocks and messages of the history window. */
export function addChainMethods(table: MethodTableBuilder, chain: ChainView): void {
  const { store } = chain;

  function blockOf(cid: Cid): Block {
    const block = store.block(cid);
    if (block === undefined) throw new RpcError(`ipld: could not find ${cid}`);
    return block;
  }

  /** The executed messages of a block's parent tipset; undefined at genesis. */
  function parentExecution(cid: Cid) {
    const parent = store.tipsetOfBlock(blockOf(cid))?.parent;
    return parent === undefined ? undefined : chain.executionOf(parent).executed;
  }

  table
    .read('ChainHead', [], () => tipsetJson(chain.head))
    .read('ChainGetGenesis', [], () => tipsetJson(store.genesis))
    .read('ChainGetTipSet', [tipsetKeyParameter], ([key]) => {
      if (key.length === 0) throw new RpcError('NewTipSet called with zero length array of blocks');
      return tipsetJson(tipsetAt(chain, key));
    })
    .read('ChainGetTipSetByHeight', [epochParameter, tipsetKeyParameter], ([epoch, key]) => {
      const from = tipsetAt(chain, key);
      checkHeight(epoch, from.height);
      const tipset = store.atOrBefore(epoch, from);
      if (tipset === undefined) throw new RpcError(`looking for tipset at height ${epoch}: blockstore: block not found`);
      return tipsetJson(tipset);
    })
    .read('ChainGetTipSetAfterHeight', [epochParameter, tipsetKeyParameter], ([epoch, key]) => {
      const from = tipsetAt(chain, key);
      checkHeight(epoch, from.height);
      if (epoch < store.floor) throw new RpcError(`looking for tipset at height ${epoch}: blockstore: block not found`);
      return tipsetJson(store.atOrAfter(epoch, from) ?? from);
    })
    .read('ChainGetFinalizedTipSet', [], () => tipsetJson(finalizedTipset(store)))
    .read('ChainGetBlock', [cidParameter], ([cid]) => blockJson(blockOf(cid)))
    .read('ChainGetBlockMessages', [cidParameter], ([cid]) => {
      const { messages } = blockOf(cid);
      const bls = messages.filter((message) => message.signed.signature.type === 'bls');
      const others = messages.filter((message) => message.signed.signature.type !== 'bls');
      return {
        BlsMessages: bls.map(chainMessageJson),
        SecpkMessages: others.map(signedMessageJson),
        Cids: [...bls, ...others].map((message) => cidJson(message.cid)),
      };
    })
    .read('ChainGetParentMessages', [cidParameter], ([cid]) => {
      const executed = parentExecution(cid);
      return executed === undefined
        ? null
        : executed.map(({ message }): JsonValue => ({ Cid: cidJson(message.cid), Message: chainMessageJson(message) }));
    })
    .read('ChainGetParentReceipts', [cidParameter], ([cid]) => parentExecution(cid)?.map(({ receipt }) => receiptJson(receipt)) ?? null)
    .read('ChainGetMessagesInTipset', [tipsetKeyParameter], ([key]) =>
      uniqueMessages(tipsetAt(chain, key).blocks).map(({ message }) => ({ Cid: cidJson(message.cid), Message: chainMessageJson(message) })),
    )
    .read('ChainGetMessage', [cidParameter], ([cid]) => {
      const message = store.message(cid) ?? chain.pool.find(cid);
      if (message === undefined) throw new RpcError(`failed to load message ${cid}: ipld: could not find ${cid}`);
      return chainMessageJson(message);
    })
    .read('ChainGetPath', [tipsetKeyParameter, tipsetKeyParameter], ([from, to]) =>
      headChangesJson(toHeadChanges(pathBetween(tipsetAt(chain, from), tipsetAt(chain, to)))),
    )
    .read('ChainTipSetWeight', [tipsetKeyParameter], ([key]) => chain.executionOf(tipsetAt(chain, key)).weight.toString())
    .stream('ChainNotify', [], (_values, sink) => {
      sink.send(headChangesJson([{ type: 'current', tipset: chain.head }]));
      const stop = chain.onHeadChange((changes) => sink.send(headChangesJson(changes)));
      sink.signal.addEventListener('abort', stop);
    });
}

function checkHeight(requested: number, head: number): void {
  if (requested > head) throw new RpcError(`looking for tipset with height greater than start point, req: ${requested}, head: ${head}`);
  if (requested < 0) throw new RpcError(`looking for tipset with negative height: ${requested}`);
}
