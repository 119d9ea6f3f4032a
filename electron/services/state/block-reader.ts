/**
 * Reads blocks of the state from an endpoint, one ChainReadObj each.
 *
 * Trusts nothing: the bytes of a block are hashed and compared with the requested CID before use, and only verified blocks are cached. If an
 * endpoint returns others, the read ends with an error that names it. Limits: a budget of calls, counted before they are made, the size of a
 * reply, and the memory of a round. Called by reads of the state.
 */
import type { z } from 'zod';
import { DomainError } from '../../../shared/domain/domain-error.ts';
import { type Cid, cidToLink } from '../../../shared/domain/encoding/cid.ts';
import { type Walk, walkLater } from '../../../shared/domain/ipld/walk.ts';
import { inlineBlock, isBlockOf } from '../../../shared/domain/state/block-hash.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { zNetworkVersion } from '../../../shared/validation/node/primitives.ts';
import type { Clock } from '../../platform/ports.ts';
import type { AnswerCache, CachedAnswer } from '../../rpc/answer-cache.ts';
import type { NodeAnswer } from '../../rpc/node-client.ts';
import { mapBounded } from '../bounded.ts';
import type { WriterVersion } from '../network-version/version-authority.ts';
import { askForBlock, type BlockEndpoint, isMissingBlock, missingBlock, wrongBlock } from './block-endpoint.ts';

/** Maximum number of queued calls; the client's own limits decide how many run at once. */
const CALLS_AT_ONCE = 32;
/** Maximum size of the blocks read in one round; several times what the largest miners need. */
const MAX_ROUND_BYTES = 64 * 1024 * 1024;
const MISSING_WAIT_MS = 500;
/** Memory overhead of a block. */
const BLOCK_COST_BYTES = 500;
/** Maximum number of calls listed for one part. */
const MAX_NAMED_CALLS = 20;
/** A walk over cached blocks yields to other work this often. */
const MAX_TURN_MS = 20;

/** Cache of verified blocks by CID, shared by all connections, since a block is the same everywhere. */
export type BlockCache = AnswerCache<Uint8Array>;

export interface BlockReaderOptions {
  readonly cache: BlockCache;
  readonly clock: Clock;
  /** Cause of the calls in the inspector. */
  readonly cause: string;
  readonly onProgress: () => void;
}

/** Result of a walk, with the calls that returned its blocks: the first ones, and the last one, in whose block the walk ended. */
export interface WalkAnswer<T> {
  readonly value: T;
  readonly calls: CallRef[];
  readonly lastCall: CallRef | undefined;
}

export class BlockReader {
  readonly #options: BlockReaderOptions;
  readonly #seen = new Set<Cid>();
  #endpoint: BlockEndpoint;
  #cachedBlocks = 0;
  #bytes = 0;
  #calls = 0;
  #callBudget = 0;
  #roundTrips = 0;
  #turnStartedMs = 0;

  constructor(endpoint: BlockEndpoint, options: BlockReaderOptions) {
    this.#endpoint = endpoint;
    this.#options = options;
  }

  /** Number of distinct blocks used; all are verified. */
  get counts() {
    return {
      blocks: this.#seen.size,
      cachedBlocks: this.#cachedBlocks,
      bytes: this.#bytes,
      calls: this.#calls,
      callBudget: this.#callBudget,
      roundTrips: this.#roundTrips,
    };
  }

  /** Allow more calls. A retry by the connection is not counted. */
  allow(calls: number): void {
    this.#callBudget = this.#calls + calls;
  }

  /** Use this endpoint from now on. */
  use(endpoint: BlockEndpoint): void {
    this.#endpoint = endpoint;
  }

  /**
   * Run a walk.
   *
   * @param part name of its blocks for errors: "the vesting table of f01000"
   * @throws SextantError `block-mismatch`, `budget-spent`, `not-found` for a block that the endpoint does not have, `endpoint-bad-reply` for a
   * state that cannot be read, and errors of calls
   */
  async walk<T>(part: string, walk: Walk<T>, signal: AbortSignal): Promise<WalkAnswer<T>> {
    const calls = new Map<number, CallRef>();
    let lastCall: CallRef | undefined;
    try {
      const value = await walkLater(walk, async (cids) => {
        const blocks = await this.#read(part, cids, signal);
        for (const { call } of blocks) {
          lastCall = call ?? lastCall;
          if (call !== undefined && calls.size < MAX_NAMED_CALLS) calls.set(call.id, call);
        }
        return blocks.map(({ value: bytes }) => bytes);
      });
      return { value, calls: [...calls.values()], lastCall };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#endpoint.versions.reportMismatch(part);
      throw new SextantError('endpoint-bad-reply', `${sentence(part)} could not be read: ${error.message}`, {
        ...(lastCall === undefined ? {} : { details: { method: lastCall.method, callId: lastCall.id } }),
        cause: error,
      });
    }
  }

  /**
   * Verify the bytes of a block from any source.
   *
   * @throws SextantError `block-mismatch` if they do not match its CID
   */
  take(part: string, cid: Cid, { value, call }: NodeAnswer<Uint8Array>): void {
    if (!isBlockOf(cid, value)) throw wrongBlock(this.#endpoint, part, cid, call);
    this.#options.cache.set(cid, { value, call }, value.length + BLOCK_COST_BYTES);
    this.#count(cid, value);
  }

  /**
   * Make a call for something other than a block, within the budget.
   *
   * @throws SextantError `budget-spent` and errors of the call
   */
  async call<S extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: S,
    signal: AbortSignal,
  ): Promise<NodeAnswer<z.output<S>>> {
    this.#spendCall();
    this.#roundTrips += 1;
    return this.#endpoint.client.call(method, params, { schema, cause: this.#options.cause, signal });
  }

  /** Read the version that wrote a state. Parameters and errors as `VersionAuthority.readWriter`. */
  readWriter(height: number, key: readonly Cid[], signal: AbortSignal): Promise<WriterVersion> {
    const ask = () => this.call('StateNetworkVersion', [key.map(cidToLink)], zNetworkVersion, signal);
    return this.#endpoint.versions.readWriter(height, ask);
  }

  async #read(part: string, cids: readonly Cid[], signal: AbortSignal): Promise<{ readonly value: Uint8Array; readonly call?: CallRef }[]> {
    if (signal.aborted) throw cancelled();
    const { cache, onProgress } = this.#options;
    const found = new Map<Cid, { readonly value: Uint8Array; readonly call?: CallRef }>();
    const wanted: Cid[] = [];
    for (const cid of cids) {
      const inline = inlineBlock(cid);
      const kept = inline === undefined ? cache.get(cid) : { value: inline };
      if (kept === undefined) {
        wanted.push(cid);
        continue;
      }
      found.set(cid, 'call' in kept ? { value: kept.value, call: { ...kept.call, isCached: true } } : kept);
      if (inline === undefined && this.#count(cid, kept.value)) this.#cachedBlocks += 1;
    }
    if (wanted.length === 0) {
      await this.#giveWay();
    } else {
      const affordable = wanted.slice(0, Math.max(0, this.#callBudget - this.#calls));
      if (affordable.length > 0) this.#roundTrips += 1;
      for (const [cid, block] of await this.#fetchAll(part, affordable, signal)) found.set(cid, block);
      if (affordable.length < wanted.length) throw this.#budgetSpent();
    }
    onProgress();
    return cids.map((cid) => found.get(cid) ?? lost(cid));
  }

  /** Read blocks in parallel; if one fails, the calls for the others end. */
  async #fetchAll(part: string, cids: readonly Cid[], signal: AbortSignal): Promise<(readonly [Cid, CachedAnswer<Uint8Array>])[]> {
    const together = new AbortController();
    const either = AbortSignal.any([signal, together.signal]);
    let failure: { readonly error: unknown } | undefined;
    let bytes = 0;
    const blocks = await mapBounded(cids, CALLS_AT_ONCE, async (cid) => {
      if (failure !== undefined) return undefined;
      try {
        const block = await this.#fetch(part, cid, either);
        bytes += block.value.length;
        if (bytes > MAX_ROUND_BYTES) throw new DomainError('state-tree', 'Its blocks are larger than those of any valid state.');
        return [cid, block] as const;
      } catch (error) {
        failure ??= { error };
        together.abort();
        return undefined;
      }
    });
    if (signal.aborted) throw cancelled();
    if (failure !== undefined) throw failure.error;
    return blocks.filter((block) => block !== undefined);
  }

  async #fetch(part: string, cid: Cid, signal: AbortSignal): Promise<CachedAnswer<Uint8Array>> {
    const answer = await this.#ask(part, cid, signal);
    this.take(part, cid, answer);
    this.#options.onProgress();
    return answer;
  }

  /** Replicas behind one URL lag behind each other: a missing block may be available a moment later. */
  async #ask(part: string, cid: Cid, signal: AbortSignal): Promise<NodeAnswer<Uint8Array>> {
    const { cause, clock } = this.#options;
    for (let isAgain = false; ; isAgain = true) {
      this.#spendCall();
      try {
        return await askForBlock(this.#endpoint, cid, cause, signal);
      } catch (error) {
        if (!isMissingBlock(error)) throw error;
        if (isAgain || this.#calls >= this.#callBudget) throw missingBlock(this.#endpoint, part, cid, error);
      }
      await clock.sleep(MISSING_WAIT_MS, signal);
      if (signal.aborted) throw cancelled();
    }
  }

  /** Count a call before it is made, so that parallel calls do not exceed the budget. */
  #spendCall(): void {
    if (this.#calls >= this.#callBudget) throw this.#budgetSpent();
    this.#calls += 1;
  }

  /** Return whether a block is used for the first time. */
  #count(cid: Cid, bytes: Uint8Array): boolean {
    if (this.#seen.has(cid)) return false;
    this.#seen.add(cid);
    this.#bytes += bytes.length;
    return true;
  }

  async #giveWay(): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#turnStartedMs < MAX_TURN_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#turnStartedMs = this.#options.clock.monotonicMs();
  }

  #budgetSpent(): SextantError {
    return new SextantError('budget-spent', `The read has used its limit of ${this.#callBudget} calls. Allow more to continue.`, {
      retryable: true,
    });
  }
}

function cancelled(): SextantError {
  return new SextantError('cancelled', 'The read was cancelled.', { retryable: true });
}

function sentence(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1);
}

function lost(cid: Cid): never {
  throw new Error(`the block ${cid} was neither found nor missed`);
}
