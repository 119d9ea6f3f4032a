/**
 * Tipset selectors of the v2 API, which replace tipset keys. Source: Lotus
 * `chain/types/tipset_selector.go`.
 */
import type { Cid } from '../encoding/cid.ts';

/** `latest` is the head; `safe` and `finalized` follow the node's F3 and EC finality calculator. */
export const TIPSET_TAGS = ['latest', 'safe', 'finalized'] as const;
/** One of these tags. */
type TipsetTag = (typeof TIPSET_TAGS)[number];

/** The chain on which a height is looked up, by its last tipset. */
export type TipsetAnchor = { readonly tag: TipsetTag } | { readonly key: readonly Cid[] };

/** A tag, a key or a height. */
export type TipsetSelector =
  | TipsetAnchor
  | {
      readonly height: {
        readonly at: number;
        /** For a null round, return the tipset before it instead of the one after it. */
        readonly previous: boolean;
        /** Default: the node's finalized tipset, which rejects heights above it. */
        readonly anchor?: TipsetAnchor;
      };
    };

/** Return a selector as JSON for node parameters: CIDs as links, names in lower case. Never throws. */
export function tipsetSelectorToJson(selector: TipsetSelector) {
  if (!('height' in selector)) return anchorToJson(selector);
  const { at, previous, anchor } = selector.height;
  return { height: { at, previous, ...(anchor === undefined ? {} : { anchor: anchorToJson(anchor) }) } };
}

function anchorToJson(anchor: TipsetAnchor) {
  return 'tag' in anchor ? { tag: anchor.tag } : { key: anchor.key.map((cid) => ({ '/': cid })) };
}
