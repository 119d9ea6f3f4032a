/**
 * Equal calls that are under way at the same time are one call. It is cancelled only when every caller has gone.
 */
interface SharedCall<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

export class SharedCalls<T> {
  readonly #calls = new Map<string, SharedCall<T>>();

  /** Joins the call with this key, or starts it. `cancelled` makes the error that a caller who leaves early gets. */
  async join(key: string, start: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined, cancelled: () => Error): Promise<T> {
    if (signal?.aborted === true) {
      throw cancelled();
    }
    const call = this.#calls.get(key) ?? this.#start(key, start);
    call.callers += 1;
    const { promise: left, reject } = Promise.withResolvers<never>();
    const leave = (): void => reject(cancelled());
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([call.promise, left]);
    } finally {
      signal?.removeEventListener('abort', leave);
      call.callers -= 1;
      if (call.callers === 0) {
        if (this.#calls.get(key) === call) {
          this.#calls.delete(key);
        }
        // Without effect where it has ended.
        call.controller.abort();
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): SharedCall<T> {
    const controller = new AbortController();
    const promise = start(controller.signal).finally(() => {
      if (this.#calls.get(key)?.promise === promise) {
        this.#calls.delete(key);
      }
    });
    // Whoever joined hears of it; a call that everybody left must not count as unhandled.
    promise.catch(() => undefined);
    const call: SharedCall<T> = { promise, controller, callers: 0 };
    this.#calls.set(key, call);
    return call;
  }
}
