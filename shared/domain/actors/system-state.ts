import { link, struct, type Value } from '../ipld/codec.ts';

/**
 * The state of the system actor. In layout `v16` it names the codes of all actors (an `actorManifest`); in layout `v0` it is empty.
 * Sources: go-state-types `builtin/v16/system/system_actor_state.go`, specs-actors v0.9 `actors/builtin/system/system_actor.go`.
 */
export const systemState = { v0: struct({}), v16: struct({ builtinActors: ['BuiltinActors', link] }) };
/** Where the manifest is. */
export type SystemState = Value<typeof systemState.v16>;
