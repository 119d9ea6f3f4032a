import { accountState } from '../actors/account-state.ts';
import type { ActorEntry } from '../actors/actor-entry.ts';
import type { Address } from '../addresses/address.ts';
import type { Walk } from '../ipld/walk.ts';
import { readActorType } from './actor-types.ts';
import { readObject } from './read-object.ts';
import type { StateTree } from './state-tree.ts';

/**
 * Return an actor's address that does not depend on message order: its key address or f4 address. Undefined for actors with
 * neither. Source: Lotus `chain/vm/vm.go` ResolveToDeterministicAddr, as in StateAccountKey.
 */
export function* readDeterministicAddress(tree: StateTree, actor: ActorEntry): Walk<Address | undefined> {
  if (actor.delegatedAddress !== undefined) return actor.delegatedAddress;
  if ((yield* readActorType(tree, actor.code)) !== 'account') return undefined;
  return (yield* readObject(accountState, actor.head, 'the state of an account')).address;
}
