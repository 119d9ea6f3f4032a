import type { Cid } from '../encoding/cid.ts';
import { link, list, struct, text, type Value } from '../ipld/codec.ts';
import { ACTOR_TYPES, type ActorType } from '../methods/actor-type.ts';

/**
 * The actor manifest of a network, which the system actor's state links to. Source: go-state-types `manifest/manifest.go`
 * (ManifestData, encoded as a bare list).
 */
export const actorManifest = list(struct({ name: ['Name', text], code: ['Code', link] }));

/** Return known actor types by their code CIDs in a manifest. */
export function actorTypesByCode(manifest: Value<typeof actorManifest>): ReadonlyMap<Cid, ActorType> {
  return new Map(
    manifest.flatMap(({ name, code }) => {
      const type = ACTOR_TYPES.find((known) => known === name);
      return type === undefined ? [] : [[code, type] as const];
    }),
  );
}
