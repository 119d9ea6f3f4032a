import { type Address, idOfAddress } from '../../../shared/domain/address.ts';
import { INIT } from './init-view.ts';
import { ACCOUNT } from './simple-views.ts';
import { type Actor, INIT_ID, type State } from './state.ts';

/**
 * The address that an actor signs with, as StateAccountKey tells it: the delegated one, or the key of an account. Undefined for actors
 * that sign nothing. Those of the system have their ID address in its place.
 */
export function keyAddressOf(state: State, { id, kind, delegatedAddress }: Actor): Address | undefined {
  return delegatedAddress ?? (kind === 'account' ? state.read(ACCOUNT, id).address : undefined);
}

/** The address under which an actor is known whatever its ID: its key, or what the init actor knows it by. Undefined where it has none. */
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
