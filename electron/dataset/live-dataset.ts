/**
 * The dataset that is asked, which an update may change meanwhile.
 *
 * A DuckDB file that is open for questions only can be opened by other programs too, one that is changed cannot: it is opened for changes
 * when an update begins and for questions again when none follows. Questions go on while it is changed and see what is committed; they wait
 * while it is opened anew.
 */
import { type DuckDbOptions, openDuckDb, openDuckDbForChanges } from './duckdb-engine.ts';
import type { DatasetEngine, DatasetWriter } from './engine.ts';
import { isHeldByAnother } from './held-by-another.ts';
import { UpdateFailed } from './mirror/update-market.ts';

export class LiveDataset implements DatasetEngine {
  readonly dialect = 'duckdb';
  readonly #options: DuckDbOptions;
  /** Absent where the file could not be opened again: the next question tries. */
  #questions: DatasetEngine | undefined;
  #writer: DatasetWriter | undefined;
  readonly #queries = new Set<Promise<unknown>>();
  readonly #streams = new Set<Promise<unknown>>();
  readonly #changes = new Set<Promise<unknown>>();
  /** Settles when the file is open again, or could not be opened. */
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

  /** Runs what asks several questions and must not find the file closed in between, such as the writing of a file. */
  hold<T>(run: () => Promise<T>): Promise<T> {
    return this.#ask(this.#streams, run);
  }

  /**
   * Runs a change, one at a time. Waits for streams, which a person may read slowly, without keeping other questions waiting.
   *
   * @throws UpdateFailed where another program has the file open, and what `run` rejects with
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

  /** No change follows soon: other programs may open the file. Waits for a change that is running. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#changes);
    await this.#opening;
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
    // A question that waits is told by its own attempt.
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
