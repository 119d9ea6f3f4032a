import type { Address } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { multisigLockedAt } from '../../../shared/domain/messages/multisig-locked.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { pendingTransactionsOf } from '../multisig/multisig.ts';
import { MULTISIG, type Multisig } from '../multisig/multisig-view.ts';
import type { Actor } from '../state/state.ts';
import { addressJson, amountJson, bytesJson } from './chain-json.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { addressParameter, tipsetKeyParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import { actorAt, requireAddress, tipsetAt } from './tipset-lookup.ts';

/** MsigGet*: pending transactions and vesting of a multisig. */
export function addMultisigMethods(table: MethodTableBuilder, chain: ChainView): void {
  function multisigAt(address: Address | undefined, key: readonly Cid[]): { actor: Actor; multisig: Multisig; epoch: number } {
    const tipset = tipsetAt(chain, key);
    const state = chain.stateOf(tipset.parentState);
    const given = requireAddress(address);
    const actor = actorAt(state, given);
    if (actor === undefined) {
      throw new RpcError(`failed to load multisig actor: resolution lookup failed (${addressJson(given)}): actor not found`);
    }
    if (actor.kind !== 'multisig') throw new RpcError(`failed to load multisig actor state: actor code is not multisig: ${actor.kind}`);
    return { actor, multisig: state.read(MULTISIG, actor.id), epoch: tipset.height };
  }

  table
    .read('MsigGetPending', [addressParameter, tipsetKeyParameter], ([address, key]) =>
      pendingTransactionsOf(multisigAt(address, key).multisig).map(([id, { to, value, method, params, approved }]) => ({
        ID: id,
        To: addressJson(to),
        Value: amountJson(value),
        Method: method,
        Params: bytesJson(params),
        Approved: approved.map(addressJson),
      })),
    )
    .read('MsigGetAvailableBalance', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const { actor, multisig, epoch } = multisigAt(address, key);
      const free = actor.balance - multisigLockedAt(multisig, epoch);
      return amountJson(free > 0n ? free : 0n);
    })
    .read('MsigGetVestingSchedule', [addressParameter, tipsetKeyParameter], ([address, key]) => {
      const { initialBalance, startEpoch, unlockDuration } = multisigAt(address, key).multisig;
      return { InitialBalance: amountJson(initialBalance), StartEpoch: startEpoch, UnlockDuration: unlockDuration };
    });
}
