import { ACTOR_TYPES, type ActorType } from '../actor-type.ts';
import type { Cid } from '../cid.ts';
import { link, list, struct, text, type Value } from '../ipld/codec.ts';

/**
 * The actors that a network runs, by name and code: the block that the state of the system actor names. Source: go-state-types
 * `manifest/manifest.go` (ManifestData, which stands as a bare list).
 */
export const actorManifest = list(struct({ name: ['Name', text], code: ['Code', link] }));
/** Names of actors, as they stand on chain, and their codes. */
export type ActorManifest = Value<typeof actorManifest>;

/** The type that a manifest means by a name; undefined for names that Sextant does not know. */
export function actorTypeOfManifestName(name: string): ActorType | undefined {
  return ACTOR_TYPES.find((type) => type === name);
}

/** The types of actors by their codes on the network of this manifest, without those that Sextant does not know. */
export function actorTypesByCode(manifest: ActorManifest): ReadonlyMap<Cid, ActorType> {
  return new Map(
    manifest.flatMap(({ name, code }) => {
      const type = actorTypeOfManifestName(name);
      return type === undefined ? [] : [[code, type] as const];
    }),
  );
}
