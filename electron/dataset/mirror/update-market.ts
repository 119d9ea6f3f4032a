/**
 * Updates a dataset to the market of a tipset: reads differences from the chain's arrays and changes the rows.
 *
 * The dataset stores the inner nodes of both arrays; leaves are computed from its rows. Nodes with another CID than the dataset's are
 * read from the top down, so the cost depends on the changes and no older state is needed. A dataset loaded from a file has no nodes
 * yet: they are first computed from its rows. Everything is one transaction, committed only if the changed rows result in the CIDs
 * of the chain. Blocks are verified against their CIDs by the source; their values are untrusted.
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { StateLayout } from '../../../shared/domain/actors/state-layout.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { equalBytes } from '../../../shared/domain/encoding/bytes.ts';
import { type Cid, cidOfDagCbor } from '../../../shared/domain/encoding/cid.ts';
import { type AmtRoot, decodeAmtNode, decodeAmtRoot, encodeAmtNode, encodeAmtRoot } from '../../../shared/domain/ipld/amt-node.ts';
import type { LaterBlockSource } from '../../../shared/domain/ipld/walk.ts';
import type { DatasetWriter } from '../engine.ts';
import { type RegistryReport, type RegistryRoots, RegistryTooLarge, updateRegistry } from '../registry/update-registry.ts';
import { ARRAYS } from '../schema.ts';
import { CHANGED_DEALS, ChangeWriter } from './change-writer.ts';
import { type DatasetFacts, readFacts, writeFacts } from './dataset-facts.ts';
import { type LocalDeal, LocalDeals } from './local-deals.ts';
import {
  type ArrayName,
  arrayLayout,
  cidOfNode,
  leafOf,
  NodeBuilder,
  nodeAbove,
  type RawLayout,
  type RawNode,
  widthOf,
} from './market-arrays.ts';

/** The market actor's arrays at a tipset. */
export interface MarketTarget {
  readonly genesisCid: string;
  readonly epoch: number;
  readonly tipsetKey: readonly string[];
  readonly timeMs: number;
  readonly layout: StateLayout;
  readonly proposals: Cid;
  readonly states: Cid;
  /** The maps of the verified registry; a message if the state has none. */
  readonly registry?: RegistryRoots | string;
  /** Reads needed to find it. */
  readonly blocks: number;
  readonly bytes: number;
}

export interface UpdateProgress {
  /** Stages: computing nodes from rows, comparing them with the chain, reading and writing differences, verifying; claims and allocations. */
  readonly stage: 'rebuilding' | 'comparing' | 'writing' | 'checking' | 'registry';
  /** Rows, blocks, leaves, leaves, providers and clients with claims and allocations. */
  readonly done: number;
  readonly total?: number | undefined;
  readonly blocks: number;
  readonly bytes: number;
}

export interface UpdateReport {
  readonly epoch: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Deals that cannot be rows. */
  readonly rejected: number;
  readonly blocks: number;
  readonly bytes: number;
  /** Whether nodes were computed from rows: the first update after a load. */
  readonly isAligned: boolean;
  /** Claims and allocations, if they were read. */
  readonly registry?: RegistryReport;
}

export interface UpdateOptions {
  readonly writer: DatasetWriter;
  readonly target: MarketTarget;
  /** Rejects if a block is not available or does not match its CID. */
  readonly read: LaterBlockSource;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: UpdateProgress) => void;
  /** Maximum leaves to read. */
  readonly maxLeaves?: number;
  /** Maximum blocks for reading claims and allocations the first time. */
  readonly maxRegistryBlocks?: number;
  /** IDs processed at a time; a multiple of the widths of both arrays. */
  readonly windowIds?: number;
}

/** The update failed; the message is for the user, and the dataset is unchanged. */
export class UpdateFailed extends Error {
  override readonly name = 'UpdateFailed';
}

const NAMES = ['proposals', 'states'] as const;
const BLOCKS_AT_ONCE = 512;
const NODES_AT_ONCE = 256;
/** ID ranges whose leaves are compared together. */
const RANGES_AT_ONCE = 128;
/** About 250 MB of leaves; loading a file needs a fraction of the calls. */
const MAX_LEAVES = 100_000;
/** Maximum calls, because the registry's size is not known in advance. */
const MAX_REGISTRY_BLOCKS = 50_000;
const WINDOW_IDS = 2 ** 17;
const NODE_BATCH = 1024;

/** @throws UpdateFailed, errors of `read`, or the reason of `signal` */
export async function updateMarket(options: UpdateOptions): Promise<UpdateReport> {
  try {
    return await updateOnce(options, false);
  } catch (error) {
    if (!(error instanceof WrongRows)) throw error;
  }
  // The rows were changed by something else: compare all of them with the chain.
  try {
    return await updateOnce(options, true);
  } catch (error) {
    throw error instanceof WrongRows ? new UpdateFailed(error.message) : error;
  }
}

async function updateOnce(options: UpdateOptions, isAnew: boolean): Promise<UpdateReport> {
  const { writer, signal } = options;
  signal.throwIfAborted();
  let report: UpdateReport;
  await writer.begin();
  try {
    report = await new MarketUpdate(options).run(isAnew);
    signal.throwIfAborted();
  } catch (error) {
    await writer.rollback();
    signal.throwIfAborted();
    if (error instanceof DomainError) throw new UpdateFailed(`Could not read the market on chain: ${error.message}`);
    throw error;
  }
  // A commit that fails has rolled back by itself.
  await writer.commit();
  return report;
}

/** The changed rows do not result in the nodes of the chain. */
class WrongRows extends Error {}

/** A differing leaf; without a CID the chain has none there. */
interface ChangedLeaf {
  readonly position: number;
  readonly cid: Cid | undefined;
  /** Present if it was read with its root. */
  readonly node: RawNode | undefined;
}

/** Changed values of a deal. */
interface DealChange {
  proposal?: Uint8Array | undefined;
  state?: Uint8Array | undefined;
}

interface Pair {
  readonly position: number;
  readonly chain: RawNode | undefined;
}

class MarketUpdate {
  readonly #options: UpdateOptions;
  readonly #layouts: Readonly<Record<ArrayName, RawLayout>>;
  readonly #deals: LocalDeals;
  readonly #changes: ChangeWriter;
  /** IDs of a range of complete leaves of both arrays. */
  readonly #rangeIds: number;
  #blocks: number;
  #bytes: number;

  constructor(options: UpdateOptions) {
    const { writer, target } = options;
    this.#options = options;
    this.#layouts = { proposals: arrayLayout('proposals', target.layout), states: arrayLayout('states', target.layout) };
    this.#rangeIds = Math.max(widthOf(this.#layouts.proposals), widthOf(this.#layouts.states));
    this.#deals = new LocalDeals(writer, target.layout);
    this.#changes = new ChangeWriter(writer, target.layout);
    this.#blocks = target.blocks;
    this.#bytes = target.bytes;
  }

  async run(isAnew: boolean): Promise<UpdateReport> {
    const { writer, target, nowMs } = this.#options;
    const facts = await readFacts(writer);
    checkTarget(facts, target);
    const mirror = !isAnew && facts.mirror?.layout === target.layout ? facts.mirror : undefined;
    if (mirror === undefined) await this.#rebuild();
    await this.#changes.begin();
    const roots = new Map<ArrayName, AmtRoot<Uint8Array>>();
    const leaves = new Map<ArrayName, readonly ChangedLeaf[]>();
    for (const array of NAMES) {
      if (mirror?.[array] === target[array]) continue;
      const root = decodeAmtRoot(this.#layouts[array], await this.#readOne(target[array]));
      roots.set(array, root);
      leaves.set(array, await this.#compare(array, root));
    }
    const differing = [...leaves.values()].reduce((sum, { length }) => sum + length, 0);
    const maxLeaves = this.#options.maxLeaves ?? MAX_LEAVES;
    if (differing > maxLeaves) {
      throw new UpdateFailed(
        `The dataset differs from the chain in ${differing} blocks of deals, more than the ${maxLeaves} that an update reads. Load the market file again.`,
      );
    }
    await this.#change(leaves);
    const counts = await this.#changes.apply();
    await this.#check(leaves, roots);
    const registry = await this.#updateRegistry(mirror !== undefined);
    await this.#changes.finish();
    const report: UpdateReport = {
      ...defined({ registry }),
      epoch: target.epoch,
      ...counts,
      blocks: this.#blocks,
      bytes: this.#bytes,
      isAligned: mirror === undefined,
    };
    await writeFacts(writer, target, report, nowMs);
    return report;
  }

  /** Compute the nodes of both arrays from the rows. */
  async #rebuild(): Promise<void> {
    const { writer, signal, windowIds = WINDOW_IDS } = this.#options;
    await writer.query('DELETE FROM nodes');
    const [counted] = await writer.query('SELECT (SELECT count(*) FROM deals) + (SELECT count(*) FROM chain_values)');
    const total = Number(counted?.[0]);
    const builders = NAMES.map((array) => {
      const layout = this.#layouts[array];
      return new NodeBuilder(layout, (height, position, node) =>
        this.#changes.addNode('nodes', array, height, position, encodeAmtNode(layout, node)),
      );
    });
    let done = 0;
    for (let from = 0; ; from += windowIds) {
      const [next] = await writer.query(
        'SELECT least((SELECT min(deal_id) FROM deals WHERE deal_id >= $1), (SELECT min(deal_id) FROM chain_values WHERE deal_id >= $1))',
        [from],
      );
      if (next?.[0] === null || next?.[0] === undefined) break;
      from = Math.floor(Number(next[0]) / windowIds) * windowIds;
      for (const [id, { proposal, state }] of await this.#deals.range(from, from + windowIds, signal)) {
        if (proposal !== undefined) builders[ARRAYS.proposals]?.push(id, proposal);
        if (state !== undefined) builders[ARRAYS.states]?.push(id, state);
        done += 1;
      }
      await this.#changes.flushNodes(NODE_BATCH);
      this.#tell('rebuilding', done, total);
    }
    for (const builder of builders) builder.finish();
    await this.#changes.flushNodes(1);
  }

  /** Find differing leaves by position; stores the inner nodes above them. */
  async #compare(array: ArrayName, root: AmtRoot<Uint8Array>): Promise<ChangedLeaf[]> {
    const layout = this.#layouts[array];
    const width = widthOf(layout);
    const localTop = await this.#topOf(array);
    const chainTop = Math.max(root.height, 1);
    const top = Math.max(chainTop, localTop);
    let node: RawNode | undefined = root.count === 0 ? undefined : root.node;
    for (let height = root.height; height < top && node !== undefined; height += 1) node = nodeAbove(layout, node);
    let pairs: Pair[] = [{ position: 0, chain: node }];
    for (let height = top; height > 0; height -= 1) {
      const changed: { readonly position: number; readonly cid: Cid | undefined; readonly node: RawNode | undefined }[] = [];
      const locals = await this.#localNodes(
        array,
        height,
        localTop,
        pairs.map(({ position }) => position),
      );
      for (const { position, chain } of pairs) {
        const local = locals.get(position);
        const block = chain === undefined || height > chainTop ? undefined : encodeAmtNode(layout, chain);
        this.#changes.addNode('nodes_changed', array, height, position, block ?? new Uint8Array());
        for (let place = 0; place < width; place += 1) {
          const before = childOf(local, place)?.cid;
          const after = childOf(chain, place);
          if (before === after?.cid) continue;
          changed.push({ position: position * width + place, cid: after?.cid, node: after?.node });
        }
      }
      await this.#changes.flushNodes(NODE_BATCH);
      this.#tell('comparing', changed.length);
      if (height === 1) return changed;
      const wanted = changed.flatMap(({ cid, node: held }) => (cid === undefined || held !== undefined ? [] : [cid]));
      const blocks = await this.#readAll(wanted, (bytes) => decodeAmtNode(layout, bytes, height - 1));
      pairs = changed.map(({ position, cid, node: held }) => ({
        position,
        chain: held ?? (cid === undefined ? undefined : blocks.get(cid)),
      }));
    }
    throw new Error('an array has at least one inner node');
  }

  /** Read differing leaves, and pass differing deals to the change writer. */
  async #change(leaves: ReadonlyMap<ArrayName, readonly ChangedLeaf[]>): Promise<void> {
    let done = 0;
    const ranges = this.#rangesOf(leaves);
    for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
      const some = ranges.slice(at, at + RANGES_AT_ONCE);
      const locals = await this.#deals.ranges(
        some.map(({ start }) => start),
        this.#rangeIds,
        this.#options.signal,
      );
      const changes = new Map<number, DealChange>();
      // States first: most removed proposals are removed with their states.
      for (const array of ['states', 'proposals'] as const) {
        const layout = this.#layouts[array];
        const field = array === 'proposals' ? 'proposal' : 'state';
        const changed = some.flatMap((range) => range[array]);
        const known = new Map<Cid, RawNode>();
        if (array === 'proposals') {
          const left = new Map([...locals].filter(([id]) => !isEnded(changes.get(id))));
          for (const { position, cid } of changed) {
            const leaf = localLeaf(layout, left, position, array);
            if (leaf !== undefined && cidOfNode(layout, leaf) === cid) known.set(cid, leaf);
          }
        }
        const wanted = changed.flatMap(({ cid, node }) => (cid === undefined || node !== undefined || known.has(cid) ? [] : [cid]));
        const blocks = await this.#readAll(wanted, (bytes) => decodeAmtNode(layout, bytes, 0));
        for (const { position, cid, node } of changed) {
          const leaf = node ?? (cid === undefined ? undefined : (known.get(cid) ?? blocks.get(cid)));
          for (let place = 0; place < widthOf(layout); place += 1) {
            const dealId = position * widthOf(layout) + place;
            const after = leaf?.isLeaf ? leaf.values[place] : undefined;
            const before = locals.get(dealId)?.[field];
            if (isSame(before, after)) continue;
            const change = changes.get(dealId) ?? {};
            change[field] = after;
            changes.set(dealId, change);
          }
        }
        done += changed.length;
      }
      for (const [dealId, change] of [...changes].sort(([left], [right]) => left - right)) {
        const before = locals.get(dealId);
        await this.#changes.add(dealId, before, {
          proposal: 'proposal' in change ? change.proposal : before?.proposal,
          state: 'state' in change ? change.state : before?.state,
        });
      }
      this.#tell(
        'writing',
        done,
        [...leaves.values()].reduce((sum, { length }) => sum + length, 0),
      );
    }
  }

  /** Verify: the changed rows must result in the leaves, and the nodes in the roots, of the chain. */
  async #check(leaves: ReadonlyMap<ArrayName, readonly ChangedLeaf[]>, roots: ReadonlyMap<ArrayName, AmtRoot<Uint8Array>>): Promise<void> {
    const { target, signal } = this.#options;
    const ranges = this.#rangesOf(leaves);
    for (let at = 0; at < ranges.length; at += RANGES_AT_ONCE) {
      const some = ranges.slice(at, at + RANGES_AT_ONCE);
      const locals = await this.#deals.ranges(
        some.map(({ start }) => start),
        this.#rangeIds,
        signal,
      );
      for (const array of NAMES) {
        for (const { position, cid, node } of some.flatMap((range) => range[array])) {
          const layout = this.#layouts[array];
          const expected = cid ?? (node === undefined ? undefined : cidOfNode(layout, node));
          const leaf = localLeaf(layout, locals, position, array);
          if ((leaf === undefined ? undefined : cidOfNode(layout, leaf)) !== expected) throw wrongRows(array, position);
        }
      }
      this.#tell('checking', at + some.length, ranges.length);
    }
    for (const [array, root] of roots) {
      const count = await this.#countOf(array);
      const layout = this.#layouts[array];
      const node =
        root.height === 0
          ? (localLeaf(layout, await this.#deals.range(0, widthOf(layout), signal), 0, array) ?? root.node)
          : ((await this.#localNodes(array, root.height, root.height, [0])).get(0) ?? root.node);
      if (count !== root.count || cidOfDagCbor(encodeAmtRoot(layout, { height: root.height, count, node })) !== target[array]) {
        throw wrongRows(array, 0);
      }
    }
  }

  /** Update claims and allocations; undefined if they are not read, with the reason in `about`. */
  async #updateRegistry(isChangeKnown: boolean): Promise<RegistryReport | undefined> {
    const { writer, target, maxRegistryBlocks = MAX_REGISTRY_BLOCKS, signal } = this.#options;
    const about = new Map((await writer.query('SELECT key, value FROM about')).map(([key, value]) => [key, String(value)]));
    const isFirst = !about.has('registry_odd');
    const problem = about.get('registry_problem');
    const note = async (sentence: string | undefined): Promise<void> => {
      await writer.query("DELETE FROM about WHERE key = 'registry_problem'");
      if (sentence !== undefined) await writer.query("INSERT INTO about VALUES ('registry_problem', $1)", [sentence]);
    };
    const { registry = 'They were not requested from the endpoint.' } = target;
    if (typeof registry === 'string') {
      await note(registry);
      return undefined;
    }
    const tooLarge = `they have more than ${maxRegistryBlocks} blocks. \`npm run market -- update --claims\` reads them all.`;
    // Known from an earlier update: do not read the same blocks again.
    if (isFirst && problem === tooLarge) return undefined;
    try {
      const report = await updateRegistry({
        writer,
        read: (cids) => this.#readSome(cids),
        roots: registry,
        ...(isChangeKnown ? { changedDeals: CHANGED_DEALS } : {}),
        ...(isFirst ? { maxBlocks: maxRegistryBlocks } : {}),
        signal,
        onProgress: ({ actorsDone, actorsTotal }) => this.#tell('registry', actorsDone, actorsTotal),
      });
      await note(undefined);
      return report;
    } catch (error) {
      if (!(error instanceof RegistryTooLarge)) throw error;
      await note(tooLarge);
      return undefined;
    }
  }

  async #countOf(array: ArrayName): Promise<number> {
    const rows = array === 'proposals' ? '' : 'WHERE sector_start_epoch >= 0';
    const field = array === 'proposals' ? 'proposal' : 'state';
    const [row] = await this.#options.writer.query(
      `SELECT (SELECT count(*) FROM deals ${rows}) + (SELECT count(*) FROM chain_values WHERE octet_length(${field}) > 0 AND deal_id NOT IN (SELECT deal_id FROM deals ${rows}))`,
    );
    return Number(row?.[0]);
  }

  /** Changed leaves by ID range, ascending. */
  #rangesOf(leaves: ReadonlyMap<ArrayName, readonly ChangedLeaf[]>) {
    const ranges = new Map<number, { readonly start: number; readonly proposals: ChangedLeaf[]; readonly states: ChangedLeaf[] }>();
    for (const [array, changed] of leaves) {
      const width = widthOf(this.#layouts[array]);
      for (const leaf of changed) {
        const start = Math.floor((leaf.position * width) / this.#rangeIds) * this.#rangeIds;
        const range = ranges.get(start) ?? { start, proposals: [], states: [] };
        range[array].push(leaf);
        ranges.set(start, range);
      }
    }
    return [...ranges.values()].sort((left, right) => left.start - right.start);
  }

  async #topOf(array: ArrayName): Promise<number> {
    const [row] = await this.#options.writer.query('SELECT max(height) FROM nodes WHERE tree = $1', [ARRAYS[array]]);
    return Number(row?.[0] ?? 0);
  }

  /** The dataset's nodes of a height; above its top height, their parents in a higher array. */
  async #localNodes(array: ArrayName, height: number, top: number, positions: readonly number[]): Promise<Map<number, RawNode>> {
    const { writer, signal } = this.#options;
    const layout = this.#layouts[array];
    const nodes = new Map<number, RawNode>();
    if (top === 0) return nodes;
    if (height > top) {
      const below = (await this.#localNodes(array, height - 1, top, [0])).get(0);
      if (below !== undefined && positions.includes(0)) nodes.set(0, nodeAbove(layout, below));
      return nodes;
    }
    for (let at = 0; at < positions.length; at += NODES_AT_ONCE) {
      const some = positions.slice(at, at + NODES_AT_ONCE);
      const marks = some.map((_, index) => `$${index + 3}`).join(', ');
      const rows = await writer.query(
        `SELECT position, block FROM nodes WHERE tree = $1 AND height = $2 AND position IN (${marks})`,
        [ARRAYS[array], height, ...some],
        signal,
      );
      for (const [position, block] of rows) nodes.set(Number(position), decodeAmtNode(layout, block as Uint8Array, height));
    }
    return nodes;
  }

  async #readOne(cid: Cid): Promise<Uint8Array> {
    const [bytes] = await this.#readSome([cid]);
    if (bytes === undefined) throw new Error('the block source returned fewer blocks than requested');
    return bytes;
  }

  /** Read and decode blocks by CID. */
  async #readAll<T>(cids: readonly Cid[], decode: (bytes: Uint8Array) => T): Promise<Map<Cid, T>> {
    const wanted = [...new Set(cids)];
    const found = new Map<Cid, T>();
    for (let at = 0; at < wanted.length; at += BLOCKS_AT_ONCE) {
      const some = wanted.slice(at, at + BLOCKS_AT_ONCE);
      for (const [index, bytes] of (await this.#readSome(some)).entries()) found.set(some[index] as Cid, decode(bytes));
    }
    return found;
  }

  async #readSome(cids: readonly Cid[]): Promise<readonly Uint8Array[]> {
    this.#options.signal.throwIfAborted();
    const blocks = await this.#options.read(cids);
    this.#blocks += blocks.length;
    for (const { length } of blocks) this.#bytes += length;
    return blocks;
  }

  #tell(stage: UpdateProgress['stage'], done: number, total?: number): void {
    this.#options.onProgress?.({ stage, done, total, blocks: this.#blocks, bytes: this.#bytes });
  }
}

/** @throws UpdateFailed for another network, and for an epoch before the dataset's */
function checkTarget({ mirror }: DatasetFacts, { genesisCid, epoch }: MarketTarget): void {
  if (mirror === undefined) return;
  if (mirror.genesisCid !== genesisCid) throw new UpdateFailed('The endpoint is on another network than the dataset.');
  if (epoch < mirror.epoch) {
    throw new UpdateFailed(
      `The endpoint is at epoch ${epoch}, behind the dataset at ${mirror.epoch}. Update again when the endpoint has caught up.`,
    );
  }
}

/** Whether the deal's state was removed. */
function isEnded(change: DealChange | undefined): boolean {
  return change !== undefined && 'state' in change && change.state === undefined;
}

function childOf(node: RawNode | undefined, place: number) {
  return node === undefined || node.isLeaf ? undefined : node.children[place];
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && equalBytes(one, other));
}

function localLeaf(layout: RawLayout, deals: ReadonlyMap<number, LocalDeal>, position: number, array: ArrayName): RawNode | undefined {
  const values = new Map<number, Uint8Array>();
  for (let place = 0; place < widthOf(layout); place += 1) {
    const value = deals.get(position * widthOf(layout) + place)?.[array === 'proposals' ? 'proposal' : 'state'];
    if (value !== undefined) values.set(place, value);
  }
  return leafOf(layout, values);
}

function wrongRows(array: ArrayName, position: number): Error {
  return new WrongRows(`The dataset’s rows do not match the ${array} on chain (node ${position}). Nothing was changed.`);
}
