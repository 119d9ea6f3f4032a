import type { DevnetChain } from '../chain/devnet-chain.ts';
import { VERIFIED_ROOT_ID } from '../state/state.ts';
import { amountJson, idJson } from './chain-json.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, tipsetKeyParameter } from './parameters.ts';
import { actorAt, notFound, requireAddress, stateAt } from './tipset-lookup.ts';

/** StateVerif*: DataCap of clients and verifiers, in bytes. */
export function addRegistryMethods(table: MethodTableBuilder, chain: DevnetChain): void {
  table
    .read('StateVerifiedClientStatus', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const actor = actorAt(state, requireAddress(address));
      if (actor === undefined) throw notFound();
      const held = state.dataCaps.get(actor.id);
      return held === undefined ? null : amountJson(held);
    })
    .read('StateVerifierStatus', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const state = stateAt(chain, key);
      const actor = actorAt(state, requireAddress(address));
      if (actor === undefined) throw notFound();
      const allowance = state.verifiers.get(actor.id);
      return allowance === undefined ? null : amountJson(allowance);
    })
    .read('StateVerifiedRegistryRootKey', [tipsetKeyParameter], () => idJson(VERIFIED_ROOT_ID));
}
