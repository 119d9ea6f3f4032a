/** The root of the state tree, and its actor entries. */
import { address, amount, count, link, optional, struct, uint64, type Value } from '../ipld/codec.ts';
import { addressKey } from '../ipld/layout.ts';
import type { AnyLayout } from './any-layout.ts';
import { mapInEach } from './collections.ts';
import { inEachLayout, type StateLayout } from './state-layout.ts';

const fields = {
  /** Code CID; its actor type is in `actor-manifest.ts` and `actor-code.ts`. */
  code: ['Code', link],
  /** Its state. */
  head: ['Head', link],
  /** The nonce of its next message. */
  nonce: ['Nonce', uint64],
  balance: ['Balance', amount],
} as const;

/**
 * An actor in the state tree. Sources: Lotus `chain/types/actor.go` (ActorV4, ActorV5), go-state-types
 * `builtin/actor_tree.go`.
 */
export const actorEntry = inEachLayout({
  v0: struct(fields),
  v10: struct({
    ...fields,
    /** Its f4 address, if it has one. */
    delegatedAddress: ['DelegatedAddress', optional(address)],
  }),
});
/** Of one layout, or of any. */
export type ActorEntry<L extends StateLayout = StateLayout> = AnyLayout<Value<(typeof actorEntry)[L]>>;

/** Actors by ID address: the state root itself in layout `v0`, `actors` of the state tree root in later ones. */
export const actorEntries = mapInEach(addressKey, actorEntry);

/** Version in the state tree root since layout `v2`: Lotus `chain/state/statetree.go` VersionForNetwork. */
export const stateTreeVersion = inEachLayout({ v0: undefined, v2: 1, v3: 2, v4: 3, v5: 4, v10: 5 });

/** The state root since layout `v2`; in layout `v0` it is the root of the actors. Source: Lotus `chain/types/state.go`. */
export const stateTreeRoot = struct({
  version: ['Version', count],
  actors: ['Actors', link],
  /** A `stateTreeInfo`. */
  info: ['Info', link],
});

/** Additional info of the state tree; empty so far. */
export const stateTreeInfo = struct({});
