/**
 * Tipset selectors: how the v2 API of a node names the tipset a call is about, in place of a key. Source: Lotus
 * `chain/types/tipset_selector.go`.
 */
import type { Cid } from './cid.ts';

/** `latest` is the head; `safe` and `finalized` follow F3 and the EC finality calculator of the node. */
export const TIPSET_TAGS = ['latest', 'safe', 'finalized'] as const;
/** One of these tags. */
export type TipsetTag = (typeof TIPSET_TAGS)[number];

/** A tipset that a height is counted on: the chain that ends there. */
export type TipsetAnchor = { readonly tag: TipsetTag } | { readonly key: readonly Cid[] };

/** One of a tag, a key and a height. */
export type TipsetSelector =
  | TipsetAnchor
  | {
      readonly height: {
        readonly at: number;
        /** Of a null round, take the tipset before it; otherwise the one after it. */
        readonly previous: boolean;
        /** Left out, the node takes its finalized tipset, so that heights above it are refused. */
        readonly anchor?: TipsetAnchor;
      };
    };

/** A selector in the JSON of node parameters: CIDs of a key as links, all names in lower case. Never throws. */
export function tipsetSelectorToJson(selector: TipsetSelector) {
  if (!('height' in selector)) return anchorToJson(selector);
  const { at, previous, anchor } = selector.height;
  return { height: { at, previous, ...(anchor === undefined ? {} : { anchor: anchorToJson(anchor) }) } };
}

function anchorToJson(anchor: TipsetAnchor) {
  return 'tag' in anchor ? { tag: anchor.tag } : { key: anchor.key.map((cid) => ({ '/': cid })) };
}
