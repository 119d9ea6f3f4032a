import { addressProtocol, idOfAddress } from '../../../shared/domain/address.ts';
import type { DevnetChain } from '../chain/devnet-chain.ts';
import { TOTAL_SUPPLY } from '../chain/genesis.ts';
import type { State } from '../state/state.ts';
import { RESERVE_ID, REWARD_ID } from '../state/state.ts';
import { actorCode, actorStateJson } from './actor-state-json.ts';
import { addressJson, amountJson, cidJson, idJson } from './chain-json.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, tipsetKeyParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, notFound, requireAddress, stateAt } from './tipset-lookup.ts';
import { actorJson } from './trace-json.ts';

/** State* about actors in general, and WalletBalance. */
export function addStateMethods(table: MethodTableBuilder, chain: DevnetChain): void {
  table
    .read('StateGetActor', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const given = requireAddress(address);
      const actor = actorAt(stateAt(chain, key), given);
      if (actor === undefined)
        throw new RpcError(`resolution lookup failed (${addressJson(given)}): resolve address ${addressJson(given)}: actor not found`);
      return actorJson(actor, stateAt(chain, key));
    })
    .read('StateLookupID', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const given = requireAddress(address);
      // An ID address is its own answer, known or not, as on a real node.
      if (idOfAddress(given) !== undefined) return addressJson(given);
      const actor = actorAt(stateAt(chain, key), given);
      if (actor === undefined) throw notFound();
      return idJson(actor.id);
    })
    .read('StateAccountKey', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const given = requireAddress(address);
      const protocol = addressProtocol(given);
      if (protocol === 1 || protocol === 3) return addressJson(given);
      const actor = actorAt(stateAt(chain, key), given);
      if (actor === undefined) throw new RpcError(`failed to get account actor state for ${addressJson(given)}: actor not found`);
      const isAccount = actor.kind === 'account' || actor.kind === 'ethaccount' || actor.kind === 'placeholder';
      if (!isAccount || actor.address === undefined) {
        throw new RpcError(`failed to get account actor state for ${addressJson(given)}: actor code is not account: ${actor.kind}`);
      }
      return addressJson(actor.address);
    })
    .read('StateLookupRobustAddress', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const given = requireAddress(address);
      const actor = actorAt(stateAt(chain, key), given);
      if (actor?.address === undefined) throw new RpcError(`failed to lookup robust address for ${addressJson(given)}: actor not found`);
      return addressJson(actor.address);
    })
    .read('StateReadState', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const actor = actorAt(state, requireAddress(address));
      if (actor === undefined) throw new RpcError('getting actor: actor not found');
      return { Balance: amountJson(actor.balance), Code: cidJson(actorCode(actor)), State: actorStateJson(state, actor) };
    })
    .read('StateListActors', [tipsetKeyParameter], ([key]) => stateAt(chain, key).actors.sortedKeys().map(idJson))
    .read('StateCirculatingSupply', [tipsetKeyParameter], ([key]) => amountJson(circulatingSupply(stateAt(chain, key))))
    .read('WalletBalance', [addressParameter], ([address]) => {
      const { state } = chain.executionOf(chain.head);
      return amountJson(actorAt(state, requireAddress(address))?.balance ?? 0n);
    });
}

/** Everything but what is not mined yet, reserved, burnt or locked by miners. */
function circulatingSupply(state: State): bigint {
  const balance = (id: number): bigint => state.actors.get(id)?.balance ?? 0n;
  let locked = 0n;
  for (const miner of state.miners.values()) locked += miner.initialPledge + miner.lockedFunds + miner.preCommitDeposits;
  return TOTAL_SUPPLY - balance(REWARD_ID) - balance(RESERVE_ID) - balance(99) - locked;
}
