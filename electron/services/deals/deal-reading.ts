/** One reading of deals block by block: how far it is, and how it goes on after it was stopped. Owned by the deals service. */
import { type Address, formatAddress } from '../../../shared/domain/address.ts';
import type { Cid } from '../../../shared/domain/cid.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { DealRead } from '../../../shared/ipc/schemas/deals.ts';
import type { Clock, Logger } from '../../platform/ports.ts';
import type { ActiveConnection } from '../connections/active-connection.ts';
import { panelErrorOf } from '../pinned/pinned-node.ts';
import { type BlockCache, BlockReader } from '../state/block-reader.ts';
import { openPinnedState, type PinnedState } from '../state/pinned-state.ts';
import { problemOf } from '../state/unreadable-block.ts';
import type { DealList } from './deal-list.ts';
import { listContext } from './list-context.ts';
import { emptyParts, readStateParts, stateListOf } from './state-list.ts';

const TELL_EVERY_MS = 150;

export interface DealReadingOptions {
  readonly addresses: readonly Address[];
  readonly connection: ActiveConnection;
  /** Tipsets to read at, the one that is wanted most first. */
  readonly keys: readonly (readonly Cid[])[];
  readonly cache: BlockCache;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onProgress: (progress: DealRead) => void;
}

export class DealReading {
  readonly connection: ActiveConnection;
  readonly #options: DealReadingOptions;
  readonly #reader: BlockReader;
  readonly #startedAtMs: number;
  readonly #parts = emptyParts();
  readonly #names: readonly string[];
  #state: PinnedState | undefined;
  #stop = new AbortController();
  #toldAtMs = 0;
  #status: DealRead['state'] = 'running';
  #phase = 'the tipset';
  #step: DealRead['step'];
  #problem: SextantError | undefined;

  constructor(options: DealReadingOptions) {
    const { connection, cache, clock, addresses } = options;
    this.connection = connection;
    this.#options = options;
    this.#startedAtMs = clock.nowMs();
    this.#names = addresses.map((address) => formatAddress(address, connection.letter));
    this.#reader = new BlockReader(connection, {
      cache,
      clock,
      cause: 'deals: read from the state',
      onProgress: () => this.#tellNowAndThen(),
    });
  }

  /** Whether it is of these addresses, in whatever order. */
  isOf(addresses: readonly Address[]): boolean {
    const own = new Set<Address>(this.#options.addresses);
    return own.size === new Set(addresses).size && addresses.every((address) => own.has(address));
  }

  get isRunning(): boolean {
    return this.#status === 'running';
  }

  /** What was read so far; undefined before the first part came. */
  get list(): DealList | undefined {
    if (this.#state === undefined || this.isRunning) return undefined;
    const gaps = this.#problem === undefined ? [] : [{ what: 'deals' as const, problem: panelErrorOf(this.#problem) }];
    return stateListOf(this.#state.pinned, this.#names, this.#parts, listContext({ ref: this.#state.pinned }, this.connection), gaps);
  }

  /** Reads on, with so many calls more, until everything is read or something ends it; what that was is told by the progress. */
  async run(callBudget: number): Promise<void> {
    const { connection, addresses, keys, logger } = this.#options;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#reader.allow(callBudget);
    this.#problem = undefined;
    this.#status = 'running';
    this.#tell();
    try {
      this.#state ??= await openPinnedState(this.#reader, keys, signal);
      await readStateParts(
        this.#reader,
        this.#state,
        addresses,
        this.#parts,
        connection.letter,
        (phase, step) => {
          this.#phase = phase;
          this.#step = step;
          this.#tellNowAndThen();
        },
        signal,
      );
      this.#phase = 'everything';
      this.#status = 'done';
    } catch (error) {
      if (signal.aborted) {
        this.#status = 'cancelled';
      } else if (error instanceof SextantError) {
        this.#problem = error;
        this.#status = error.code === 'budget-spent' ? 'budget-spent' : 'failed';
      } else {
        // Readings run in the background: a bug is logged and shown here, and ends nothing else.
        logger.error('Reading deals from the state failed', { error });
        this.#problem = new SextantError('internal', 'Sextant made a mistake while reading these deals. The log has the details.');
        this.#status = 'failed';
      }
    }
    this.#step = undefined;
    this.#tell();
  }

  cancel(): void {
    this.#stop.abort();
  }

  /** Blocks come by the hundred a second. */
  #tellNowAndThen(): void {
    if (this.#options.clock.monotonicMs() - this.#toldAtMs >= TELL_EVERY_MS) this.#tell();
  }

  #tell(): void {
    this.#toldAtMs = this.#options.clock.monotonicMs();
    const { blocks, cachedBlocks, bytes, calls, callBudget } = this.#reader.counts;
    this.#options.onProgress({
      state: this.#status,
      of: [...this.#names],
      phase: this.#phase,
      ...(this.#step === undefined ? {} : { step: this.#step }),
      ...(this.#state === undefined ? {} : { pinned: this.#state.pinned }),
      startedAtMs: this.#startedAtMs,
      blocks,
      cachedBlocks,
      bytes,
      calls,
      callBudget,
      ...(this.#problem === undefined ? {} : problemOf(this.#problem)),
    });
  }
}
