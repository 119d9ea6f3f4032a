/** Resolves tipset selectors of the v2 API (Lotus v1.37 chain/types/tipset_selector.go, node/impl/full/chain_v2.go). */
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { TipsetNode } from '../chain/chain-types.ts';
import type { ChainView } from '../chain/chain-view.ts';
import { finalizedTipset } from '../chain/finality.ts';
import type { Parameter } from './dispatcher.ts';
import { epochParameter, tipsetKeyParameter } from './parameters.ts';
import { ParameterError, RpcError } from './rpc-error.ts';
import { tipsetAt } from './tipset-lookup.ts';

const TAGS = ['latest', 'safe', 'finalized'] as const;
type Tag = (typeof TAGS)[number];

/** A tag or key. */
type Anchor = { readonly tag: Tag } | { readonly key: readonly Cid[] };

export type TipsetSelector =
  | Anchor
  | {
      /** The tipset at a height on the anchor's chain; for a null round the previous one if `isPrevious`, else the next. */
      readonly at: number;
      readonly isPrevious: boolean;
      readonly anchor: Anchor | undefined;
    };

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  throw new ParameterError(`json: cannot unmarshal ${Array.isArray(value) ? 'array' : typeof value} into Go value of type types.${what}`);
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function decodeAnchor(fields: Fields, what: string): Anchor {
  const { tag, key } = fields;
  if (isGiven(tag) === isGiven(key)) throw new ParameterError(`invalid ${what}: exactly one of its criteria must be specified`);
  if (isGiven(key)) return { key: tipsetKeyParameter.decode(key) };
  const known = TAGS.find((name) => name === tag);
  if (known === undefined) throw new ParameterError(`invalid ${what}: unknown tag ${JSON.stringify(tag)}`);
  return { tag: known };
}

export const tipsetSelectorParameter: Parameter<TipsetSelector> = {
  goType: '*types.TipSetSelector',
  decode(value) {
    const fields = fieldsOf(value, 'TipSetSelector');
    if (!isGiven(fields.height)) return decodeAnchor(fields, 'tipset selector');
    if (isGiven(fields.tag) || isGiven(fields.key)) {
      throw new ParameterError('invalid tipset selector: exactly one of its criteria must be specified');
    }
    const { at, previous, anchor } = fieldsOf(fields.height, 'TipSetHeight');
    if (!isGiven(at)) throw new ParameterError('invalid tipset selector: height must have an epoch');
    const epoch = epochParameter.decode(at);
    if (epoch < 0) throw new ParameterError('invalid tipset selector: height cannot be negative');
    return {
      at: epoch,
      isPrevious: previous === true,
      anchor: isGiven(anchor) ? decodeAnchor(fieldsOf(anchor, 'TipSetAnchor'), 'tipset anchor') : undefined,
    };
  },
};

/** Resolve a selector. */
export function selectedTipset(chain: ChainView, selector: TipsetSelector): TipsetNode {
  if (!('at' in selector)) return anchored(chain, selector);
  const { at, isPrevious, anchor } = selector;
  // As in Lotus, without an anchor a height is looked up on the finalized chain.
  const from = anchored(chain, anchor ?? { tag: 'finalized' });
  if (at > from.height) throw new RpcError(`looking for tipset with height greater than start point, req: ${at}, head: ${from.height}`);
  const found = at < chain.store.floor ? undefined : isPrevious ? chain.store.atOrBefore(at, from) : chain.store.atOrAfter(at, from);
  if (found === undefined) throw new RpcError(`looking for tipset at height ${at}: blockstore: block not found`);
  return found;
}

function anchored(chain: ChainView, anchor: Anchor): TipsetNode {
  if ('key' in anchor) return tipsetAt(chain, anchor.key);
  switch (anchor.tag) {
    case 'latest':
      return chain.head;
    // `safe` is never deeper than `finalized`, and this chain has early finality.
    case 'safe':
    case 'finalized':
      return finalizedTipset(chain.store);
  }
}
