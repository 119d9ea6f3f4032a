/**
 * Equal calls that are under way at the same time are one call. It is cancelled only when every caller has gone.
 */
interface SharedCall<T> {
  promise: Promise<T>;
  readonly controller: AbortController;
  callers: number;
  isOver: boolean;
}

/**
 * In place of the promise of a call that is over, so that its entry no longer holds the answer: a map that grows leaves its former
 * table behind, tables refer to the ones after them, and the first that reaches the old generation keeps all later answers alive
 * until the next full collection.
 */
const LET_GO = new Promise<never>(() => undefined);

export class SharedCalls<T> {
  readonly #calls = new Map<string, SharedCall<T>>();

  /** Joins the call with this key, or starts it. `cancelled` makes the error that a caller who leaves early gets. */
  async join(key: string, start: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined, cancelled: () => Error): Promise<T> {
    if (signal?.aborted === true) {
      throw cancelled();
    }
    const call = this.#calls.get(key) ?? this.#start(key, start);
    call.callers += 1;
    try {
      return await (signal === undefined ? call.promise : orAborted(call.promise, signal, cancelled));
    } finally {
      call.callers -= 1;
      if (call.callers === 0) {
        if (this.#calls.get(key) === call) {
          this.#calls.delete(key);
        }
        if (!call.isOver) {
          call.controller.abort();
        }
      }
    }
  }

  #start(key: string, start: (signal: AbortSignal) => Promise<T>): SharedCall<T> {
    const controller = new AbortController();
    const promise = start(controller.signal);
    const call: SharedCall<T> = { promise, controller, callers: 0, isOver: false };
    const over = (): void => {
      call.isOver = true;
      call.promise = LET_GO;
      if (this.#calls.get(key) === call) {
        this.#calls.delete(key);
      }
    };
    // Whoever joined hears of a failure; of a call that everybody left nobody has to.
    promise.then(over, over);
    this.#calls.set(key, call);
    return call;
  }
}

/** The promise, or an error as soon as the signal aborts. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal, cancelled: () => Error): Promise<T> {
  const { promise: left, reject } = Promise.withResolvers<never>();
  const leave = (): void => reject(cancelled());
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([promise, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
