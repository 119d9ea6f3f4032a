/**
 * Additional reads for the mempool: next nonces of senders that may have a gap before their first message, and actor types of recipients
 * whose methods have no name yet. A few of each with every head; results are cached while they cannot have changed.
 */
import type { z } from 'zod';
import { LruMap } from '../../../shared/collections/lru-map.ts';
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
import type { ActorType } from '../../../shared/domain/methods/actor-type.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { PoolSender } from '../../../shared/ipc/schemas/mempool.ts';
import { zNodeActor } from '../../../shared/validation/node/provider-state.ts';
import { mapBounded } from '../bounded.ts';
import { zListedMessages } from '../chain/chain-parse.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { type ChainTipset, tipsetRef } from '../pinned/chain-tipset.ts';
import { PinnedNode, UnknownTipset } from '../pinned/pinned-node.ts';
import { nonceSlot } from './pool-entries.ts';
import type { PoolEntry } from './pool-entry.ts';
import { receiverType } from './pool-rows.ts';

const CAUSE = 'mempool: senders and receivers';
const SENDERS_ASKED = 24;
const RECEIVERS_ASKED = 12;
const CONCURRENCY = 4;
/** Maximum number of cached types; beyond it the cache is cleared. */
const MAX_KNOWN = 20_000;

export class PoolLearner {
  /** Of recipients, and of senders that were read. */
  readonly types = new Map<Address, ActorType>();
  readonly #connection: Pick<ActiveConnection, 'client' | 'letter' | 'versions'>;
  readonly #signal: AbortSignal;
  readonly #onCall: (call: CallRef) => void;
  readonly #askedReceivers = new Set<Address>();
  /** Senders with a possible gap before their first message, and the epoch at which it was first seen. */
  readonly #gaps: Map<Address, { readonly first: bigint; readonly height: number }> = new LruMap({ maxEntries: MAX_KNOWN });
  /** Next nonce of a sender, and its first pending message at that time. */
  readonly #nonces = new Map<Address, { readonly chain: bigint; readonly first: bigint }>();

  constructor(connection: Pick<ActiveConnection, 'client' | 'letter' | 'versions'>, signal: AbortSignal, onCall: (call: CallRef) => void) {
    this.#connection = connection;
    this.#signal = signal;
    this.#onCall = onCall;
  }

  /** The next nonces on chain, as far as they were read. */
  get nextNonces(): ReadonlyMap<Address, bigint> {
    return new Map([...this.#nonces].map(([address, { chain }]) => [address, chain]));
  }

  /** @param senders most important first */
  async learn(entries: ReadonlyMap<string, PoolEntry>, senders: readonly PoolSender[], head: ChainTipset): Promise<void> {
    if (this.#askedReceivers.size >= MAX_KNOWN || this.types.size >= MAX_KNOWN) {
      this.#askedReceivers.clear();
      this.types.clear();
    }
    const firsts = new Map<Address, bigint>();
    for (const { from, message } of entries.values()) {
      const first = firsts.get(from);
      if (first === undefined || message.nonce < first) firsts.set(from, message.nonce);
    }
    const byText = new Map([...entries.values()].map(({ from, fromText }) => [fromText, from]));
    for (const address of this.#nonces.keys()) {
      if (!firsts.has(address)) this.#nonces.delete(address);
    }
    // If nothing was missing before the same first message, nothing can be missing now.
    const askedSenders = senders
      .map(({ address }) => byText.get(address))
      .filter((from) => from !== undefined)
      .filter((from) => {
        const known = this.#nonces.get(from);
        const first = firsts.get(from);
        return known === undefined || known.first !== first || known.chain < known.first;
      })
      .slice(0, SENDERS_ASKED);
    const receivers = new Set<Address>();
    for (const entry of entries.values()) {
      if (receivers.size >= RECEIVERS_ASKED) break;
      const { to, method } = entry.message;
      if (method !== 0n && !this.#askedReceivers.has(to) && receiverType(entry, this.types) === undefined) receivers.add(to);
    }
    for (const to of receivers) this.#askedReceivers.add(to);
    const found = new Map<Address, bigint>();
    await mapBounded([...new Set<Address>([...askedSenders, ...receivers])], CONCURRENCY, async (address) => {
      const actor = await this.#ask('StateGetActor', [formatAddress(address, this.#connection.letter), linksOf(head)], zNodeActor);
      if (actor === undefined) return;
      const type = await this.#typeOf(actor.Code, head);
      if (type !== undefined) this.types.set(address, type);
      found.set(address, actor.Nonce);
    });
    const next = await this.#afterHead(head, found, firsts);
    for (const address of askedSenders) this.#nonces.delete(address);
    for (const [address, chain] of next) {
      const first = firsts.get(address);
      if (first !== undefined) this.#nonces.set(address, { chain, first });
    }
  }

  /**
   * Return the next nonces after the messages of the head: the state returned by a node is the one before them, while its mempool no longer has
   * them. Senders for which this is unknown are left out, since nothing may be missing.
   */
  async #afterHead(
    head: ChainTipset,
    found: ReadonlyMap<Address, bigint>,
    firsts: ReadonlyMap<Address, bigint>,
  ): Promise<ReadonlyMap<Address, bigint>> {
    const isGap = (address: Address, chain: bigint): boolean => (firsts.get(address) ?? 0n) > chain;
    if (![...found].some(([address, chain]) => isGap(address, chain))) return found;
    const included = await this.#ask('ChainGetMessagesInTipset', [linksOf(head)], zListedMessages);
    if (included === undefined) return new Map([...found].filter(([address, chain]) => !isGap(address, chain)));
    const used = new Set(included.map(({ message }) => nonceSlot(message)));
    const after = [...found].map(([address, chain]) => {
      let next = chain;
      while (used.has(nonceSlot({ from: address, nonce: next }))) next += 1n;
      return [address, next] as const;
    });
    return new Map(after.filter(([address, next]) => !isGap(address, next) || this.#isLasting(address, firsts.get(address) ?? 0n, head)));
  }

  /** Whether a gap is more than the lag of a backend: one ahead of the accepted head has already removed messages mined since. */
  #isLasting(address: Address, first: bigint, { height }: ChainTipset): boolean {
    const known = this.#gaps.get(address);
    const since = known?.first === first ? known.height : height;
    this.#gaps.set(address, { first, height: since });
    return height - since >= this.#connection.client.heads.lagEpochs;
  }

  /** If the backend lacks the head, the type stays unknown until the actor is read again. */
  async #typeOf(code: Cid, head: ChainTipset): Promise<ActorType | undefined> {
    const { client, versions } = this.#connection;
    try {
      return await versions.readActorType(new PinnedNode(client, tipsetRef(head), CAUSE, this.#signal), code);
    } catch (error) {
      if (error instanceof UnknownTipset) return undefined;
      throw error;
    }
  }

  /** Make an additional read; undefined if it is refused. The list then shows less, and the failed call is in the inspector. */
  async #ask<S extends z.ZodType>(method: string, params: readonly unknown[], schema: S): Promise<z.output<S> | undefined> {
    if (this.#signal.aborted) return undefined;
    try {
      const { value, call } = await this.#connection.client.call(method, params, {
        schema,
        cause: CAUSE,
        signal: this.#signal,
      });
      this.#onCall(call);
      return value;
    } catch (error) {
      if (error instanceof SextantError) return undefined;
      throw error;
    }
  }
}

function linksOf({ key }: ChainTipset) {
  return key.map((cid) => ({ '/': cid }));
}
