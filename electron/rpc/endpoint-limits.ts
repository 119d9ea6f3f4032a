/**
 * Limits concurrency and rate of calls to one endpoint, learned from its refusals and shared by HTTP and WebSocket.
 *
 * Concurrency is halved when the endpoint is busy and grows by one per round of successes: additive increase and multiplicative decrease
 * converges on an unknown limit and shares it fairly with other programs behind the same IP address. A refusal also starts a budget in
 * calls per second, because quotas such as "60 per minute" count calls, not connections: half of the calls sent in the previous second,
 * growing with successes until it no longer binds. Refusals of calls sent before the last cut are only counted.
 *
 * Waiting calls are served round-robin by caller (the part of the cause before the colon), so that a caller with a thousand calls does
 * not block others. Calls from the console go first and do not count against the budget.
 */
import { defined } from '../../shared/collections/defined.ts';
import type { Clock } from '../platform/ports.ts';
import { cancelledFailure } from './network-failure.ts';

const FIRST_LIMIT = 16;
const HIGHEST_LIMIT = 32;
/** Minimum of the first budget: one refusal is weak evidence. */
const MIN_FIRST_PER_SECOND = 4;
const LOWEST_PER_SECOND = 0.5;
/** A higher budget does not bind and is dropped. */
const UNBOUND_PER_SECOND = 100;
const PER_SECOND_GROWTH = 1.05;
/** Maximum pause that an endpoint may request. */
const LONGEST_PAUSE_MS = 60_000;

/** Learned limits of an endpoint. */
export interface EndpointLimitsState {
  /** Concurrent calls. */
  readonly limit: number;
  readonly running: number;
  readonly waiting: number;
  /** Calls per second; absent if unlimited. */
  readonly perSecond?: number;
  /** Number of busy responses. */
  readonly refusals: number;
  readonly lastRefusalAtMs?: number;
  /** Remaining pause requested by the endpoint, in milliseconds. */
  readonly pausedMs: number;
}

interface Waiting {
  readonly group: string;
  readonly start: () => void;
  readonly leave: () => void;
}

/** A slot of a running call; ended exactly once. */
export interface CallPlace {
  readonly queuedMs: number;
  /** The endpoint responded. */
  succeeded(): void;
  /** The endpoint is busy. */
  refused(retryAfterMs: number | undefined): void;
  /** Cancelled, timed out or unreachable: no information about limits. */
  left(): void;
}

export class EndpointLimits {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Waiting[]>();
  #waitingCount = 0;
  #running = 0;
  #limit = FIRST_LIMIT;
  #successesSinceRise = 0;
  #cutAtMs = Number.NEGATIVE_INFINITY;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #perSecond: number | undefined;
  #nextStartMs = 0;
  #refusals = 0;
  #lastRefusalAtMs: number | undefined;
  #windowStartMs = 0;
  #windowCount = 0;
  #lastWindowCount = 0;
  #stopTimer: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get state(): EndpointLimitsState {
    return {
      limit: this.#limit,
      running: this.#running,
      waiting: this.#waitingCount,
      refusals: this.#refusals,
      pausedMs: Math.max(0, this.#pausedUntilMs - this.#clock.monotonicMs()),
      ...defined({ perSecond: this.#perSecond, lastRefusalAtMs: this.#lastRefusalAtMs }),
    };
  }

  /** A slot if one is free; undefined if the call must wait with `enter`. */
  tryEnter(isByHand: boolean): CallPlace | undefined {
    const nowMs = this.#clock.monotonicMs();
    if (isByHand) {
      return this.#place(nowMs, nowMs);
    }
    return this.#waitingCount === 0 && this.#waitMs(nowMs) === 0 ? this.#place(nowMs, nowMs) : undefined;
  }

  /**
   * Waits for a slot.
   *
   * @throws CallFailureError `cancelled` when the signal aborts first
   */
  enter(cause: string, signal: AbortSignal | undefined): Promise<CallPlace> {
    const { promise, resolve, reject } = Promise.withResolvers<CallPlace>();
    if (signal?.aborted === true) {
      reject(cancelledFailure());
      return promise;
    }
    const requestedMs = this.#clock.monotonicMs();
    const group = cause.split(/[:.]/, 1)[0] ?? '';
    const leave = (): void => {
      this.#remove(waiting);
      reject(cancelledFailure());
    };
    const waiting: Waiting = {
      group,
      leave,
      start: () => {
        signal?.removeEventListener('abort', leave);
        resolve(this.#place(requestedMs, this.#clock.monotonicMs()));
      },
    };
    signal?.addEventListener('abort', leave, { once: true });
    const line = this.#waiting.get(group);
    if (line === undefined) {
      this.#waiting.set(group, [waiting]);
    } else {
      line.push(waiting);
    }
    this.#waitingCount += 1;
    this.#pump();
    return promise;
  }

  /** Rejects all waiting calls. */
  close(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    for (const line of [...this.#waiting.values()]) {
      for (const { leave } of [...line]) {
        leave();
      }
    }
  }

  #place(requestedMs: number, startedMs: number): CallPlace {
    this.#running += 1;
    this.#count(startedMs);
    let isOver = false;
    const over = (note: () => void): void => {
      if (isOver) {
        return;
      }
      isOver = true;
      this.#running -= 1;
      note();
      this.#pump();
    };
    return {
      queuedMs: startedMs - requestedMs,
      succeeded: () => over(() => this.#rise()),
      refused: (retryAfterMs) => over(() => this.#cut(startedMs, retryAfterMs)),
      left: () => over(() => undefined),
    };
  }

  /** Milliseconds until the next call may start; infinite if a running call must end first. */
  #waitMs(nowMs: number): number {
    const untilMs = this.#perSecond === undefined ? this.#pausedUntilMs : Math.max(this.#pausedUntilMs, this.#nextStartMs);
    if (untilMs > nowMs) {
      return untilMs - nowMs;
    }
    return this.#running >= this.#limit ? Number.POSITIVE_INFINITY : 0;
  }

  #pump(): void {
    while (this.#waitingCount > 0) {
      const waitMs = this.#waitMs(this.#clock.monotonicMs());
      if (waitMs > 0) {
        if (Number.isFinite(waitMs) && this.#stopTimer === undefined) {
          this.#stopTimer = this.#clock.after(Math.ceil(waitMs), () => {
            this.#stopTimer = undefined;
            this.#pump();
          });
        }
        return;
      }
      this.#takeNext()?.start();
    }
  }

  /** The first call of the next group, which then moves to the end of the round. */
  #takeNext(): Waiting | undefined {
    for (const [group, line] of this.#waiting) {
      const next = line.shift();
      this.#waiting.delete(group);
      if (line.length > 0) {
        this.#waiting.set(group, line);
      }
      if (next !== undefined) {
        this.#waitingCount -= 1;
      }
      return next;
    }
    return undefined;
  }

  #remove(waiting: Waiting): void {
    const line = this.#waiting.get(waiting.group);
    const index = line?.indexOf(waiting) ?? -1;
    if (line === undefined || index < 0) {
      return;
    }
    line.splice(index, 1);
    this.#waitingCount -= 1;
    if (line.length === 0) {
      this.#waiting.delete(waiting.group);
    }
  }

  /** Counts a started call, for the budget and the rate. */
  #count(nowMs: number): void {
    if (nowMs - this.#windowStartMs >= 1000) {
      this.#lastWindowCount = nowMs - this.#windowStartMs < 2000 ? this.#windowCount : 0;
      this.#windowStartMs = nowMs;
      this.#windowCount = 0;
    }
    this.#windowCount += 1;
    if (this.#perSecond !== undefined) {
      this.#nextStartMs = Math.max(this.#nextStartMs, nowMs) + 1000 / this.#perSecond;
    }
  }

  #rise(): void {
    this.#successesSinceRise += 1;
    if (this.#successesSinceRise < this.#limit) {
      return;
    }
    this.#successesSinceRise = 0;
    this.#limit = Math.min(HIGHEST_LIMIT, this.#limit + 1);
    if (this.#perSecond !== undefined) {
      const grown = this.#perSecond * PER_SECOND_GROWTH;
      this.#perSecond = grown > UNBOUND_PER_SECOND ? undefined : grown;
    }
  }

  #cut(startedMs: number, retryAfterMs: number | undefined): void {
    const nowMs = this.#clock.monotonicMs();
    this.#refusals += 1;
    this.#lastRefusalAtMs = this.#clock.nowMs();
    if (retryAfterMs !== undefined) {
      this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + Math.min(LONGEST_PAUSE_MS, Math.max(0, retryAfterMs)));
    }
    if (startedMs < this.#cutAtMs) {
      return;
    }
    this.#cutAtMs = nowMs;
    this.#successesSinceRise = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    const sent = Math.max(this.#windowCount, this.#lastWindowCount);
    const halved = (this.#perSecond ?? Math.max(2 * MIN_FIRST_PER_SECOND, sent)) / 2;
    this.#perSecond = Math.max(LOWEST_PER_SECOND, Math.min(UNBOUND_PER_SECOND, halved));
    this.#nextStartMs = nowMs + 1000 / this.#perSecond;
  }
}
