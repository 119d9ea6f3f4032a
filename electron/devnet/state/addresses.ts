import { type Address, idOfAddress } from '../../../shared/domain/addresses/address.ts';
import { INIT } from './init-view.ts';
import { ACCOUNT } from './simple-views.ts';
import { type Actor, INIT_ID, type State } from './state.ts';

/**
 * Return an actor's key address, as in StateAccountKey: the delegated address or an account's key address. Undefined for actors
 * without a key; system actors have their ID address instead.
 */
export function keyAddressOf(state: State, { id, kind, delegatedAddress }: Actor): Address | undefined {
  return delegatedAddress ?? (kind === 'account' ? state.read(ACCOUNT, id).address : undefined);
}

/** Return an actor's robust address: its key address, or that in the init actor. Undefined if it has none. */
export function robustAddressOf(state: State, id: number): Address | undefined {
  const actor = state.actor(id);
  if (actor === undefined) return undefined;
  const key = keyAddressOf(state, actor);
  if (key !== undefined) return idOfAddress(key) === undefined ? key : undefined;
  return state
    .read(INIT, INIT_ID)
    .addressMap.entries()
    .find(([, known]) => known === id)?.[0];
}
