import { ACTOR_TYPES, type ActorType } from '../actor-type.ts';
import type { Cid } from '../cid.ts';
import { link, list, struct, text, type Value } from '../ipld/codec.ts';

/**
 * The actors that a network runs, by name and code: the block that the state of the system actor names. Source: go-state-types
 * `manifest/manifest.go` (ManifestData, which stands as a bare list).
 */
export const actorManifest = list(struct({ name: ['Name', text], code: ['Code', link] }));

/** The types of actors by their codes on the network of this manifest, without those that Sextant does not know. */
export function actorTypesByCode(manifest: Value<typeof actorManifest>): ReadonlyMap<Cid, ActorType> {
  return new Map(
    manifest.flatMap(({ name, code }) => {
      const type = ACTOR_TYPES.find((known) => known === name);
      return type === undefined ? [] : [[code, type] as const];
    }),
  );
}
