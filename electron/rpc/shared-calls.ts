/**
 * Shares equal calls in progress. A shared call is cancelled only when all callers have left.
 */
interface SharedCall<T> {
  promise: Promise<T>;
  readonly controller: AbortController;
  callers: number;
  isOver: boolean;
}

/**
 * Replaces the promise of a finished call, so that its entry no longer references the answer: a growing map leaves old tables behind that
 * refer to newer ones, and one in the old generation would keep all later answers alive until the next full collection.
 */
const LET_GO = new Promise<never>(() => undefined);

export class SharedCalls<T> {
  readonly #calls = new Map<string, SharedCall<T>>();

  /** Joins the call with this key, or starts it. `cancelled` creates the error for a caller who leaves early. */
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
    // Callers get the failure; if all have left, it is ignored.
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
