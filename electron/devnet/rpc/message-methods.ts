import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { ChainMessage, Receipt, TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { cidJson, keyJson, receiptJson } from './chain-json.ts';
import type { CallContext } from './dispatcher.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { booleanParameter, cidParameter, epochParameter, tipsetKeyParameter, uint64Parameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { tipsetAt } from './tipset-lookup.ts';

const MAX_CONFIDENCE = 900;
const UNLIMITED = -1;

export interface Found {
  readonly message: ChainMessage;
  readonly receipt: Receipt;
  /** The tipset whose parent state includes the message's effects: the child of the one that includes the message. */
  readonly execution: TipsetNode;
}

/** StateSearchMsg, StateWaitMsg and StateGetReceipt. */
export function addMessageMethods(table: MethodTableBuilder, chain: ChainView, apiVersion: 'v0' | 'v1'): void {
  async function wait(cid: Cid, confidence: number, limit: number, allowsReplaced: boolean, context: CallContext): Promise<JsonValue> {
    if (confidence > MAX_CONFIDENCE) throw new RpcError(`message confidence exceeds maximum: ${confidence} > ${MAX_CONFIDENCE}`);
    return new Promise((resolve, reject) => {
      const look = (): boolean => {
        try {
          const found = searchMessage(chain, chain.head, cid, limit, allowsReplaced);
          if (found === undefined || chain.head.height < found.execution.height + confidence) return false;
          resolve(lookupJson(found));
        } catch (error) {
          reject(error);
        }
        return true;
      };
      if (look()) return;
      const stop = chain.onHeadChange(() => {
        if (look()) stop();
      });
      context.signal.addEventListener('abort', () => {
        stop();
        reject(new RpcError('context canceled'));
      });
    });
  }

  const searchJson = (from: TipsetNode, cid: Cid, limit: number, allowsReplaced: boolean): JsonValue => {
    const found = searchMessage(chain, from, cid, limit, allowsReplaced);
    return found === undefined ? null : lookupJson(found);
  };

  if (apiVersion === 'v1') {
    table
      .read('StateSearchMsg', [tipsetKeyParameter, cidParameter, epochParameter, booleanParameter], ([key, cid, limit, allowsReplaced]) =>
        searchJson(tipsetAt(chain, key), cid, limit, allowsReplaced),
      )
      .read(
        'StateWaitMsg',
        [cidParameter, uint64Parameter, epochParameter, booleanParameter],
        ([cid, confidence, limit, allowsReplaced], context) => wait(cid, confidence, limit, allowsReplaced, context),
      );
    return;
  }
  table
    .read('StateSearchMsg', [cidParameter], ([cid]) => searchJson(chain.head, cid, UNLIMITED, true))
    .read('StateSearchMsgLimited', [cidParameter, epochParameter], ([cid, limit]) => searchJson(chain.head, cid, limit, true))
    .read('StateWaitMsg', [cidParameter, uint64Parameter], ([cid, confidence], context) => wait(cid, confidence, UNLIMITED, true, context))
    .read('StateWaitMsgLimited', [cidParameter, uint64Parameter, epochParameter], ([cid, confidence, limit], context) =>
      wait(cid, confidence, limit, true, context),
    )
    .read('StateGetReceipt', [cidParameter, tipsetKeyParameter], ([cid, key]) => {
      const found = searchMessage(chain, tipsetAt(chain, key), cid, UNLIMITED, true);
      return found === undefined ? null : receiptJson(found.receipt);
    });
}

/** Find the execution of a message, or of its replacement, on the chain below `from`. */
export function searchMessage(chain: ChainView, from: TipsetNode, cid: Cid, limit: number, allowsReplaced: boolean): Found | undefined {
  const wanted = chain.store.message(cid) ?? chain.pool.find(cid);
  if (wanted === undefined) throw new RpcError(`failed to load message: failed to load message ${cid}: ipld: could not find ${cid}`);
  const { from: sender, nonce } = wanted.signed.message;
  for (let child: TipsetNode = from; child.parent !== undefined; child = child.parent) {
    const { parent } = child;
    if (limit !== UNLIMITED && from.height - parent.height > limit) return undefined;
    // Receipts are read from blocks, so only read those of the matching tipset.
    const hasNonce = ({ signed }: ChainMessage): boolean => signed.message.nonce === nonce && signed.message.from === sender;
    if (!parent.blocks.some(({ messages }) => messages.some(hasNonce))) continue;
    const executed = chain.executionOf(parent).executed.find(({ message }) => hasNonce(message));
    if (executed === undefined) continue;
    const { message, receipt } = executed;
    if (message.cid !== wanted.cid && message.unsignedCid !== cid) {
      if (!isSamePayload(message, wanted)) throw new RpcError('message was replaced');
      if (!allowsReplaced) {
        throw new RpcError(
          `found message with equal nonce as the one we are looking for (F:${cid} n ${nonce}, TS: ${message.cid} n${nonce})`,
        );
      }
    }
    return { message, receipt, execution: child };
  }
  return undefined;
}

function lookupJson({ message, receipt, execution }: Found): JsonValue {
  return {
    Message: cidJson(message.cid),
    Receipt: receiptJson(receipt),
    ReturnDec: null,
    TipSet: keyJson(execution.key),
    Height: execution.height,
  };
}

/** Whether two messages with the same nonce differ only in gas fields. */
function isSamePayload(left: ChainMessage, right: ChainMessage): boolean {
  const [first, second] = [left.signed.message, right.signed.message];
  return (
    first.to === second.to &&
    first.value === second.value &&
    first.method === second.method &&
    Buffer.compare(first.params, second.params) === 0
  );
}
