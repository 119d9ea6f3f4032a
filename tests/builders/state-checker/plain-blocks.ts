import { blake2b } from '@noble/hashes/blake2.js';
import { CID } from 'multiformats/cid';
import { decodeWithCborg } from '../cborg-links.ts';

/** Return the bytes of blocks by CID, in order. */
export type FetchBlocks = (cids: readonly string[]) => Promise<readonly Uint8Array[]> | readonly Uint8Array[];

const DAG_CBOR = 0x71;
const BLAKE2B_256 = 0xb220;
/** Blocks requested at a time. */
const GROUP = 500;

interface PlainBlock {
  readonly value: unknown;
  readonly links: readonly string[];
}

/** Blocks reachable from roots: each fetched once, verified against its CID, and decoded by cborg, independent of the product. */
export class PlainBlocks {
  readonly #blocks = new Map<string, PlainBlock>();
  readonly #fetch: FetchBlocks;

  constructor(fetch: FetchBlocks) {
    this.#fetch = fetch;
  }

  /** Read everything reachable from a root and return the number of blocks. Throws for a missing or invalid block. */
  async load(root: string): Promise<number> {
    const seen = new Set([root]);
    for (let round = [root]; round.length > 0; ) {
      const unknown = round.filter((cid) => !this.#blocks.has(cid));
      for (let at = 0; at < unknown.length; at += GROUP) {
        const group = unknown.slice(at, at + GROUP);
        const blocks = await this.#fetch(group);
        for (const [index, cid] of group.entries()) this.#take(cid, blocks[index] ?? new Uint8Array());
      }
      const next = new Set(round.flatMap((cid) => this.#blocks.get(cid)?.links ?? []).filter((cid) => !seen.has(cid)));
      for (const cid of next) seen.add(cid);
      round = [...next];
    }
    return seen.size;
  }

  /** Content of a loaded block. */
  value(cid: CID | string): unknown {
    const block = this.#blocks.get(cid.toString());
    if (block === undefined) throw new Error(`${cid} hangs from no root that was loaded`);
    return block.value;
  }

  #take(cid: string, bytes: Uint8Array): void {
    const { digest } = CID.parse(cid).multihash;
    if (Buffer.compare(blake2b(bytes, { dkLen: 32 }), digest) !== 0) throw new Error(`the bytes of ${cid} have another hash`);
    const value = decodeWithCborg(bytes);
    this.#blocks.set(cid, { value, links: [...linksIn(value)] });
  }
}

/** Links to other state blocks, not to sealed data or actor code. */
function* linksIn(value: unknown): Generator<string> {
  const cid = CID.asCID(value);
  if (cid !== null) {
    if (cid.code === DAG_CBOR && cid.multihash.code === BLAKE2B_256) yield cid.toString();
  } else if (Array.isArray(value)) {
    for (const item of value) yield* linksIn(item);
  } else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const item of Object.values(value)) yield* linksIn(item);
  }
}
