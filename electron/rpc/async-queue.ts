/**
 * Bounded queue of pushed values, read by `for await`.
 */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #limit: number;
  #values: T[] = [];
  #wake: (() => void) | undefined;
  #end: { readonly error?: Error } | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False if the queue is full; the value is then dropped. */
  push(value: T): boolean {
    if (this.#end !== undefined) {
      return true;
    }
    if (this.#values.length >= this.#limit) {
      return false;
    }
    this.#values.push(value);
    this.#wake?.();
    return true;
  }

  /** The reader gets the queued values, then ends. */
  end(): void {
    this.#end ??= {};
    this.#wake?.();
  }

  /** The reader gets the queued values, then the error. */
  fail(error: Error): void {
    this.#end ??= { error };
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for (;;) {
      const values = this.#values;
      this.#values = [];
      yield* values;
      if (this.#values.length > 0) {
        continue;
      }
      if (this.#end !== undefined) {
        if (this.#end.error !== undefined) {
          throw this.#end.error;
        }
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      this.#wake = undefined;
    }
  }
}
