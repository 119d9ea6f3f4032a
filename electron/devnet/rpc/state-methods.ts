import { addressProtocol, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { keyAddressOf, robustAddressOf } from '../state/addresses.ts';
import { MissingBlockError } from '../state/blocks.ts';
import { circulatingSupply } from '../state/circulating-supply.ts';
import type { Actor, State } from '../state/state.ts';
import { actorJson, actorStateJson } from './actor-state-json.ts';
import { addressJson, amountJson, cidJson, idJson } from './chain-json.ts';
import type { JsonValue } from './json-writer.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, tipsetKeyParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, notFound, requireAddress, stateAt } from './tipset-lookup.ts';

/** State* about actors in general, and WalletBalance. */
export function addStateMethods(table: MethodTableBuilder, chain: ChainView): void {
  table
    .read('StateGetActor', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const given = requireAddress(address);
      const actor = actorAt(stateAt(chain, key), given);
      if (actor === undefined)
        throw new RpcError(`resolution lookup failed (${addressJson(given)}): resolve address ${addressJson(given)}: actor not found`);
      return actorJson(actor);
    })
    .read('StateLookupID', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const given = requireAddress(address);
      // ID addresses are returned as they are, even if unknown, as on a real node.
      if (idOfAddress(given) !== undefined) return addressJson(given);
      const actor = actorAt(stateAt(chain, key), given);
      if (actor === undefined) throw notFound();
      return idJson(actor.id);
    })
    .read('StateAccountKey', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const given = requireAddress(address);
      const protocol = addressProtocol(given);
      if (protocol === 1 || protocol === 3) return addressJson(given);
      const state = stateAt(chain, key);
      const actor = actorAt(state, given);
      if (actor === undefined) throw new RpcError(`failed to get account actor state for ${addressJson(given)}: actor not found`);
      const keyAddress = keyAddressOf(state, actor);
      if (keyAddress === undefined) {
        throw new RpcError(`failed to get account actor state for ${addressJson(given)}: actor code is not account: ${actor.kind}`);
      }
      return addressJson(keyAddress);
    })
    .read('StateLookupRobustAddress', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const given = requireAddress(address);
      const state = stateAt(chain, key);
      const id = state.resolve(given);
      const robust = id === undefined ? undefined : robustAddressOf(state, id);
      if (robust === undefined) throw new RpcError(`failed to lookup robust address for ${addressJson(given)}: actor not found`);
      return addressJson(robust);
    })
    .read('StateReadState', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const actor = actorAt(state, requireAddress(address));
      if (actor === undefined) throw new RpcError('getting actor: actor not found');
      return { Balance: amountJson(actor.balance), Code: cidJson(actor.code), State: storedStateJson(state, actor) };
    })
    .read('StateListActors', [tipsetKeyParameter], ([key]) =>
      stateAt(chain, key)
        .allActors()
        .map(({ id }) => idJson(id)),
    )
    .read('StateCirculatingSupply', [tipsetKeyParameter], ([key]) => amountJson(circulatingSupply(stateAt(chain, key))))
    .read('WalletBalance', [addressParameter], ([address]) => {
      return amountJson(actorAt(chain.stateAfterHead(), requireAddress(address))?.balance ?? 0n);
    });
}

/** As `actorStateJson`, with the error of a node without the block (Lotus v1.36 node/impl/full/state.go StateReadState). */
function storedStateJson(state: State, actor: Actor): JsonValue {
  try {
    return actorStateJson(state, actor);
  } catch (error) {
    if (!(error instanceof MissingBlockError)) throw error;
    throw new RpcError(`getting actor head: ${error.message}`);
  }
}
