import { type Address, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import type { Message } from '../../../shared/domain/messages/message.ts';
import { toChainMessage } from '../chain/chain-message.ts';
import type { ChainMessage } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { MAX_PENDING_PER_SENDER, MAX_UNTRUSTED_PENDING_PER_SENDER } from '../mempool/mempool.ts';
import { keyAddressOf } from '../state/addresses.ts';
import { addressJson, cidJson, signedMessageJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, type LooseMessage, type LooseSignedMessage, signedMessageParameter, tipsetKeyParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, requireAddress } from './tipset-lookup.ts';

const MPOOL_ADD = 0;
const MPOOL_REMOVE = 1;

/** Mpool*: push, nonces, pending messages. */
export function addMpoolMethods(table: MethodTableBuilder, chain: ChainView, isGateway: boolean): void {
  const { pool } = chain;

  function push({ message, signature }: LooseSignedMessage, mostPending: number): JsonValue {
    return cidJson(chain.push(toChainMessage({ message: withAddresses(message), signature }), mostPending));
  }

  table
    // A gateway has no tokens: it accepts messages from anyone, with the limits for untrusted callers (Lotus gateway/proxy_fil.go).
    .add('MpoolPush', isGateway ? 'read' : 'write', [signedMessageParameter], ([signed]) =>
      push(signed, isGateway ? MAX_UNTRUSTED_PENDING_PER_SENDER : MAX_PENDING_PER_SENDER),
    )
    .add('MpoolPushUntrusted', 'write', [signedMessageParameter], ([signed]) => push(signed, MAX_UNTRUSTED_PENDING_PER_SENDER))
    .read('MpoolGetNonce', [addressParameter], ([address]) => nextNonce(chain, requireAddress(address)))
    .read('MpoolPending', [tipsetKeyParameter], () => pool.pending().map(signedMessageJson))
    .read('MpoolGetConfig', [], () => ({
      PriorityAddrs: null,
      SizeLimitHigh: 30000,
      SizeLimitLow: 20000,
      ReplaceByFeeRatio: 1.25,
      PruneCooldown: 60_000_000_000,
      GasLimitOverestimation: 1.25,
    }))
    .stream('MpoolSub', [], (_values, sink) => {
      const stop = pool.onChange((change, message: ChainMessage) => {
        sink.send({ Type: change === 'add' ? MPOOL_ADD : MPOOL_REMOVE, Message: signedMessageJson(message) });
      });
      sink.signal.addEventListener('abort', stop);
    });
}

/** Return a sender's next nonce, including pending messages. */
export function nextNonce(chain: ChainView, sender: Address): bigint {
  const state = chain.stateAfterHead();
  const actor = actorAt(state, sender);
  const key = idOfAddress(sender) === undefined || actor === undefined ? sender : keyAddressOf(state, actor);
  if (actor === undefined || key === undefined) {
    throw new RpcError(`resolution lookup failed (${addressJson(sender)}): resolve address ${addressJson(sender)}: actor not found`);
  }
  return chain.pool.nextNonce(key, state);
}

/** Check that both addresses are present. */
export function withAddresses(message: LooseMessage): Message {
  const { to, from } = message;
  if (to === undefined) throw new RpcError("message will not be included in a block: 'To' address cannot be empty");
  if (from === undefined) throw new RpcError("message will not be included in a block: 'From' address cannot be empty");
  return { ...message, to, from };
}
