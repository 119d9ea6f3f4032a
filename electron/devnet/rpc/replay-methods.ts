import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { type Message, messageCid } from '../../../shared/domain/messages/message.ts';
import { onChainBytes } from '../../../shared/domain/messages/message-gas.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { type RanMessage, ranCid, runTipset } from '../chain/execute-tipset.ts';
import { StateDraft } from '../state/state-draft.ts';
import { upgrade } from '../upgrade/migrate.ts';
import { executeMessage } from '../vm/execute-message.ts';
import { cidJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { withAddresses } from './mpool-methods.ts';
import { cidParameter, epochParameter, messagesParameter, tipsetKeyParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { scratchBefore, tipsetAt } from './tipset-lookup.ts';
import { invocationJson } from './trace-json.ts';

/** StateReplay and StateCompute: execute tipsets again, with implicit messages (block awards, cron). */
export function addReplayMethods(table: MethodTableBuilder, chain: ChainView): void {
  /** Replay a message in its tipset. */
  function replay(tipset: TipsetNode, cid: Cid): JsonValue {
    for (const ran of runTipset(new StateDraft(scratchBefore(chain, tipset)), tipset, chain)) {
      if (ranCid(ran) === cid || ran.carried?.unsignedCid === cid) return ranJson(ran, tipset);
    }
    throw new RpcError('failed to replay message: given message not found in tipset');
  }

  /** Execute a tipset and additional messages, as Lotus v1.37 chain/stmgr/utils.go `ComputeState`: without cron in between. */
  function compute(epoch: number, messages: readonly Message[], tipset: TipsetNode): JsonValue {
    const { rules, keys } = chain;
    const draft = new StateDraft(scratchBefore(chain, tipset));
    const trace = [...runTipset(draft, tipset, chain)].map((ran) => ranJson(ran, tipset));
    if (rules.upgradeEpoch >= tipset.height && rules.upgradeEpoch < epoch) upgrade(draft, rules, keys);
    const { baseFee } = tipset;
    for (const message of messages) {
      const [cid, sizeBytes] = [messageCid(message), onChainBytes(message)];
      const result = executeMessage(draft, message, sizeBytes, baseFee, { epoch, messageCid: cid });
      trace.push(invocationJson({ ...result, cid, message, sizeBytes, baseFee, isImplicit: false }));
    }
    return { Root: cidJson(draft.finish(epoch).root), Trace: trace.length === 0 ? null : trace };
  }

  table
    .read('StateReplay', [tipsetKeyParameter, cidParameter], ([key, cid]) => {
      if (key.length > 0) return replay(tipsetAt(chain, key), cid);
      const message = chain.store.message(cid);
      const inclusion = message && chain.store.inclusionOf(message);
      // Messages of the head are not executed yet.
      if (inclusion === undefined || inclusion === chain.head)
        throw new RpcError(`searching for msg ${cid}: could not find message on the chain`);
      return replay(inclusion, cid);
    })
    .read('StateCompute', [epochParameter, messagesParameter, tipsetKeyParameter], ([epoch, messages, key]) =>
      compute(epoch, messages.map(withAddresses), tipsetAt(chain, key)),
    );
}

function ranJson(ran: RanMessage, { baseFee }: TipsetNode): JsonValue {
  const { message, result, carried } = ran;
  const isImplicit = carried === undefined;
  const cost = { sizeBytes: carried?.bytes.length ?? 0, baseFee: isImplicit ? undefined : baseFee };
  return invocationJson({ ...result, cid: ranCid(ran), message, ...cost, isImplicit });
}
