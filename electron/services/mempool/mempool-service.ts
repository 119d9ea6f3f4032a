/**
 * The mempool of the active endpoint, cached so that documents can read pages of it.
 *
 * Reads the whole mempool with MpoolPending. If the endpoint supports streams and serves MpoolSub, it then follows changes; otherwise it reads
 * the mempool again with every head. Active only while the topic has subscribers or queries arrive. Entries that cannot be parsed are counted
 * and skipped. Owns one slice.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MempoolState, Pool, PoolOrder, PoolPage } from '../../../shared/ipc/schemas/mempool.ts';
import { zSlice } from '../../../shared/validation/node/primitives.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { KnownAddress, KnownAddresses } from '../addresses/known-addresses.ts';
import { zListedMessages } from '../chain/chain-parse.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { optional } from '../optional.ts';
import type { ChainTipset } from '../pinned/chain-tipset.ts';
import { panelErrorOf } from '../pinned/pinned-node.ts';
import { nonceSlot, PoolEntries } from './pool-entries.ts';
import { PoolLearner } from './pool-learner.ts';
import { fieldValues, isOwn, orderedEntries, type RowContext, rowOf } from './pool-rows.ts';
import { PoolStream } from './pool-stream.ts';
import { bucketsOf, type PoolView, sumsOf, viewPool } from './pool-view.ts';

const CAUSE = 'mempool';
/** The maximum in the contract. */
const SENDERS_SHOWN = 500;
/** Number of heads after which the whole mempool is read again while following the stream. */
const RESYNC_HEADS = 20;
const PUBLISH_PAUSE_MS = 250;

const zPending = zSlice(z.unknown());

export interface MempoolServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead' | 'onHeadChanged'>;
  readonly book: Pick<KnownAddresses, 'list'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** State of one connection. */
interface Session {
  readonly connection: ActiveConnection;
  readonly stop: AbortController;
  readonly pool: PoolEntries;
  readonly learner: PoolLearner;
  readonly stream: PoolStream;
  /** The latest call of each method. */
  readonly calls: Map<string, CallRef>;
  updatedAtMs: number | undefined;
  /** The head at which the mempool was read. */
  headKey: string | undefined;
  headsSince: number;
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
  #cancelPublish: (() => void) | undefined;

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

  /** Return totals, senders, fee caps and premiums. @throws SextantError if the mempool could not be read */
  async getPool(): Promise<Pool> {
    const session = await this.#fresh();
    const head = this.#head();
    const { senders, holds } = this.#view(session);
    const entries = [...session.pool.entries.values()];
    const known = this.#known();
    return {
      updatedAtMs: session.updatedAtMs ?? this.#options.clock.nowMs(),
      height: head.height,
      baseFee: head.baseFee,
      unreadableCount: session.pool.unreadableCount,
      ...sumsOf(entries, holds, BigInt(head.baseFee)),
      ownCount: entries.filter((entry) => isOwn(entry, known)).length,
      senderCount: senders.length,
      senders: senders.slice(0, SENDERS_SHOWN),
      feeCaps: bucketsOf(entries, ({ message }) => message.gasFeeCap),
      premiums: bucketsOf(entries, ({ message }) => message.gasPremium),
      calls: [...session.calls.values()],
    };
  }

  /** Return one page of the messages. @throws SextantError if the mempool could not be read */
  async listMessages(question: {
    readonly filter: string;
    readonly order: PoolOrder;
    readonly offset: number;
    readonly limit: number;
  }): Promise<PoolPage> {
    const session = await this.#fresh();
    const context = this.#rowContext(session);
    const matching = orderedEntries(session.pool.entries.values(), question.filter, question.order, context);
    return {
      total: session.pool.entries.size,
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
    return fieldValues(session.pool.entries.values(), field, prefix, this.#rowContext(session));
  }

  /** Return the mempool at the head, reading it if necessary. */
  async #fresh(): Promise<Session> {
    const { connections, chain } = this.#options;
    await chain.whenHead();
    const active = await connections.requireActive();
    if (this.#session?.connection !== active) this.#begin(active);
    const session = this.#session as Session;
    if (session.refreshing !== undefined) await session.refreshing;
    else if (!session.stream.isOpen && session.headKey !== this.#headKey()) await this.#refresh(session);
    const { problem } = this.slice.get();
    if (session.updatedAtMs === undefined) {
      throw new SextantError('endpoint-unreachable', problem?.message ?? 'Could not read the mempool of this endpoint.', {
        retryable: true,
      });
    }
    return session;
  }

  #begin(connection: ActiveConnection): void {
    this.#end();
    const stop = new AbortController();
    const calls = new Map<string, CallRef>();
    this.#session = {
      connection,
      stop,
      pool: new PoolEntries(connection.letter),
      learner: new PoolLearner(connection, stop.signal, (call) => calls.set(call.method, call)),
      stream: new PoolStream(connection.client, this.#options.clock, stop.signal),
      calls,
      updatedAtMs: undefined,
      headKey: undefined,
      headsSince: 0,
      refreshing: undefined,
      view: undefined,
    };
  }

  #end(): void {
    this.#cancelPublish?.();
    this.#cancelPublish = undefined;
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
    if (session.stream.isOpen && session.headsSince < RESYNC_HEADS) {
      session.view = undefined;
      this.#learnInBackground(session);
      return;
    }
    if (session.refreshing !== undefined) return;
    this.#refresh(session).catch((error: unknown) => {
      // Errors of the endpoint are in the slice.
      if (!(error instanceof SextantError)) this.#logger.error('Could not read the mempool', { error });
    });
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
    session.pool.beginReplacing();
    try {
      const { value, call } = await session.connection.client.call('MpoolPending', [[]], {
        schema: zPending,
        cause: `${CAUSE}: pending`,
        signal: session.stop.signal,
      });
      await session.pool.replaceBy(value, this.#options.clock.nowMs(), await this.#minedLately(session));
      session.headKey = headKey;
      session.headsSince = 0;
      session.updatedAtMs = this.#options.clock.nowMs();
      session.calls.set(call.method, call);
      this.#changed(session);
      if (this.slice.subscriberCount > 0) {
        if (session.stream.isDue) void this.#stream(session);
        // Additional reads come later; the list is available before.
        this.#learnInBackground(session);
      }
    } catch (error) {
      if (!(error instanceof SextantError)) throw error;
      if (session !== this.#session) return;
      this.slice.set({ ...this.slice.get(), status: 'failed', problem: panelErrorOf(error) });
      throw error;
    }
  }

  /** Return messages of tipsets that some backends may not have yet; none if all backends have the same head. */
  async #minedLately({ connection: { client }, stop }: Session): Promise<ReadonlySet<string>> {
    const { lagEpochs } = client.heads;
    const { tipsets } = this.#options.chain;
    const height = (tipsets.at(-1)?.height ?? 0) - lagEpochs;
    const mined = new Set<string>();
    for (const { key } of tipsets.filter((tipset) => tipset.height > height)) {
      const options = { schema: zListedMessages, cause: `${CAUSE}: mined`, signal: stop.signal };
      const links = key.map((cid) => ({ '/': cid }));
      const listed = await optional(() => client.call('ChainGetMessagesInTipset', [links], options));
      for (const { message } of listed?.value ?? []) mined.add(nonceSlot(message));
    }
    return mined;
  }

  /** Follow changes until the stream ends; then the mempool is read with every head, and the stream is retried. */
  async #stream(session: Session): Promise<void> {
    const { stream, stop } = session;
    const { clock } = this.#options;
    // Changes between the list and the stream are in neither: read the list again with the next head.
    session.headsSince = RESYNC_HEADS - 1;
    try {
      for await (const { message, isThere, call } of stream.changes(`${CAUSE}: changes`)) {
        session.pool.change(message, isThere, clock.nowMs());
        session.updatedAtMs = clock.nowMs();
        session.calls.set(call.method, call);
        this.#changed(session);
      }
    } catch (error) {
      this.#logger.error('Following the mempool failed', { error });
    }
    if (stop.signal.aborted) return;
    // Changes missed meanwhile are only in the whole mempool.
    session.headKey = undefined;
    clock.after(stream.pauseMs, () => {
      if (session !== this.#session) return;
      // A query may have read it meanwhile.
      if (session.headKey === this.#headKey() && stream.isDue) void this.#stream(session);
      else this.#refreshForWatchers();
    });
    this.#changed(session);
  }

  #learnInBackground(session: Session): void {
    this.#learn(session)
      .then(() => this.#changed(session))
      .catch((error: unknown) => this.#logger.error('Could not look up the senders in the mempool', { error }));
  }

  async #learn(session: Session): Promise<void> {
    const head = this.#options.chain.tipsets.at(-1);
    // The chain may have been released meanwhile.
    if (session !== this.#session || head === undefined) return;
    await session.learner.learn(session.pool.entries, this.#view(session).senders, head);
    session.view = undefined;
  }

  #view(session: Session): PoolView {
    const baseFee = BigInt(this.#head().baseFee);
    const { view } = session;
    if (view !== undefined && view.revision === this.#revision && view.baseFee === baseFee) return view.view;
    const known = this.#known();
    const made = viewPool(session.pool.entries.values(), {
      baseFee,
      nonces: session.learner.nextNonces,
      isOwn: (address) => known.get(address)?.source === 'key',
    });
    session.view = { revision: this.#revision, baseFee, view: made };
    return made;
  }

  #rowContext(session: Session): RowContext {
    const { versions } = session.connection;
    return {
      holds: this.#view(session).holds,
      types: session.learner.types,
      networkVersion: versions.at(this.#head().height)?.version,
      known: this.#known(),
      nowMs: this.#options.clock.nowMs(),
    };
  }

  /** Cached because it is looked up for every message, and the address book searches its list each time. */
  #known(): ReadonlyMap<Address, KnownAddress> {
    return new Map(this.#options.book.list().map((known) => [known.address, known]));
  }

  #changed(session: Session): void {
    if (session !== this.#session) return;
    this.#revision += 1;
    this.#cancelPublish ??= this.#options.clock.after(PUBLISH_PAUSE_MS, () => this.#publish(session));
    if (this.slice.get().status === 'loading' || this.slice.get().status === 'failed') this.#publish(session);
  }

  #publish(session: Session): void {
    this.#cancelPublish?.();
    this.#cancelPublish = undefined;
    if (session !== this.#session) return;
    this.slice.set({
      status: session.stream.isOpen ? 'live' : 'polling',
      revision: this.#revision,
      messageCount: session.pool.entries.size,
      ...defined({ updatedAtMs: session.updatedAtMs }),
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
