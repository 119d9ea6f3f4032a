import { actorManifest, actorTypesByCode } from '../actors/actor-manifest.ts';
import { isLayoutSince } from '../actors/state-layout.ts';
import { systemState } from '../actors/system-state.ts';
import type { Cid } from '../encoding/cid.ts';
import type { Walk } from '../ipld/walk.ts';
import { actorTypeFromCode } from '../methods/actor-code.ts';
import type { ActorType } from '../methods/actor-type.ts';
import { readObject } from './read-object.ts';
import { readSingleton, SINGLETONS, type StateTree } from './state-tree.ts';

/** Return actor types by code CID, from the system actor's manifest; empty before layout `v8`, whose codes contain the name. */
export function* readActorTypes(tree: StateTree): Walk<ReadonlyMap<Cid, ActorType>> {
  if (!isLayoutSince(tree.layout, 'v8')) return new Map();
  const { builtinActors } = yield* readSingleton(tree, SINGLETONS.system, systemState.v8, 'the state of the system actor');
  return actorTypesByCode(yield* readObject(actorManifest, builtinActors, 'the actor manifest'));
}

/** Return the actor type of a code: from the known codes, else from the network's manifest; undefined if neither has it. */
export function* readActorType(tree: StateTree, code: Cid): Walk<ActorType | undefined> {
  return actorTypeFromCode(code) ?? (yield* readActorTypes(tree)).get(code);
}
