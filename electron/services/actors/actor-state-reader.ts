/**
 * The state of an actor as JSON, and the actor itself, from whichever source the endpoint has.
 *
 * StateReadState tells the state in one call and for every version of the actors. Where it is not served, the block of the state is
 * read by ChainReadObj and decoded here; where not even StateGetActor is, everything is read from a block of the pinned tipset down. A
 * state belongs to its CID: one that was read is not read again.
 */
import { z } from 'zod';
import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { ActorType } from '../../../shared/domain/actor-type.ts';
import type { ActorEntry } from '../../../shared/domain/actors/actor-entry.ts';
import { actorStateCodec } from '../../../shared/domain/actors/actor-state-codec.ts';
import type { StateLayout } from '../../../shared/domain/actors/state-layout.ts';
import type { Address } from '../../../shared/domain/address.ts';
import { decodeCbor } from '../../../shared/domain/cbor.ts';
import { type Cid, parseCid } from '../../../shared/domain/cid.ts';
import type { Decoded } from '../../../shared/domain/decoded-value.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { readBlock } from '../../../shared/domain/ipld/walk.ts';
import { structureOf } from '../../../shared/domain/method-decode.ts';
import type { Json } from '../../../shared/domain/method-json.ts';
import { readActorType } from '../../../shared/domain/state/actor-types.ts';
import { readObject } from '../../../shared/domain/state/read-object.ts';
import { readActor } from '../../../shared/domain/state/state-tree.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { zCidLink } from '../../../shared/validation/node/primitives.ts';
import type { Clock } from '../../platform/ports.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { isNotServed, type PinnedNode } from '../pinned/pinned-node.ts';
import { type BlockCache, BlockReader } from '../state/block-reader.ts';
import { openPinnedState } from '../state/pinned-state.ts';

const KEPT_STATES = 50;
/** A state is one block, of a megabyte at the most; as JSON its bytes are arrays of numbers. */
const MAX_STATE_REPLY_BYTES = 8 * 1024 * 1024;
/** The way from a block of the tipset to one actor takes about ten. */
const CALL_BUDGET = 100;

/** JSON of any depth that the node client lets through; integers beyond 2^53 are bigint. */
const zJson = z.custom<Json>((value) => value !== undefined);
const zStateAnswer = z.object({ Code: zCidLink.optional(), State: zJson });

/** A state by the names of its fields or, where those are not known, its block by position. */
export type StateJson = {
  readonly calls: readonly CallRef[];
} & (
  | { readonly source: 'node' | 'blocks'; readonly json: Json }
  /** `problem`: why the fields have no names. */
  | { readonly source: 'raw'; readonly raw: Decoded; readonly problem: string }
);

export interface ActorInBlocks {
  /** Its id address. */
  readonly address: Address;
  readonly actor: ActorEntry;
  readonly type: ActorType | undefined;
  readonly layout: StateLayout;
  readonly calls: readonly CallRef[];
}

export class ActorStateReader {
  readonly #clock: Clock;
  readonly #blocks: BlockCache;
  /** By what told them: the word of one endpoint is not shown as another's. */
  readonly #states = new WeakMap<ActiveConnection, Map<string, StateJson>>();

  constructor(clock: Clock, blocks: BlockCache) {
    this.#clock = clock;
    this.#blocks = blocks;
  }

  /**
   * @param head the CID of the state
   * @param address in the network's letter, by which the node is asked
   * @throws SextantError of the calls; `capability-missing` where only blocks are served and this version of the actors cannot be read
   */
  async readState(
    node: PinnedNode,
    active: ActiveConnection,
    { address, type, head }: { readonly address: string; readonly type: ActorType | undefined; readonly head: Cid },
  ): Promise<StateJson> {
    const states = this.#states.get(active) ?? new LruMap<string, StateJson>({ maxEntries: KEPT_STATES });
    this.#states.set(active, states);
    const key = `${head} ${type ?? ''}`;
    const before = states.get(key);
    if (before !== undefined) return { ...before, calls: before.calls.map((call) => ({ ...call, isCached: true })) };
    const state = await this.#ask(node, active, address, type, head);
    states.set(key, state);
    return state;
  }

  /** The actor of an address from a block of the pinned tipset down; undefined where that state has none. */
  async findActor(node: PinnedNode, active: ActiveConnection, address: Address): Promise<ActorInBlocks | undefined> {
    const reader = this.reader(active);
    const { signal } = new AbortController();
    const state = await openPinnedState(reader, [node.ref.key.map(parseCid)], signal);
    const {
      value: found,
      calls,
      lastCall,
    } = await reader.walk(`the state tree on the way to ${address}`, readActor(state.tree, address), signal);
    if (found === undefined) return undefined;
    const { value: type } = await reader.walk("the network's actors", readActorType(state.tree, found.actor.code), signal);
    const way = lastCall === undefined ? [state.treeCall] : [lastCall, ...calls.filter((call) => call !== lastCall)];
    return { ...found, type, layout: state.tree.layout, calls: [...way, state.blockCall] };
  }

  /** A block of any kind, verified; undefined where the endpoint does not have it. */
  async readRaw(active: ActiveConnection, cid: Cid, part: string): Promise<{ bytes: Uint8Array; calls: readonly CallRef[] } | undefined> {
    try {
      const { value, calls } = await this.reader(active).walk(part, readBlock(cid), new AbortController().signal);
      return { bytes: value, calls };
    } catch (error) {
      // What it is of is shown without it; the failed call is in the inspector.
      if (error instanceof SextantError) return undefined;
      throw error;
    }
  }

  reader({ client, name, versions }: ActiveConnection): BlockReader {
    const reader = new BlockReader(
      { client, name, versions },
      { cache: this.#blocks, clock: this.#clock, cause: 'actor: state', onProgress: () => undefined },
    );
    reader.allow(CALL_BUDGET);
    return reader;
  }

  async #ask(node: PinnedNode, active: ActiveConnection, address: string, type: ActorType | undefined, head: Cid): Promise<StateJson> {
    try {
      const { value, call } = await node.read('StateReadState', (key) => [address, key], zStateAnswer, {
        maxReplyBytes: MAX_STATE_REPLY_BYTES,
      });
      return { source: 'node', json: value.State, calls: [call] };
    } catch (error) {
      if (!(error instanceof SextantError) || !(isNotServed(error) || error.code === 'node-error')) throw error;
      // An older node refuses actors of a version that it does not know, though it has their blocks.
      if (!isNotServed(error)) return await this.#readByPosition(active, address, head, error);
    }
    if (type === undefined) {
      const unknown = new SextantError('capability-missing', 'The type of this actor is not known, so its fields have no names.');
      return this.#readByPosition(active, address, head, unknown);
    }
    const codec = actorStateCodec(type, (await active.versions.readLayout(node)).layout);
    if (codec === undefined) return { source: 'blocks', json: null, calls: [] };
    try {
      const { value, calls } = await this.reader(active).walk(
        `the state of ${address}`,
        readObject(codec, head, `the state of ${address}`),
        new AbortController().signal,
      );
      return { source: 'blocks', json: codec.toJson(value, active.letter), calls };
    } catch (error) {
      if (!(error instanceof SextantError) || !(error.cause instanceof DomainError)) throw error;
      return this.#readByPosition(active, address, head, error);
    }
  }

  /** What the block of the state holds, without names. @throws `problem`, where the block cannot be read as CBOR either */
  async #readByPosition(active: ActiveConnection, address: string, head: Cid, problem: SextantError): Promise<StateJson> {
    const block = await this.readRaw(active, head, `the state of ${address}`);
    if (block === undefined) throw problem;
    try {
      const raw: Decoded = { form: 'cbor', value: structureOf(decodeCbor(block.bytes)) };
      return { source: 'raw', raw, problem: problem.message, calls: block.calls };
    } catch (error) {
      if (error instanceof DomainError) throw problem;
      throw error;
    }
  }
}
