import { CID } from 'multiformats/cid';
import { expect } from 'vitest';
import { bytesToHex } from '../../shared/domain/encoding/bytes.ts';
import { type Cid, cidOfDagCbor } from '../../shared/domain/encoding/cid.ts';
import { Amt } from '../../shared/domain/ipld/amt.ts';
import { type Codec, decodeBlock, encodeBlock } from '../../shared/domain/ipld/codec.ts';
import { Hamt } from '../../shared/domain/ipld/hamt.ts';
import type { AmtLayout, HamtLayout } from '../../shared/domain/ipld/layout.ts';
import { type BlockSource, type Walk, walkNow } from '../../shared/domain/ipld/walk.ts';
import { decodeWithCborg } from './cborg-links.ts';
import { genesisState, type KnownState } from './genesis-state.ts';

/** Reads state and checks that everything round-trips: objects to the same bytes, collections to the same root. */
export class CheckedStateReader {
  readonly state: KnownState;
  /** The blocks that were read. */
  readonly read = new Set<Cid>();

  constructor(state: KnownState | 'mainnet' | 'butterflynet') {
    this.state = typeof state === 'string' ? genesisState(state) : state;
  }

  block<T>(codec: Codec<T>, cid: Cid): T {
    const bytes = this.#source(cid);
    const value = decodeBlock(codec, bytes);
    expect(bytesToHex(encodeBlock(codec, value)), cid).toBe(bytesToHex(bytes));
    return value;
  }

  map<K, V>(layout: HamtLayout<K, V>, root: Cid): (readonly [K, V])[] {
    const entries = this.#walk(Hamt.open(layout, root), (map) => map.entries());
    let again = Hamt.empty(layout);
    for (const [key, value] of entries.toReversed()) again = walkNow(again.set(key, value), this.#source);
    expect(again.flush(this.#put)).toBe(root);
    expect(entries.length).toBe(this.#countInMap(root));
    return entries;
  }

  array<V>(layout: AmtLayout<V>, root: Cid): (readonly [number, V])[] {
    const entries = this.#walk(Amt.open(layout, root), (array) => array.entries());
    let again = Amt.empty(layout);
    for (const [index, value] of entries.toReversed()) again = walkNow(again.set(index, value), this.#source);
    expect(again.flush(this.#put)).toBe(root);
    expect(entries.length).toBe(this.#countInArray(root));
    return entries;
  }

  readonly #source: BlockSource = (cid) => {
    this.read.add(cid);
    return this.state.source(cid);
  };

  #walk<C, T>(open: Walk<C>, entries: (collection: C) => Walk<T>): T {
    return walkNow(entries(walkNow(open, this.#source)), this.#source);
  }

  /** Every written node must be in the CAR. */
  readonly #put = (bytes: Uint8Array): Cid => {
    const cid = cidOfDagCbor(bytes);
    expect(this.state.blocks.has(cid), cid).toBe(true);
    return cid;
  };

  /** Count entries without the code under test. */
  #countInMap(root: Cid): number {
    const [, pointers] = decodeWithCborg(this.state.source(root)) as [unknown, unknown[]];
    return pointers
      .map((pointer) => (Array.isArray(pointer) || pointer instanceof CID ? pointer : Object.values(pointer as object)[0]))
      .map((pointer) => (Array.isArray(pointer) ? pointer.length : this.#countInMap(String(pointer) as Cid)))
      .reduce((sum, count) => sum + count, 0);
  }

  #countInArray(root: Cid): number {
    const countIn = (node: unknown): number => {
      const [, links, values] = node as [unknown, unknown[], unknown[]];
      return links.reduce<number>((sum, link) => sum + countIn(decodeWithCborg(this.state.source(String(link) as Cid))), values.length);
    };
    return countIn((decodeWithCborg(this.state.source(root)) as unknown[]).at(-1));
  }
}
