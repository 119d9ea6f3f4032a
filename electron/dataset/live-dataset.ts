/**
 * An open dataset that updates can change.
 *
 * Other programs can open a DuckDB file that is open for queries, but not one that is open for changes: it is opened for changes when an
 * update starts and reopened for queries when none follows. Queries run during changes and see committed data; they wait while it is
 * reopened.
 */
import { type DuckDbOptions, openDuckDb, openDuckDbForChanges } from './duckdb-engine.ts';
import type { DatasetEngine, DatasetWriter } from './engine.ts';
import { isHeldByAnother } from './held-by-another.ts';
import { UpdateFailed } from './mirror/update-market.ts';

export class LiveDataset implements DatasetEngine {
  readonly dialect = 'duckdb';
  readonly #options: DuckDbOptions;
  /** Absent if the file could not be reopened: the next query retries. */
  #questions: DatasetEngine | undefined;
  #writer: DatasetWriter | undefined;
  readonly #queries = new Set<Promise<unknown>>();
  readonly #streams = new Set<Promise<unknown>>();
  readonly #changes = new Set<Promise<unknown>>();
  /** Settles once the file is reopened, or could not be opened. */
  #opening: Promise<void> | undefined;

  private constructor(options: DuckDbOptions, questions: DatasetEngine) {
    this.#options = options;
    this.#questions = questions;
  }

  static async open(options: DuckDbOptions): Promise<LiveDataset> {
    return new LiveDataset(options, await openDuckDb(options));
  }

  query: DatasetEngine['query'] = (...question) => this.#ask(this.#queries, (engine) => engine.query(...question));

  stream: DatasetEngine['stream'] = (...question) => this.#ask(this.#streams, (engine) => engine.stream(...question));

  /** Run several queries without the file being closed in between, such as an export. */
  hold<T>(run: () => Promise<T>): Promise<T> {
    return this.#ask(this.#streams, run);
  }

  /**
   * Run a change, one at a time. Waits for streams, which may be read slowly, without blocking other queries.
   *
   * @throws UpdateFailed if another program has the file open, and errors of `run`
   */
  change<T>(run: (writer: DatasetWriter) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#track(this.#changes, this.#change(run, signal));
  }

  async #change<T>(run: (writer: DatasetWriter) => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#opening;
    if (this.#writer === undefined) {
      await this.#reopen(async () => {
        try {
          ({ writer: this.#writer, questions: this.#questions } = await openDuckDbForChanges(this.#options));
        } catch (error) {
          throw isHeldByAnother(error) ? new UpdateFailed('Another program has the dataset open. Close it and update again.') : error;
        }
      }, signal);
    }
    if (this.#writer === undefined) throw new Error('the dataset is not open for changes');
    return run(this.#writer);
  }

  /** Call when no change follows soon, so that other programs can open the file. Waits for a running change. */
  async settle(): Promise<void> {
    // A change may begin while a stream is waited for: it would lose its connection.
    while (this.#changes.size > 0 || this.#streams.size > 0 || this.#opening !== undefined) {
      await Promise.allSettled([...this.#changes, ...this.#streams, this.#opening]);
    }
    if (this.#writer === undefined) return;
    await this.#reopen(async () => {
      this.#writer = undefined;
      this.#questions = await openDuckDb(this.#options);
    });
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#changes);
    await this.#opening;
    await this.#questions?.close();
  }

  async #reopen(open: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    while (this.#streams.size > 0) {
      signal?.throwIfAborted();
      await Promise.race([Promise.allSettled(this.#streams), aborted(signal)]);
      signal?.throwIfAborted();
    }
    await this.#whileClosed(async () => {
      await Promise.allSettled(this.#queries);
      await this.#questions?.close();
      this.#questions = undefined;
      await open();
    });
  }

  async #whileClosed(open: () => Promise<void>): Promise<void> {
    const opened = open().finally(() => {
      this.#opening = undefined;
    });
    // A waiting query reports the error itself.
    this.#opening = opened.catch(() => undefined);
    await opened;
  }

  async #ask<T>(kind: Set<Promise<unknown>>, ask: (engine: DatasetEngine) => Promise<T>): Promise<T> {
    while (this.#opening !== undefined) await this.#opening;
    if (this.#questions === undefined) {
      await this.#whileClosed(async () => {
        this.#questions = await openDuckDb(this.#options);
      });
    }
    if (this.#questions === undefined) throw new Error('the dataset is not open');
    return this.#track(kind, ask(this.#questions));
  }

  async #track<T>(kind: Set<Promise<unknown>>, running: Promise<T>): Promise<T> {
    kind.add(running);
    try {
      return await running;
    } finally {
      kind.delete(running);
    }
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}
