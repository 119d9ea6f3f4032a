/** Views of the two roots of a state. */
import {
  type ActorEntry,
  actorEntries,
  stateTreeInfo,
  stateTreeRoot,
  stateTreeVersion,
} from '../../../shared/domain/actors/actor-entry.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import { decodeBlock, encodeBlock, link } from '../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { Blocks } from './blocks.ts';
import { LocalAmt } from './local-amt.ts';
import { LocalHamt } from './local-hamt.ts';
import type { StateView } from './state-view.ts';

/** Actors by ID address. */
export type ActorTree = LocalHamt<Address, ActorEntry<'v16'>>;

/** Root of each miner's storage miner data, by miner ID. */
export type SealingRoots = LocalAmt<Cid>;

const SEALING_LAYOUT: AmtLayout<Cid> = { form: 'v3', bitWidth: 5, value: link };

export const ACTOR_TREE: StateView<ActorTree> = {
  open(blocks, root) {
    const { actors } = decodeBlock(stateTreeRoot, blocks.get(root), 'the root of the state tree');
    // A tree without its first node is unusable.
    blocks.get(actors);
    return LocalHamt.open(blocks, actorEntries.v16, actors);
  },
  store(blocks, tree) {
    const info = blocks.put(encodeBlock(stateTreeInfo, {}));
    return blocks.put(encodeBlock(stateTreeRoot, { version: stateTreeVersion.v16, actors: tree.flush(), info }));
  },
};

export const SEALING_ROOTS: StateView<SealingRoots> = {
  open: (blocks, root) => LocalAmt.open(blocks, SEALING_LAYOUT, root),
  store: (_, roots) => roots.flush(),
};

/** Roots of an empty state. */
export function emptyRoots(blocks: Blocks): { readonly root: Cid; readonly sealingRoot: Cid } {
  return {
    root: ACTOR_TREE.store(blocks, LocalHamt.empty(blocks, actorEntries.v16)),
    sealingRoot: SEALING_ROOTS.store(blocks, LocalAmt.empty(blocks, SEALING_LAYOUT)),
  };
}
