/**
 * The pool of the active endpoint, kept here so that documents are given pages of it.
 *
 * Asks for all of it by MpoolPending and then, where the endpoint has a stream and serves MpoolSub, is told of each change; elsewhere it
 * is asked again with every head. Works only while somebody watches the topic or asks. What it cannot read of a pool it counts and leaves
 * out. Owns one slice.
 */
import { z } from 'zod';
import { actorTypeFromCode } from '../../../shared/domain/actor-code.ts';
import type { ActorType } from '../../../shared/domain/actor-type.ts';
import { type Address, formatAddress } from '../../../shared/domain/address.ts';
import { networkVersionOn } from '../../../shared/domain/networks.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MempoolState, Pool, PoolOrder, PoolPage } from '../../../shared/ipc/schemas/mempool.ts';
import { zSafeInteger, zSlice } from '../../../shared/validation/node/primitives.ts';
import { zNodeActor } from '../../../shared/validation/node/provider-state.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { KnownAddress, KnownAddresses } from '../addresses/known-addresses.ts';
import { mapBounded } from '../bounded.ts';
import { zListedMessages } from '../chain/chain-parse.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ChainTipset } from '../chain/chain-tipset.ts';
import { checked, isNotServed, panelErrorOf } from '../chain/pinned-node.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { type PoolEntry, poolEntry } from './pool-entry.ts';
import { fieldValues, isOwn, orderedEntries, type RowContext, receiverType, rowOf } from './pool-rows.ts';
import { bucketsOf, type PoolView, viewPool } from './pool-view.ts';

const CAUSE = 'mempool';
/** The contract's most. */
const SENDERS_SHOWN = 500;
/** Messages between two turns of others: each is hashed. */
const READ_AT_ONCE = 250;
/** Heads after which a pool that is told by the stream is asked for as a whole again. */
const RESYNC_HEADS = 20;
/** Actors asked for with one head: senders whose nonce may have a gap, and receivers whose methods have no name yet. */
const SENDERS_ASKED = 24;
const RECEIVERS_ASKED = 12;
const AT_ONCE = 4;
const TELL_PAUSE_MS = 250;
/** A node closes a stream that is a few items behind, which a block with many messages brings about: it is opened again, later each time. */
const STREAM_RETRY_MS = 1000;
const STREAM_RETRY_CEILING_MS = 60_000;
const STREAM_HELD_MS = 20_000;
const MPOOL_ADD = 0;

const zPending = zSlice(z.unknown());
const zUpdate = z.object({ Type: zSafeInteger, Message: z.unknown() });

export interface MempoolServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead' | 'onHeadChanged'>;
  readonly book: Pick<KnownAddresses, 'list'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What is kept of one connection. */
interface Session {
  readonly connection: ActiveConnection;
  readonly stop: AbortController;
  entries: Map<string, PoolEntry>;
  /** The same by the text that the node wrote, so that what is known is not read again. */
  byText: Map<string, PoolEntry>;
  readonly types: Map<Address, ActorType>;
  readonly askedReceivers: Set<Address>;
  /** What the state had as the next nonce of a sender, and the first message that waited then. */
  readonly nonces: Map<Address, { readonly chain: bigint; readonly first: bigint }>;
  readonly calls: Map<string, CallRef>;
  unreadable: number;
  updatedAtMs: number | undefined;
  /** The head that the pool was asked for at. */
  headKey: string | undefined;
  headsSince: number;
  isStreaming: boolean;
  /** The endpoint has none, or does not let us. */
  hasNoStream: boolean;
  streamFailures: number;
  streamNotBeforeMs: number;
  refreshing: Promise<void> | undefined;
  view: { readonly revision: number; readonly baseFee: bigint; readonly view: PoolView } | undefined;
}

const IDLE: MempoolState = { status: 'idle', revision: 0, messageCount: 0 };

export class MempoolService {
  readonly slice = new ValueTopic<MempoolState>(IDLE);
  readonly #options: MempoolServiceOptions;
  readonly #logger: Logger;
  readonly #cleanups: (() => void)[] = [];
  #session: Session | undefined;
  #revision = 0;
  #cancelTell: (() => void) | undefined;

  constructor(options: MempoolServiceOptions) {
    this.#options = options;
    this.#logger = options.logger.child('mempool');
  }

  start(): void {
    const { connections, chain } = this.#options;
    this.#cleanups.push(
      connections.onActiveChanged(() => {
        this.#end();
        this.slice.set(IDLE);
        this.#refreshForWatchers();
      }),
      chain.onHeadChanged(() => this.#refreshForWatchers()),
      this.slice.onSubscribersChanged((count) => {
        if (count === 0) this.#end();
        else this.#refreshForWatchers();
      }),
    );
  }

  async stop(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0)) cleanup();
    this.#end();
  }

  /** Sums, senders and what is offered. @throws SextantError of the call where the pool could not be asked for */
  async getPool(): Promise<Pool> {
    const session = await this.#fresh();
    const head = this.#head();
    const { senders, holds } = this.#view(session);
    const entries = [...session.entries.values()];
    const baseFee = BigInt(head.baseFee);
    const known = this.#known();
    const gas = (of: readonly PoolEntry[]): string => of.reduce((sum, { message }) => sum + message.gasLimit, 0n).toString();
    return {
      updatedAtMs: session.updatedAtMs ?? this.#options.clock.nowMs(),
      height: head.height,
      baseFee: head.baseFee,
      messageCount: entries.length,
      unreadableCount: session.unreadable,
      ownCount: entries.filter((entry) => isOwn(entry, known)).length,
      gasLimitTotal: gas(entries),
      gasLimitReady: gas(entries.filter(({ cid }) => !holds.has(cid))),
      belowBaseFeeCount: entries.filter(({ message }) => message.gasFeeCap < baseFee).length,
      behindGapCount: entries.filter(({ cid }) => holds.get(cid) === 'gap').length,
      senderCount: senders.length,
      senders: senders.slice(0, SENDERS_SHOWN),
      feeCaps: bucketsOf(entries, ({ message }) => message.gasFeeCap),
      premiums: bucketsOf(entries, ({ message }) => message.gasPremium),
      calls: [...session.calls.values()],
    };
  }

  /** One page of the list. @throws SextantError of the call where the pool could not be asked for */
  async listMessages(question: {
    readonly filter: string;
    readonly order: PoolOrder;
    readonly offset: number;
    readonly limit: number;
  }): Promise<PoolPage> {
    const session = await this.#fresh();
    const context = this.#rowContext(session);
    const matching = orderedEntries(session.entries.values(), question.filter, question.order, context);
    return {
      total: session.entries.size,
      matching: matching.length,
      offset: question.offset,
      rows: matching.slice(question.offset, question.offset + question.limit).map((entry) => rowOf(entry, context)),
      calls: [...session.calls.values()].filter(({ method }) => method.startsWith('Mpool')),
    };
  }

  async listFilterValues({
    field,
    prefix,
  }: {
    readonly field: string;
    readonly prefix: string;
  }): Promise<{ value: string; count: number }[]> {
    const session = await this.#fresh();
    return fieldValues(session.entries.values(), field, prefix, this.#rowContext(session));
  }

  /** The pool as it is at the head, asked for where that was not done yet. */
  async #fresh(): Promise<Session> {
    const { connections, chain } = this.#options;
    await chain.whenHead();
    const active = await connections.requireActive();
    if (this.#session?.connection !== active) this.#begin(active);
    const session = this.#session as Session;
    if (session.refreshing !== undefined) await session.refreshing;
    else if (!session.isStreaming && session.headKey !== this.#headKey()) await this.#refresh(session);
    const { problem } = this.slice.get();
    if (session.updatedAtMs === undefined) {
      throw new SextantError('endpoint-unreachable', problem?.message ?? 'The pool of this endpoint could not be read.', {
        retryable: true,
      });
    }
    return session;
  }

  #begin(connection: ActiveConnection): void {
    this.#end();
    this.#session = {
      connection,
      stop: new AbortController(),
      entries: new Map(),
      byText: new Map(),
      types: new Map(),
      askedReceivers: new Set(),
      nonces: new Map(),
      calls: new Map(),
      unreadable: 0,
      updatedAtMs: undefined,
      headKey: undefined,
      headsSince: 0,
      isStreaming: false,
      hasNoStream: !connection.client.hasStream,
      streamFailures: 0,
      streamNotBeforeMs: 0,
      refreshing: undefined,
      view: undefined,
    };
  }

  #end(): void {
    this.#cancelTell?.();
    this.#session?.stop.abort();
    this.#session = undefined;
  }

  #refreshForWatchers(): void {
    if (this.slice.subscriberCount === 0) return;
    const active = this.#options.connections.getActive();
    if (active === undefined || this.#options.chain.tipsets.length === 0) return;
    if (this.#session?.connection !== active) this.#begin(active);
    const session = this.#session as Session;
    session.headsSince += 1;
    if (session.isStreaming && session.headsSince < RESYNC_HEADS) {
      session.view = undefined;
      void this.#learn(session).then(() => this.#tell(session));
      return;
    }
    // What went wrong is in the slice.
    if (session.refreshing === undefined) this.#refresh(session).catch(() => undefined);
  }

  #refresh(session: Session): Promise<void> {
    const run = this.#askAll(session).finally(() => {
      session.refreshing = undefined;
    });
    session.refreshing = run;
    return run;
  }

  async #askAll(session: Session): Promise<void> {
    const headKey = this.#headKey();
    if (session.updatedAtMs === undefined) this.slice.set({ ...this.slice.get(), status: 'loading' });
    try {
      const { value, call } = await session.connection.client.call('MpoolPending', [[]], {
        schema: zPending,
        cause: `${CAUSE}: pending`,
        signal: session.stop.signal,
      });
      await this.#takeAll(session, value);
      session.headKey = headKey;
      session.headsSince = 0;
      const nowMs = this.#options.clock.nowMs();
      session.updatedAtMs = nowMs;
      session.calls.set(call.method, call);
      this.#changed(session);
      if (this.slice.subscriberCount > 0) {
        if (!session.isStreaming && !session.hasNoStream && nowMs >= session.streamNotBeforeMs) void this.#stream(session);
        // What is asked besides comes later; who waits for the list has it before.
        void this.#learn(session).then(() => this.#changed(session));
      }
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      if (session !== this.#session) return;
      this.slice.set({ ...this.slice.get(), status: 'failed', problem: panelErrorOf(error) });
      throw error;
    }
  }

  async #takeAll(session: Session, pending: readonly unknown[]): Promise<void> {
    const { letter } = session.connection;
    const nowMs = this.#options.clock.nowMs();
    const entries = new Map<string, PoolEntry>();
    const byText = new Map<string, PoolEntry>();
    let unreadable = 0;
    for (const [index, value] of pending.entries()) {
      if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
      const text = textOf(value);
      const read = session.byText.get(text) ?? poolEntry(value, letter, nowMs);
      if (read === undefined) {
        unreadable += 1;
        continue;
      }
      const entry = session.entries.get(read.cid) ?? read;
      entries.set(entry.cid, entry);
      byText.set(text, entry);
    }
    Object.assign(session, { entries, byText, unreadable });
  }

  /** Is told of changes until the stream ends; then the pool is asked for with every head, and the stream is tried again. */
  async #stream(session: Session): Promise<void> {
    const { signal } = session.stop;
    const { connection } = session;
    const { clock } = this.#options;
    const openedAtMs = clock.nowMs();
    session.isStreaming = true;
    // What came between the list and the stream is told by neither: the list is asked for once more with the next head.
    session.headsSince = RESYNC_HEADS - 1;
    try {
      for await (const item of connection.client.subscribe('MpoolSub', [], { cause: `${CAUSE}: changes`, signal })) {
        const { value, call } = checked(zUpdate, item);
        const entry = poolEntry(value.Message, connection.letter, clock.nowMs());
        if (entry === undefined) session.unreadable += 1;
        else if (value.Type === MPOOL_ADD) session.entries.set(entry.cid, session.entries.get(entry.cid) ?? entry);
        else session.entries.delete(entry.cid);
        session.updatedAtMs = clock.nowMs();
        session.calls.set(call.method, call);
        this.#changed(session);
      }
    } catch (error) {
      if (!(error instanceof SextantError)) {
        this.#logger.error('Following the pool broke off', { error });
      }
      if (isNotServed(error) || (error instanceof SextantError && error.code === 'endpoint-unauthorised')) session.hasNoStream = true;
    } finally {
      session.isStreaming = false;
      if (!signal.aborted) {
        // What was missed meanwhile is in the whole pool alone.
        session.headKey = undefined;
        session.streamFailures = clock.nowMs() - openedAtMs >= STREAM_HELD_MS ? 0 : session.streamFailures + 1;
        const pauseMs = Math.min(STREAM_RETRY_CEILING_MS, STREAM_RETRY_MS * 2 ** session.streamFailures);
        session.streamNotBeforeMs = clock.nowMs() + pauseMs;
        clock.after(pauseMs, () => session === this.#session && this.#refreshForWatchers());
        this.#changed(session);
      }
    }
  }

  /** Nonces of senders that may have a gap before their first message, and types of receivers whose methods have no name yet. */
  async #learn(session: Session): Promise<void> {
    // The chain may have been let go of while this was due.
    if (session !== this.#session || this.#options.chain.tipsets.length === 0) return;
    const { connection, types, askedReceivers, nonces } = session;
    const { senders } = this.#view(session);
    const firsts = new Map<Address, bigint>();
    for (const { from, message } of session.entries.values()) {
      const first = firsts.get(from);
      if (first === undefined || message.nonce < first) firsts.set(from, message.nonce);
    }
    const byText = new Map([...session.entries.values()].map(({ from, fromText }) => [fromText, from]));
    // Where nothing was missing before the same first message, nothing can be missing now.
    const askedSenders = senders
      .map(({ address }) => byText.get(address))
      .filter((from) => from !== undefined)
      .filter((from) => {
        const known = nonces.get(from);
        const first = firsts.get(from);
        return known === undefined || known.first !== first || known.chain < known.first;
      })
      .slice(0, SENDERS_ASKED);
    const receivers = new Set<Address>();
    for (const entry of session.entries.values()) {
      if (receivers.size >= RECEIVERS_ASKED) break;
      const { to, method } = entry.message;
      if (method !== 0n && !askedReceivers.has(to) && receiverType(entry, types) === undefined) receivers.add(to);
    }
    for (const to of receivers) askedReceivers.add(to);
    const head = this.#head();
    const found = new Map<Address, bigint>();
    await mapBounded([...new Set<Address>([...askedSenders, ...receivers])], AT_ONCE, async (address) => {
      const actor = await this.#ask(session, 'StateGetActor', [formatAddress(address, connection.letter), linksOf(head)], zNodeActor);
      if (actor === undefined) return;
      const type = actorTypeFromCode(actor.Code);
      if (type !== undefined) types.set(address, type);
      found.set(address, actor.Nonce);
    });
    const next = await this.#afterHead(session, head, found, firsts);
    for (const address of askedSenders) nonces.delete(address);
    for (const [address, chain] of next) {
      const first = firsts.get(address);
      if (first !== undefined) nonces.set(address, { chain, first });
    }
    session.view = undefined;
  }

  /**
   * The next nonces once the messages of the head are executed: the state that a node tells of is the one before them, while its pool has
   * let go of them. Senders of whom that cannot be told are left out: nothing may be missing.
   */
  async #afterHead(
    session: Session,
    head: ChainTipset,
    found: ReadonlyMap<Address, bigint>,
    firsts: ReadonlyMap<Address, bigint>,
  ): Promise<ReadonlyMap<Address, bigint>> {
    const isGap = (address: Address, chain: bigint): boolean => (firsts.get(address) ?? 0n) > chain;
    if (![...found].some(([address, chain]) => isGap(address, chain))) return found;
    const carried = await this.#ask(session, 'ChainGetMessagesInTipset', [linksOf(head)], zListedMessages);
    if (carried === undefined) return new Map([...found].filter(([address, chain]) => !isGap(address, chain)));
    const taken = new Set(carried.map(({ message: { from, nonce } }) => `${from} ${nonce}`));
    return new Map(
      [...found].map(([address, chain]) => {
        let next = chain;
        while (taken.has(`${address} ${next}`)) next += 1n;
        return [address, next];
      }),
    );
  }

  /** What is asked beside the pool; undefined where it is refused: the list says less then, and the failed call is in the inspector. */
  async #ask<S extends z.ZodType>(
    session: Session,
    method: string,
    params: readonly unknown[],
    schema: S,
  ): Promise<z.output<S> | undefined> {
    const { connection, stop, calls } = session;
    if (stop.signal.aborted) return undefined;
    try {
      const { value, call } = await connection.client.call(method, params, {
        schema,
        cause: `${CAUSE}: senders and receivers`,
        signal: stop.signal,
      });
      calls.set(method, call);
      return value;
    } catch (error) {
      if (error instanceof SextantError) return undefined;
      throw error;
    }
  }

  #view(session: Session): PoolView {
    const baseFee = BigInt(this.#head().baseFee);
    const { view } = session;
    if (view !== undefined && view.revision === this.#revision && view.baseFee === baseFee) return view.view;
    const nonces = new Map([...session.nonces].map(([address, { chain }]) => [address, chain]));
    const known = this.#known();
    const made = viewPool(session.entries.values(), { baseFee, nonces, isOwn: (address) => known.get(address)?.source === 'key' });
    session.view = { revision: this.#revision, baseFee, view: made };
    return made;
  }

  #rowContext(session: Session): RowContext {
    const { facts } = session.connection;
    return {
      holds: this.#view(session).holds,
      types: session.types,
      networkVersion: networkVersionOn(facts.networkName, this.#head().height),
      known: this.#known(),
      nowMs: this.#options.clock.nowMs(),
    };
  }

  /** Looked up for every message: the book itself looks through its list each time. */
  #known(): ReadonlyMap<Address, KnownAddress> {
    return new Map(this.#options.book.list().map((known) => [known.address, known]));
  }

  #changed(session: Session): void {
    if (session !== this.#session) return;
    this.#revision += 1;
    this.#cancelTell ??= this.#options.clock.after(TELL_PAUSE_MS, () => this.#tell(session));
    if (this.slice.get().status === 'loading' || this.slice.get().status === 'failed') this.#tell(session);
  }

  #tell(session: Session): void {
    this.#cancelTell?.();
    this.#cancelTell = undefined;
    if (session !== this.#session) return;
    this.slice.set({
      status: session.isStreaming ? 'live' : 'polling',
      revision: this.#revision,
      messageCount: session.entries.size,
      ...(session.updatedAtMs === undefined ? {} : { updatedAtMs: session.updatedAtMs }),
    });
  }

  #head(): ChainTipset {
    const head = this.#options.chain.tipsets.at(-1);
    if (head === undefined)
      throw new SextantError('not-connected', 'No head has been received from this endpoint yet.', { retryable: true });
    return head;
  }

  #headKey(): string {
    return this.#options.chain.tipsets.at(-1)?.key.join(',') ?? '';
  }
}

function linksOf({ key }: ChainTipset) {
  return key.map((cid) => ({ '/': cid }));
}

/** By what a message of the pool is known again without reading it: a signature is of one message. */
function textOf(value: unknown): string {
  const { Signature, Message } = (value ?? {}) as { Signature?: { Data?: unknown }; Message?: { Nonce?: unknown; From?: unknown } };
  return `${String(Message?.From)} ${String(Message?.Nonce)} ${String(Signature?.Data)}`;
}
