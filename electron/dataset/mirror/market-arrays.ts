/** The two arrays of the market actor with their values as bytes, and the nodes that are made of them. */
import { marketDealStates, marketProposals } from '../../../shared/domain/actors/market-state.ts';
import type { StateLayout } from '../../../shared/domain/actors/state-layout.ts';
import { type Cid, cidOfDagCbor } from '../../../shared/domain/cid.ts';
import { type AmtChild, type AmtNode, encodeAmtNode } from '../../../shared/domain/ipld/amt-node.ts';
import type { Codec } from '../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { ARRAYS } from '../schema.ts';

export type ArrayName = keyof typeof ARRAYS;

/** A value as its own bytes, so that one that is no deal is told apart from a node that cannot be read. */
const encoded: Codec<Uint8Array> = {
  read: (reader) => reader.encoded(),
  write: (writer, value) => void writer.encoded(value),
  toJson: () => null,
};

export type RawLayout = AmtLayout<Uint8Array>;
export type RawNode = AmtNode<Uint8Array>;

export function arrayLayout(array: ArrayName, layout: StateLayout): RawLayout {
  const { form, bitWidth } = (array === 'proposals' ? marketProposals : marketDealStates)[layout];
  return { form, bitWidth, value: encoded };
}

export function widthOf({ bitWidth }: RawLayout): number {
  return 2 ** bitWidth;
}

export function cidOfNode(layout: RawLayout, node: RawNode): Cid {
  return cidOfDagCbor(encodeAmtNode(layout, node));
}

/** The leaf of these values by their places; undefined where there are none. */
export function leafOf(layout: RawLayout, values: ReadonlyMap<number, Uint8Array>): RawNode | undefined {
  if (values.size === 0) return undefined;
  return { isLeaf: true, values: Array.from({ length: widthOf(layout) }, (_, place) => values.get(place)) };
}

/** A node above one that is the first of its height. */
export function nodeAbove(layout: RawLayout, node: RawNode): RawNode {
  const children = new Array<AmtChild<Uint8Array> | undefined>(widthOf(layout)).fill(undefined);
  children[0] = { cid: cidOfNode(layout, node), node };
  return { isLeaf: false, children };
}

/** Makes the inner nodes of an array from its values in ascending order; holds one node of each height. */
export class NodeBuilder {
  readonly #layout: RawLayout;
  readonly #onNode: (height: number, position: number, node: RawNode) => void;
  /** By height: the node that is filled. */
  readonly #open: { position: number; places: (Uint8Array | Cid | undefined)[] }[] = [];

  /** @param onNode called for each inner node, those of one height in ascending order */
  constructor(layout: RawLayout, onNode: (height: number, position: number, node: RawNode) => void) {
    this.#layout = layout;
    this.#onNode = onNode;
  }

  push(index: number, value: Uint8Array): void {
    this.#put(0, index, value);
  }

  /** The topmost height is 1 where the array would have its values in the root. */
  finish(): void {
    for (let height = 0; height < this.#open.length; height += 1) {
      const isTop = height > 0 && height === this.#open.length - 1 && this.#open[height]?.position === 0;
      this.#close(height, isTop);
      if (isTop) return;
    }
  }

  #put(height: number, index: number, value: Uint8Array | Cid): void {
    const width = widthOf(this.#layout);
    const position = Math.floor(index / width);
    let open = this.#open[height];
    if (open !== undefined && open.position !== position) {
      this.#close(height, false);
      open = undefined;
    }
    if (open === undefined) {
      open = { position, places: new Array<Uint8Array | Cid | undefined>(width).fill(undefined) };
      this.#open[height] = open;
    }
    open.places[index % width] = value;
  }

  #close(height: number, isTop: boolean): void {
    const open = this.#open[height];
    if (open === undefined) throw new Error('a height of an array was closed twice');
    const node = nodeOf(height, open.places);
    if (height > 0) this.#onNode(height, open.position, node);
    if (!isTop) this.#put(height + 1, open.position, cidOfNode(this.#layout, node));
  }
}

function nodeOf(height: number, places: readonly (Uint8Array | Cid | undefined)[]): RawNode {
  if (height === 0) return { isLeaf: true, values: places.map((place) => (typeof place === 'string' ? undefined : place)) };
  return { isLeaf: false, children: places.map((place) => (typeof place === 'string' ? { cid: place, node: undefined } : undefined)) };
}
