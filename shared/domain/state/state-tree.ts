/**
 * Actors by their addresses, from a state root on. Sources: Lotus `chain/state/statetree.go` (the root, and how addresses are resolved),
 * go-state-types `builtin/singletons.go`.
 */
import { type ActorEntry, actorEntries, stateTreeRoot, stateTreeVersion } from '../actors/actor-entry.ts';
import { initAddressMap, initState } from '../actors/init-state.ts';
import type { StateLayout } from '../actors/state-layout.ts';
import { type Address, idAddress, idOfAddress } from '../address.ts';
import type { Cid } from '../cid.ts';
import { DomainError } from '../domain-error.ts';
import type { Codec } from '../ipld/codec.ts';
import { Hamt } from '../ipld/hamt.ts';
import type { Walk } from '../ipld/walk.ts';
import { readObject } from './read-object.ts';

/** The actors of the network, each with its own address. */
export const SINGLETONS = {
  system: idAddress(0),
  init: idAddress(1),
  reward: idAddress(2),
  cron: idAddress(3),
  power: idAddress(4),
  market: idAddress(5),
  verifiedRegistry: idAddress(6),
  datacap: idAddress(7),
} as const;

/** The actors of a state, and the layout that all of it has. */
export interface StateTree {
  readonly layout: StateLayout;
  /** Actors by their id addresses. */
  readonly actors: Hamt<Address, ActorEntry>;
}

/** The actors of a state root. Throws `DomainError` `state-tree` where the root is none of this layout. */
export function* openStateTree(layout: StateLayout, root: Cid): Walk<StateTree> {
  if (layout === 'v0') return { layout, actors: yield* Hamt.open<Address, ActorEntry>(actorEntries.v0, root) };
  const { version, actors } = yield* readObject(stateTreeRoot, root, 'the root of the state');
  const expected = stateTreeVersion[layout];
  if (version !== expected) {
    throw new DomainError('state-tree', `The state tree has version ${version}; this network version has ${expected}.`);
  }
  return { layout, actors: yield* Hamt.open<Address, ActorEntry>(actorEntries[layout], actors) };
}

/** The id address of an actor that is known by another address; undefined where none has it. An id address is its own answer. */
export function* resolveAddress(tree: StateTree, address: Address): Walk<Address | undefined> {
  if (idOfAddress(address) !== undefined) return address;
  const { addressMap } = yield* readSingleton(tree, SINGLETONS.init, initState, 'the state of the init actor');
  const map = yield* Hamt.open(initAddressMap[tree.layout], addressMap);
  const id = yield* map.get(address);
  return id === undefined ? undefined : idAddress(id);
}

/** What the state tree says of the actor with an address of any protocol, and its id address; undefined where there is none. */
export function* readActor(tree: StateTree, address: Address): Walk<{ readonly address: Address; readonly actor: ActorEntry } | undefined> {
  const id = yield* resolveAddress(tree, address);
  const actor = id === undefined ? undefined : yield* tree.actors.get(id);
  return id === undefined || actor === undefined ? undefined : { address: id, actor };
}

/** The state of an actor that every network has. Throws `DomainError` `state-tree` where this state does not have it. */
export function* readSingleton<T>(tree: StateTree, address: Address, codec: Codec<T>, subject: string): Walk<T> {
  const actor = yield* tree.actors.get(address);
  if (actor === undefined) throw new DomainError('state-tree', `There is no actor ${address} in this state, which every network has.`);
  return yield* readObject(codec, actor.head, subject);
}
