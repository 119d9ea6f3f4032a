/**
 * The sealing pipeline: the board of the storage-miner API, boards of any miner from the chain, and retrieval checks.
 *
 * The board of the API is updated only while its topic has subscribers: at every new head and at least every few seconds. Owns one slice
 * and the document of past times.
 */
import type { Address } from '../../../shared/domain/addresses/address.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Retrieval, SealingBoard, SectorProgress } from '../../../shared/ipc/schemas/sealing.ts';
import type { Clock, Logger, ProfilePaths } from '../../platform/ports.ts';
import { ValueTopic } from '../../platform/topics.ts';
import { problemOf } from '../chain/chain-follower.ts';
import type { ChainService } from '../chain/chain-service.ts';
import type { ActiveConnection, ActiveConnectionSource } from '../connections/active-connection.ts';
import type { DealsService } from '../deals/deals-service.ts';
import { inLetter, requireAddress } from '../network-address.ts';
import type { BlockCache } from '../state/block-reader.ts';
import { readChainBoard } from './chain-board.ts';
import { checkRetrieval } from './check-retrieval.ts';
import { MinerApiBoard } from './miner-api-board.ts';
import { type MinerBlocks, readMinerBlocks } from './miner-blocks.ts';
import { PastTimes } from './past-times.ts';

const REFRESH_MS = 4000;
const SAVE_EVERY_MS = 60_000;
/** An older board is not shown again: its sectors would look stuck until the first answer. */
const MAX_BOARD_AGE_MS = 30_000;

const IDLE: SealingBoard = { status: 'idle', source: 'miner-api', pastMs: {}, wholeMs: [], leftOut: 0, gaps: [], sectors: [], calls: [] };

export interface SealingServiceOptions {
  readonly connections: ActiveConnectionSource;
  readonly chain: Pick<ChainService, 'tipsets' | 'whenHead' | 'onHeadChanged'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly paths: ProfilePaths;
  readonly blocks: BlockCache;
  readonly ownMiners: (connection: ActiveConnection) => Promise<readonly string[]>;
  /** Finds the sectors of a piece. */
  readonly deals: Pick<DealsService, 'listDeals' | 'getDeal'>;
}

export class SealingService {
  readonly slice = new ValueTopic<SealingBoard>(IDLE);
  readonly #options: SealingServiceOptions;
  readonly #logger: Logger;
  readonly #past: PastTimes;
  readonly #cleanups: (() => void)[] = [];
  #board: MinerApiBoard | undefined;
  #isRefreshing = false;
  #isRefreshQueued = false;
  #stopped = new AbortController();
  /** Reads from the chain in progress, by miner. */
  readonly #chainReads = new Map<Address, AbortController>();
  #cancelTimer: (() => void) | undefined;
  #savedAtMs = 0;

  constructor(options: SealingServiceOptions) {
    this.#options = options;
    this.#logger = options.logger.child('sealing');
    this.#past = new PastTimes({ paths: options.paths, logger: this.#logger });
  }

  start(): void {
    const { connections, chain } = this.#options;
    this.#stopped = new AbortController();
    this.#cleanups.push(
      connections.onActiveChanged(() => {
        this.#board = undefined;
        this.slice.set(IDLE);
        this.#refresh();
      }),
      chain.onHeadChanged(() => this.#refresh()),
      this.slice.onSubscribersChanged((count) => {
        if (count > 0) {
          const { updatedAtMs } = this.slice.get();
          if (updatedAtMs !== undefined && this.#options.clock.nowMs() - updatedAtMs > MAX_BOARD_AGE_MS)
            this.slice.set({ ...IDLE, status: 'loading' });
          this.#refresh();
        } else {
          this.#cancelTimer?.();
        }
      }),
    );
    this.#refresh();
  }

  async stop(): Promise<void> {
    this.#cancelTimer?.();
    for (const reading of [this.#stopped, ...this.#chainReads.values()]) reading.abort();
    for (const cleanup of this.#cleanups.splice(0)) {
      cleanup();
    }
    await this.#past.save();
  }

  /** @throws SextantError `not-connected` */
  async listMiners(): Promise<{ miners: string[]; served?: string }> {
    const connection = await this.#options.connections.requireActive();
    const { minerAddress } = connection.facts;
    return {
      miners: [...(await this.#options.ownMiners(connection))],
      ...(connection.miner === undefined || minerAddress === undefined ? {} : { served: inLetter(minerAddress, connection.letter) }),
    };
  }

  /**
   * The sectors of a miner from the chain at the head, starting at pre-commit.
   *
   * @throws SextantError `invalid-input` for an invalid address, `not-found` if it is not a miner, and those of reading blocks
   */
  async getChainBoard({ miner }: { readonly miner: string }): Promise<SealingBoard> {
    const address = requireAddress(miner, 'miner');
    const reading = this.#chainReads.get(address) ?? new AbortController();
    this.#chainReads.set(address, reading);
    try {
      const { connections, chain, clock, blocks } = this.#options;
      await chain.whenHead();
      const connection = await connections.requireActive();
      return await readChainBoard({ address, connection, tipsets: chain.tipsets, cache: blocks, clock, signal: reading.signal });
    } finally {
      if (this.#chainReads.get(address) === reading) this.#chainReads.delete(address);
    }
  }

  /** Stops the read of a board from the chain. @throws SextantError `invalid-input` for an invalid address */
  async stopChainBoard({ miner }: { readonly miner: string }): Promise<Record<string, never>> {
    const address = requireAddress(miner, 'miner');
    this.#chainReads.get(address)?.abort();
    this.#chainReads.delete(address);
    return {};
  }

  /** @throws SextantError `not-found` if the sector was not read from the storage miner */
  async getSectorProgress({ number }: { readonly number: number }): Promise<SectorProgress> {
    const progress = this.#board?.progressOf(BigInt(number));
    if (progress === undefined)
      throw new SextantError('not-found', `Sector ${number} has not been read from the storage miner.`, { retryable: true });
    return progress;
  }

  /** @throws SextantError `invalid-input` if the text is not a deal, piece or sector */
  async checkRetrieval(request: { readonly text: string; readonly miner?: string | undefined }): Promise<Retrieval> {
    const { connections, chain, deals, blocks, clock } = this.#options;
    await chain.whenHead();
    const connection = await connections.requireActive();
    const { tipsets } = chain;
    const readBlocks = (miner: string, cause: string): Promise<MinerBlocks> =>
      readMinerBlocks({
        address: requireAddress(miner, 'miner'),
        ...{ connection, tipsets, cache: blocks, clock, cause, signal: this.#stopped.signal },
      });
    return checkRetrieval(request, { connection, tipsets, deals, board: this.slice.get(), readBlocks });
  }

  /** Starts a round if the topic has subscribers; a request during a round is queued. */
  #refresh(): void {
    if (this.#stopped.signal.aborted || this.slice.subscriberCount === 0) {
      return;
    }
    if (this.#isRefreshing) {
      this.#isRefreshQueued = true;
      return;
    }
    this.#isRefreshing = true;
    this.#cancelTimer?.();
    void this.#refreshOnce().finally(() => {
      this.#isRefreshing = false;
      this.#cancelTimer?.();
      this.#cancelTimer = this.#options.clock.after(REFRESH_MS, () => this.#refresh());
      if (this.#isRefreshQueued) {
        this.#isRefreshQueued = false;
        this.#refresh();
      }
    });
  }

  async #refreshOnce(): Promise<void> {
    const { connections, chain, clock } = this.#options;
    const connection = connections.getActive();
    if (connection === undefined) {
      this.slice.set(IDLE);
      return;
    }
    if (connection.miner === undefined) {
      this.slice.set({ ...IDLE, status: 'no-miner-api' });
      return;
    }
    if (this.#board?.connection !== connection) {
      this.#board = new MinerApiBoard({ connection, miner: connection.miner, chain, past: this.#past });
      this.slice.set({ ...IDLE, status: 'loading' });
    }
    const reader = this.#board;
    const isCurrent = (): boolean => this.#board === reader && !this.#stopped.signal.aborted;
    try {
      await chain.whenHead();
      const board = await reader.read(clock.nowMs());
      if (isCurrent()) {
        this.slice.set(board);
      }
      await this.#saveIfDue();
    } catch (error) {
      if (isCurrent()) {
        this.slice.set({ ...this.slice.get(), status: 'failed', problem: this.#problemOf(error) });
      }
    }
  }

  async #saveIfDue(): Promise<void> {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs - this.#savedAtMs < SAVE_EVERY_MS) return;
    this.#savedAtMs = nowMs;
    await this.#past.save();
  }

  /** The problem to show; an unexpected error is also logged. */
  #problemOf(error: unknown): NonNullable<SealingBoard['problem']> {
    if (error instanceof SextantError) {
      return problemOf(error);
    }
    this.#logger.error('Reading the sealing board failed', { error });
    return { code: 'internal', message: 'Sextant could not read this board because of an internal error. See the log for details.' };
  }
}
