/** The market actor's two arrays with values as bytes, and their nodes. */
import { marketDealStates, marketProposals } from '../../../shared/domain/actors/market-state.ts';
import type { StateLayout } from '../../../shared/domain/actors/state-layout.ts';
import { type Cid, cidOfDagCbor } from '../../../shared/domain/encoding/cid.ts';
import { type AmtChild, type AmtNode, encodeAmtNode } from '../../../shared/domain/ipld/amt-node.ts';
import type { Codec } from '../../../shared/domain/ipld/codec.ts';
import type { AmtLayout } from '../../../shared/domain/ipld/layout.ts';
import type { ARRAYS } from '../schema.ts';

export type ArrayName = keyof typeof ARRAYS;

/** Values as raw bytes, to distinguish an invalid deal from an unreadable node. */
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

/** Create the leaf of values by position; undefined if empty. */
export function leafOf(layout: RawLayout, values: ReadonlyMap<number, Uint8Array>): RawNode | undefined {
  if (values.size === 0) return undefined;
  return { isLeaf: true, values: Array.from({ length: widthOf(layout) }, (_, place) => values.get(place)) };
}

/** Create a parent of the first node of a height. */
export function nodeAbove(layout: RawLayout, node: RawNode): RawNode {
  const children = new Array<AmtChild<Uint8Array> | undefined>(widthOf(layout)).fill(undefined);
  children[0] = { cid: cidOfNode(layout, node), node };
  return { isLeaf: false, children };
}

/** Builds the inner nodes of an array from ascending values, with one node per height in memory. */
export class NodeBuilder {
  readonly #layout: RawLayout;
  readonly #onNode: (height: number, position: number, node: RawNode) => void;
  /** Current node by height. */
  readonly #open: { position: number; places: (Uint8Array | Cid | undefined)[] }[] = [];

  /** @param onNode called for each inner node, in ascending order per height */
  constructor(layout: RawLayout, onNode: (height: number, position: number, node: RawNode) => void) {
    this.#layout = layout;
    this.#onNode = onNode;
  }

  push(index: number, value: Uint8Array): void {
    this.#put(0, index, value);
  }

  /** The top height is at least 1, even if the array would have its values in the root. */
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
