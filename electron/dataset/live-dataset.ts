/**
 * The dataset that is asked, which an update may change meanwhile.
 *
 * A DuckDB file that is open for questions only can be opened by other programs too, one that is changed cannot: it is opened for changes
 * when an update begins and for questions again when none follows. Questions go on while it is changed and see what is committed; they wait
 * while it is opened anew.
 */
import { type DuckDbOptions, isHeldByAnother, openDuckDb, openDuckDbForChanges } from './duckdb-engine.ts';
import type { DatasetEngine, DatasetWriter, SqlValue } from './engine.ts';
import { UpdateFailed } from './mirror/update-market.ts';

export class LiveDataset implements DatasetEngine {
  readonly dialect = 'duckdb';
  readonly #options: DuckDbOptions;
  #questions: DatasetEngine;
  #writer: DatasetWriter | undefined;
  readonly #running = new Set<Promise<unknown>>();
  readonly #streams = new Set<Promise<unknown>>();
  /** Settles when the file is open again. */
  #opening: Promise<void> | undefined;

  private constructor(options: DuckDbOptions, questions: DatasetEngine) {
    this.#options = options;
    this.#questions = questions;
  }

  static async open(options: DuckDbOptions): Promise<LiveDataset> {
    return new LiveDataset(options, await openDuckDb(options));
  }

  query: DatasetEngine['query'] = (sql, parameters, signal) =>
    this.#ask(this.#running, () => this.#questions.query(sql, parameters, signal));

  stream(
    sql: string,
    parameters: readonly SqlValue[],
    onRows: Parameters<DatasetEngine['stream']>[2],
    signal?: AbortSignal,
  ): Promise<void> {
    return this.#ask(this.#streams, () => this.#questions.stream(sql, parameters, onRows, signal));
  }

  /**
   * Runs a change, one at a time. Waits for streams, which a person may read slowly, without keeping others waiting.
   *
   * @throws UpdateFailed where another program has the file open, and what `run` rejects with
   */
  async change<T>(run: (writer: DatasetWriter) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#writer === undefined) {
      await this.#reopen(async () => {
        try {
          const { writer, questions } = await openDuckDbForChanges(this.#options);
          this.#questions = questions;
          this.#writer = writer;
        } catch (error) {
          this.#questions = await openDuckDb(this.#options);
          throw isHeldByAnother(error) ? new UpdateFailed('Another program has the dataset open. Close it there and update again.') : error;
        }
      }, signal);
    }
    if (this.#writer === undefined) throw new Error('the dataset is not open for changes');
    return run(this.#writer);
  }

  /** No change follows soon: other programs may open the file. */
  async settle(): Promise<void> {
    if (this.#writer === undefined) return;
    await this.#reopen(async () => {
      this.#writer = undefined;
      this.#questions = await openDuckDb(this.#options);
    });
  }

  async close(): Promise<void> {
    await this.#opening;
    await this.#questions.close();
  }

  async #reopen(open: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    while (this.#streams.size > 0) {
      await Promise.race([Promise.allSettled(this.#streams), aborted(signal)]);
      signal?.throwIfAborted();
    }
    const opening = (async () => {
      await Promise.allSettled([...this.#running, ...this.#streams]);
      await (this.#writer ?? this.#questions).close();
      await open();
    })();
    this.#opening = opening.catch(() => undefined);
    try {
      await opening;
    } finally {
      this.#opening = undefined;
    }
  }

  async #ask<T>(kind: Set<Promise<unknown>>, ask: () => Promise<T>): Promise<T> {
    while (this.#opening !== undefined) await this.#opening;
    const answer = ask();
    kind.add(answer);
    try {
      return await answer;
    } finally {
      kind.delete(answer);
    }
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}
