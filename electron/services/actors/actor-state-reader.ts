/**
 * Reads an actor and its state as JSON from the best source of the endpoint.
 *
 * StateReadState returns the state in one call, for every actors version. Where it is not served, the state block is read by ChainReadObj
 * and decoded locally. Where StateGetActor is not served either, the state tree is read from a block of the pinned tipset. States are
 * cached by CID.
 */
import { z } from 'zod';
import { LruMap } from '../../../shared/collections/lru-map.ts';
import type { ActorEntry } from '../../../shared/domain/actors/actor-entry.ts';
import { actorStateCodec } from '../../../shared/domain/actors/actor-state-codec.ts';
import type { StateLayout } from '../../../shared/domain/actors/state-layout.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { decodeCbor } from '../../../shared/domain/encoding/cbor.ts';
import { type Cid, parseCid } from '../../../shared/domain/encoding/cid.ts';
import type { Decoded } from '../../../shared/domain/encoding/decoded-value.ts';
import { readBlock } from '../../../shared/domain/ipld/walk.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { structureOf } from '../../../shared/domain/methods/method-decode.ts';
import type { Json } from '../../../shared/domain/methods/method-json.ts';
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

const MAX_STATES = 50;
/** A state is one block of at most 1 MiB; in JSON its bytes are arrays of numbers. */
const MAX_STATE_REPLY_BYTES = 8 * 1024 * 1024;
/** Reading one actor from a block of the tipset takes about ten calls. */
const CALL_BUDGET = 100;

/** JSON as the node client returns it; integers beyond 2^53 are bigint. */
const zJson = z.custom<Json>((value) => value !== undefined);
const zStateAnswer = z.object({ Code: zCidLink.optional(), State: zJson });

/** A state with named fields, or its block by position if the names are unknown. */
export type StateJson = {
  readonly calls: readonly CallRef[];
} & (
  | { readonly source: 'node' | 'blocks'; readonly json: Json }
  /** `problem`: why the fields have no names. */
  | { readonly source: 'raw'; readonly raw: Decoded; readonly problem: string }
);

export interface ActorInBlocks {
  /** ID address. */
  readonly address: Address;
  readonly actor: ActorEntry;
  readonly type: ActorType | undefined;
  readonly layout: StateLayout;
  readonly calls: readonly CallRef[];
}

export class ActorStateReader {
  readonly #clock: Clock;
  readonly #blocks: BlockCache;
  /** By connection, so the response of one endpoint is not shown as another's. */
  readonly #states = new WeakMap<ActiveConnection, Map<string, StateJson>>();

  constructor(clock: Clock, blocks: BlockCache) {
    this.#clock = clock;
    this.#blocks = blocks;
  }

  /**
   * @param head the CID of the state
   * @param address with the network prefix, as the node expects it
   * @throws SextantError of the calls; `capability-missing` if only blocks are served and this actors version is not supported
   */
  async readState(
    node: PinnedNode,
    active: ActiveConnection,
    { address, type, head }: { readonly address: string; readonly type: ActorType | undefined; readonly head: Cid },
  ): Promise<StateJson> {
    const states = this.#states.get(active) ?? new LruMap<string, StateJson>({ maxEntries: MAX_STATES });
    this.#states.set(active, states);
    const key = `${head} ${type ?? ''}`;
    const before = states.get(key);
    if (before !== undefined) return { ...before, calls: before.calls.map((call) => ({ ...call, isCached: true })) };
    const state = await this.#ask(node, active, address, type, head);
    states.set(key, state);
    return state;
  }

  /** Find an actor in the state tree, from a block of the pinned tipset; undefined if it does not exist. */
  async findActor(node: PinnedNode, active: ActiveConnection, address: Address): Promise<ActorInBlocks | undefined> {
    const reader = this.reader(active);
    const { signal } = new AbortController();
    const state = await openPinnedState(reader, [node.ref.key.map(parseCid)], signal);
    const {
      value: found,
      calls,
      lastCall,
    } = await reader.walk(`the state tree path of ${address}`, readActor(state.tree, address), signal);
    if (found === undefined) return undefined;
    const { value: type } = await reader.walk("the network's actors", readActorType(state.tree, found.actor.code), signal);
    const pathCalls = lastCall === undefined ? [state.treeCall] : [lastCall, ...calls.filter((call) => call !== lastCall)];
    return { ...found, type, layout: state.tree.layout, calls: [...pathCalls, state.blockCall] };
  }

  /** Read a verified block; undefined if the endpoint does not have it. */
  async readRaw(active: ActiveConnection, cid: Cid, part: string): Promise<{ bytes: Uint8Array; calls: readonly CallRef[] } | undefined> {
    try {
      const { value, calls } = await this.reader(active).walk(part, readBlock(cid), new AbortController().signal);
      return { bytes: value, calls };
    } catch (error) {
      // The view works without the block; the inspector has the failed call.
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
      // An older node rejects newer actors versions, but has their blocks.
      if (!isNotServed(error)) return await this.#readByPosition(active, address, head, error);
    }
    if (type === undefined) {
      const unknown = new SextantError('capability-missing', 'Unknown actor type, so its fields have no names.');
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

  /** The state block without field names. @throws `problem` if the block is not CBOR either */
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
