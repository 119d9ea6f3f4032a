/**
 * The head of the active connection, its recent tipsets and reorgs, and the views that look into the chain.
 *
 * Owns one slice (`slice`). Switching connections drops everything and starts again. Errors of views are SextantErrors; problems while
 * following are in the slice (`status`, `problem`).
 */
import { defined } from '../../../shared/collections/defined.ts';
import { ERROR_CODES, SextantError } from '../../../shared/ipc/envelope.ts';
import type { BlockDetail } from '../../../shared/ipc/schemas/block.ts';
import type { LastBlock, TipsetReward } from '../../../shared/ipc/schemas/block-reward.ts';
import type { HeadState, Message, Overview, ReceiverTypes, SearchResult, Tipset } from '../../../shared/ipc/schemas/chain.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { MessageInside } from '../../../shared/ipc/schemas/message-inside.ts';
import type { RewardStreamsView, StreamClaims } from '../../../shared/ipc/schemas/reward-streams.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import { readBlock } from './block-view.ts';
import { ChainFollower, type Problem, problemOf } from './chain-follower.ts';
import { ChainReader } from './chain-reader.ts';
import { FinalityReader } from './finality.ts';
import type { HeadChain } from './head-chain.ts';
import { type Following, headStateOf, staleWords } from './head-state.ts';
import { readLastBlock } from './last-block.ts';
import { type MessageInsideRequest, readMessageInside } from './message-inside.ts';
import { readMessage } from './message-view.ts';
import { readOverview } from './overview-view.ts';
import { Pace } from './pace.ts';
import { type SearchSources, searchChain } from './search.ts';
import { readStreamClaims, readStreamsView } from './streams-view.ts';
import { readTipsetReward } from './tipset-reward.ts';
import { readReceiverTypes, readTipset, type TipsetRequest } from './tipset-view.ts';

const STALE_CHECK_MS = 5000;
const FIRST_HEAD_WAIT_MS = 10_000;

export interface ChainServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly clock: Clock;
  readonly logger: Logger;
}

interface Session extends Following {
  readonly reader: ChainReader;
  readonly follower: ChainFollower;
  readonly finality: FinalityReader;
  readonly pace: Pace;
  mode: Following['mode'];
  problem: Problem | undefined;
  headReceivedAtMs: number | undefined;
  calls: HeadState['calls'];
}

const NO_CONNECTION: HeadState = {
  connectionId: '',
  connectionName: '',
  status: 'failed',
  problem: { code: 'not-connected', message: 'No endpoint is active. Choose one under Endpoints.' },
  strip: [],
  reorgs: [],
  calls: {},
};

export class ChainService {
  readonly slice = new ValueTopic<HeadState>(NO_CONNECTION);
  readonly #connections: ActiveConnectionSource;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #headListeners = new Set<() => void>();
  #session: Session | undefined;
  #unsubscribe: (() => void) | undefined;
  #cancelStaleCheck: (() => void) | undefined;
  #isStarted = false;

  constructor(options: ChainServiceOptions) {
    this.#connections = options.connections;
    this.#clock = options.clock;
    this.#logger = options.logger.child('chain');
  }

  start(): void {
    this.#isStarted = true;
    this.#unsubscribe = this.#connections.onActiveChanged((active) => this.#connect(active));
    this.#connect(this.#connections.getActive());
    this.#watchStaleness();
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    this.#unsubscribe?.();
    this.#cancelStaleCheck?.();
    this.#session?.follower.stop();
    this.#session = undefined;
  }

  /** The accepted chain of the active connection, oldest first; empty without a head. Views are pinned to its last tipset. */
  get tipsets(): HeadChain['tipsets'] {
    return this.#session?.follower.chain.tipsets ?? [];
  }

  /**
   * Resolve when the first head has arrived, for views that are opened while connecting.
   *
   * @throws SextantError the error of connecting or of reading the head, or `endpoint-timeout`
   */
  async whenHead(): Promise<void> {
    if (this.tipsets.length > 0) {
      return;
    }
    await this.#connections.requireActive();
    const isSettled = (): boolean => this.tipsets.length > 0 || this.#session?.mode === 'failed';
    if (!isSettled()) {
      const waited = new AbortController();
      const stopListening = this.slice.onChange(() => {
        if (isSettled()) waited.abort();
      });
      await this.#clock.sleep(FIRST_HEAD_WAIT_MS, waited.signal);
      stopListening();
    }
    if (this.tipsets.length === 0) {
      const { problem } = this.slice.get();
      const code = ERROR_CODES.find((known) => known === problem?.code) ?? 'endpoint-timeout';
      throw new SextantError(code, problem?.message ?? 'No head has been received from this endpoint yet.', {
        retryable: true,
        ...(problem?.callId === undefined ? {} : { details: { callId: problem.callId } }),
      });
    }
  }

  /** Call back when a new head is accepted. Returns a function that unsubscribes. */
  onHeadChanged(listener: () => void): () => void {
    this.#headListeners.add(listener);
    return () => this.#headListeners.delete(listener);
  }

  /** Read figures of the network at the head or at the pinned epoch. @throws SextantError `not-connected` */
  async getOverview({ at }: { readonly at?: number | undefined } = {}): Promise<Overview> {
    const { reader, follower } = await this.#active();
    return readOverview(reader, follower.chain, at);
  }

  /** Read a tipset by key, or by height on the chain of the head; for a null round the tipset before it. */
  async getTipset(request: TipsetRequest): Promise<Tipset> {
    const { reader, follower } = await this.#active();
    return readTipset(reader, follower.chain, request);
  }

  /** Read how the block rewards of a tipset were split. */
  async getTipsetReward({ key }: { readonly key: readonly string[] }): Promise<TipsetReward> {
    const { reader, follower } = await this.#active();
    return readTipsetReward(reader, follower.chain, key, 'tipsets: block rewards');
  }

  /** Read the newest block of a miner, among recent tipsets or at `wonEpoch`, and how its reward was split. */
  async getLastBlock(miner: string, wonEpoch: number | undefined): Promise<LastBlock> {
    const { reader, follower } = await this.#active();
    return readLastBlock(reader, follower.chain, miner, wonEpoch);
  }

  /** Read the streams of the reward actor at the head or at the pinned epoch. */
  async getRewardStreams({ at }: { readonly at?: number | undefined }): Promise<RewardStreamsView> {
    const { reader, follower, connection } = await this.#active();
    return readStreamsView(reader, follower.chain, connection.facts.genesisCid, at);
  }

  /** Read what an address can claim from the streams. */
  async getStreamClaims({ address, at }: { readonly address: string; readonly at?: number | undefined }): Promise<StreamClaims> {
    const { reader, follower } = await this.#active();
    return readStreamClaims(reader, follower.chain, address, at);
  }

  /** Read a block by CID, on the chain or orphaned. */
  async getBlock({ cid }: { readonly cid: string }): Promise<BlockDetail> {
    const { reader, follower } = await this.#active();
    return readBlock(reader, follower.chain, cid);
  }

  /** Read the types of actors, as far as available. */
  async getReceiverTypes({ addresses }: { readonly addresses: readonly string[] }): Promise<ReceiverTypes> {
    const { reader, follower } = await this.#active();
    return readReceiverTypes(reader, follower.chain, addresses);
  }

  /** @throws SextantError `not-found` if it is neither on chain nor in the mempool */
  async getMessage({ cid }: { readonly cid: string }): Promise<Message> {
    const { reader, follower, finality } = await this.#active();
    return readMessage(reader, follower.chain, finality.current?.finalized.height, cid);
  }

  /** Read the internal calls of an executed message, its events, and the proposal it approves; each part has its own error. */
  async getMessageInside(request: MessageInsideRequest): Promise<MessageInside> {
    const { reader, connection } = await this.#active();
    return readMessageInside(reader, connection, request);
  }

  /** @param sources local data to search */
  async search({ text }: { readonly text: string }, sources: SearchSources): Promise<SearchResult> {
    const { reader, follower } = await this.#active();
    return searchChain({ reader, chain: follower.chain, sources }, text);
  }

  /** Return the session of the active connection, with a head. */
  async #active(): Promise<Session> {
    await this.whenHead();
    if (this.#session === undefined) {
      throw new SextantError('not-connected', 'No endpoint is active. Choose one under Endpoints.');
    }
    return this.#session;
  }

  #connect(connection: ActiveConnection | undefined): void {
    this.#session?.follower.stop();
    this.#session = undefined;
    if (connection === undefined) {
      // While connecting there is no problem yet; a failure to connect is reported later.
      this.slice.set({ ...this.#noConnection(), status: 'connecting', problem: undefined });
      this.#publishHead();
      void this.#explainAbsence();
      return;
    }
    const { facts } = connection;
    const pace = new Pace(connection.capabilities.chainPaceMs ?? facts.blockDelaySeconds * 1000);
    const reader = new ChainReader(connection);
    const follower = new ChainFollower({
      reader,
      clock: this.#clock,
      paceMs: () => pace.paceMs,
      events: {
        headAccepted: (call) => this.#headAccepted(session, call),
        stripGrew: (call) => {
          session.calls = { ...session.calls, strip: call };
          this.#publish(session);
        },
        broke: (error) => this.#broke(session, error),
        modeChanged: (mode, problem) => {
          if (session.mode !== mode || session.problem?.message !== problem?.message) {
            session.mode = mode;
            session.problem = problem;
            this.#publish(session);
          }
        },
      },
    });
    const session: Session = {
      connection,
      reader,
      follower,
      pace,
      finality: new FinalityReader(reader, connection.v2),
      mode: 'connecting',
      problem: undefined,
      headReceivedAtMs: undefined,
      calls: {},
    };
    this.#session = session;
    this.#publish(session);
    this.#publishHead();
    follower.run().catch((error) => this.#broke(session, error));
  }

  #noConnection(): HeadState {
    return { ...NO_CONNECTION, connectionName: this.#connections.getChosenName() ?? '' };
  }

  /** Publish why there is no connection. */
  async #explainAbsence(): Promise<void> {
    try {
      await this.#connections.requireActive();
    } catch (error) {
      // A connection that was abandoned while connecting is not a failure.
      if (this.#session === undefined && this.#isStarted && error instanceof SextantError && error.code !== 'cancelled') {
        this.slice.set({ ...this.#noConnection(), problem: problemOf(error) });
      }
    }
  }

  #headAccepted(session: Session, call: CallRef | undefined): void {
    const head = session.follower.chain.head;
    if (head === undefined || session !== this.#session) {
      return;
    }
    session.headReceivedAtMs = this.#clock.nowMs();
    session.pace.note(head.height, this.#clock.monotonicMs());
    if (call !== undefined) {
      session.calls = { ...session.calls, head: call, strip: session.calls.strip ?? call };
    }
    this.#publish(session);
    this.#publishHead();
    session.finality
      .update(head)
      .then(({ call: finalityCall }) => {
        session.calls = { ...session.calls, ...defined({ finalized: finalityCall }) };
        this.#publish(session);
      })
      .catch((error) => this.#broke(session, error));
  }

  /** A bug ends following this connection, not the program: it is shown on screen and logged. */
  #broke(session: Session, error: unknown): void {
    this.#logger.error('Following the chain failed', { error });
    session.follower.stop();
    session.mode = 'failed';
    session.problem = {
      code: 'internal',
      message: 'Following this chain failed because of an internal error. Activate the connection again.',
    };
    this.#publish(session);
  }

  #publish(session: Session): void {
    if (session !== this.#session) {
      return;
    }
    this.slice.set(headStateOf(session, this.#clock.nowMs()));
  }

  /** Publish again when the head becomes stale, and while it is stale, because its text counts seconds. */
  #watchStaleness(): void {
    const session = this.#session;
    if (session?.headReceivedAtMs !== undefined) {
      const isStale = staleWords(session, this.#clock.nowMs()) !== undefined;
      if ((isStale || this.slice.get().status === 'stale') && session.mode !== 'failed') {
        this.#publish(session);
      }
    }
    if (this.#isStarted) {
      this.#cancelStaleCheck = this.#clock.after(STALE_CHECK_MS, () => this.#watchStaleness());
    }
  }

  #publishHead(): void {
    for (const listener of this.#headListeners) {
      listener();
    }
  }
}
