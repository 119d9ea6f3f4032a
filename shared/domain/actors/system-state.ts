import { link, struct, type Value } from '../ipld/codec.ts';
import { inEachLayout } from './state-layout.ts';

/**
 * The state of the system actor. Since layout `v8` it links to an `actorManifest`; before, it is empty.
 * Sources: go-state-types `builtin/v16/system/system_actor_state.go`, specs-actors v0.9 `actors/builtin/system/system_actor.go`.
 */
export const systemState = inEachLayout({ v0: struct({}), v8: struct({ builtinActors: ['BuiltinActors', link] }) });
/** The state of the system actor. */
export type SystemState = Value<typeof systemState.v16>;
