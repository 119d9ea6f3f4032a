/** One read of deals block by block: its progress, and how it resumes. Owned by the deals service. */
import { type Address, formatAddress } from '../../../shared/domain/addresses/address.ts';
import type { Cid } from '../../../shared/domain/encoding/cid.ts';
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

const REPORT_INTERVAL_MS = 150;

export interface DealReadingOptions {
  readonly addresses: readonly Address[];
  readonly connection: ActiveConnection;
  /** Tipsets to read at, in order of preference. */
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
  #reportedAtMs = 0;
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
      onProgress: () => this.#reportThrottled(),
    });
  }

  /** Whether it reads these addresses, in any order. */
  isOf(addresses: readonly Address[]): boolean {
    const own = new Set<Address>(this.#options.addresses);
    return own.size === new Set(addresses).size && addresses.every((address) => own.has(address));
  }

  get isRunning(): boolean {
    return this.#status === 'running';
  }

  /** The deals read so far; undefined while running or before the first part. */
  get list(): DealList | undefined {
    if (this.#state === undefined || this.isRunning) return undefined;
    const gaps = this.#problem === undefined ? [] : [{ what: 'deals' as const, problem: panelErrorOf(this.#problem) }];
    return stateListOf(this.#state.pinned, this.#names, this.#parts, listContext({ ref: this.#state.pinned }, this.connection), gaps);
  }

  /** Reads with a new call budget until everything is read, or it stops; the progress has the reason. */
  async run(callBudget: number): Promise<void> {
    const { connection, addresses, keys, logger } = this.#options;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    this.#reader.allow(callBudget);
    this.#problem = undefined;
    this.#status = 'running';
    this.#report();
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
          this.#reportThrottled();
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
        // A read runs in the background, so a bug is logged and shown here.
        logger.error('Reading deals from the state failed', { error });
        this.#problem = new SextantError('internal', 'Internal error while reading these deals. See the log for details.');
        this.#status = 'failed';
      }
    }
    this.#step = undefined;
    this.#report();
  }

  cancel(): void {
    this.#stop.abort();
  }

  /** Hundreds of blocks arrive per second. */
  #reportThrottled(): void {
    if (this.#options.clock.monotonicMs() - this.#reportedAtMs >= REPORT_INTERVAL_MS) this.#report();
  }

  #report(): void {
    this.#reportedAtMs = this.#options.clock.monotonicMs();
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
