/**
 * Reads actors by address from a state root. Sources: Lotus `chain/state/statetree.go` (root and address resolution),
 * go-state-types `builtin/singletons.go`.
 */
import { type ActorEntry, actorEntries, stateTreeRoot, stateTreeVersion } from '../actors/actor-entry.ts';
import { initAddressMap, initState } from '../actors/init-state.ts';
import type { StateLayout } from '../actors/state-layout.ts';
import { type Address, idAddress, idOfAddress } from '../addresses/address.ts';
import { DomainError } from '../domain-error.ts';
import type { Cid } from '../encoding/cid.ts';
import type { Codec } from '../ipld/codec.ts';
import { Hamt } from '../ipld/hamt.ts';
import type { Walk } from '../ipld/walk.ts';
import { readObject } from './read-object.ts';

/** Addresses of singleton actors. */
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

/** The actors of a state, and its layout. */
export interface StateTree {
  readonly layout: StateLayout;
  /** Actors by ID address. */
  readonly actors: Hamt<Address, ActorEntry>;
}

/** Read the actors of a state root. Throws `DomainError` `state-tree` if the root has another layout. */
export function* openStateTree(layout: StateLayout, root: Cid): Walk<StateTree> {
  if (layout === 'v0') return { layout, actors: yield* Hamt.open<Address, ActorEntry>(actorEntries.v0, root) };
  const { version, actors } = yield* readObject(stateTreeRoot, root, 'the state root');
  const expected = stateTreeVersion[layout];
  if (version !== expected) {
    throw new DomainError('state-tree', `The state tree has version ${version}; expected ${expected} at this network version.`);
  }
  return { layout, actors: yield* Hamt.open<Address, ActorEntry>(actorEntries[layout], actors) };
}

/** Resolve an address to an ID address; undefined if it does not exist. ID addresses are returned as they are. */
export function* resolveAddress(tree: StateTree, address: Address): Walk<Address | undefined> {
  if (idOfAddress(address) !== undefined) return address;
  const { addressMap } = yield* readSingleton(tree, SINGLETONS.init, initState, 'the state of the init actor');
  const map = yield* Hamt.open(initAddressMap[tree.layout], addressMap);
  const id = yield* map.get(address);
  return id === undefined ? undefined : idAddress(id);
}

/** Read an actor by an address of any protocol, with its ID address; undefined if it does not exist. */
export function* readActor(tree: StateTree, address: Address): Walk<{ readonly address: Address; readonly actor: ActorEntry } | undefined> {
  const id = yield* resolveAddress(tree, address);
  const actor = id === undefined ? undefined : yield* tree.actors.get(id);
  return id === undefined || actor === undefined ? undefined : { address: id, actor };
}

/** Read the state of a singleton actor. Throws `DomainError` `state-tree` if it is missing. */
export function* readSingleton<T>(tree: StateTree, address: Address, codec: Codec<T>, subject: string): Walk<T> {
  const actor = yield* tree.actors.get(address);
  if (actor === undefined) throw new DomainError('state-tree', `Corrupt state: the singleton actor ${address} is missing.`);
  return yield* readObject(codec, actor.head, subject);
}
