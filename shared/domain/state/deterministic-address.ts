import { accountState } from '../actors/account-state.ts';
import type { ActorEntry } from '../actors/actor-entry.ts';
import type { Address } from '../address.ts';
import type { Walk } from '../ipld/walk.ts';
import { readActorType } from './actor-types.ts';
import { readObject } from './read-object.ts';
import type { StateTree } from './state-tree.ts';

/**
 * The address of an actor that does not depend on the order of the chain's messages: that of its key, or its f4 address. Undefined for
 * actors that have neither. Source: Lotus `chain/vm/vm.go` ResolveToDeterministicAddr, which StateAccountKey answers.
 */
export function* readDeterministicAddress(tree: StateTree, actor: ActorEntry): Walk<Address | undefined> {
  if (actor.delegatedAddress !== undefined) return actor.delegatedAddress;
  if ((yield* readActorType(tree, actor.code)) !== 'account') return undefined;
  return (yield* readObject(accountState, actor.head, 'the state of an account')).address;
}
