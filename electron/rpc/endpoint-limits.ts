/**
 * How many calls one endpoint gets at a time, and how fast: learned from what it refuses, shared by HTTP and WebSocket.
 *
 * The number at a time goes down by half when the endpoint says that it is busy and up by one for every round of that many
 * successes: additive increase and multiplicative decrease is the rule that settles at a limit nobody tells us, and shares it
 * fairly with other programs behind the same address. A refusal also starts a budget in calls a second, because quotas such as
 * "60 a minute" count calls, not connections: half of what was sent in the second before, growing with successes until it no longer
 * binds. Refusals of calls that were sent before the last cut say nothing new and are only counted.
 *
 * Waiting calls are served in turn by who asked (the screen before the colon of a cause), so that one that asks for a thousand
 * things does not hold up the others. A call that a person wrote by hand goes ahead and is not counted against the budget.
 */
import { defined } from '../../shared/collections/defined.ts';
import type { Clock } from '../platform/ports.ts';
import { cancelledFailure } from './network-failure.ts';

const FIRST_LIMIT = 16;
const HIGHEST_LIMIT = 32;
/** The first budget is not below this: one refusal is weak evidence. */
const FIRST_PER_SECOND_AT_LEAST = 4;
const LOWEST_PER_SECOND = 0.5;
/** A budget beyond this does not bind and is dropped. */
const UNBOUND_PER_SECOND = 100;
const PER_SECOND_GROWTH = 1.05;
/** An endpoint may ask for a pause, not switch us off. */
const LONGEST_PAUSE_MS = 60_000;

/** What has been learned about an endpoint. */
export interface EndpointLimitsState {
  /** Calls at a time. */
  readonly limit: number;
  readonly running: number;
  readonly waiting: number;
  /** Calls a second; absent while no budget binds. */
  readonly perSecond?: number;
  /** How often the endpoint has said that it is busy. */
  readonly refusals: number;
  readonly lastRefusalAtMs?: number;
  /** Milliseconds for which nothing is sent, as the endpoint asked. */
  readonly pausedMs: number;
}

interface Waiting {
  readonly group: string;
  readonly start: () => void;
  readonly leave: () => void;
}

/** A place among the running calls; ended exactly once. */
export interface CallPlace {
  readonly queuedMs: number;
  /** The endpoint answered, whatever it said. */
  succeeded(): void;
  /** The endpoint said that it is busy. */
  refused(retryAfterMs: number | undefined): void;
  /** Cancelled, timed out or not reached: says nothing about its limits. */
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

  /** A place at once where one is free; undefined where the call has to wait with `enter`. */
  tryEnter(isByHand: boolean): CallPlace | undefined {
    const nowMs = this.#clock.monotonicMs();
    if (isByHand) {
      return this.#place(nowMs, nowMs);
    }
    return this.#waitingCount === 0 && this.#waitMs(nowMs) === 0 ? this.#place(nowMs, nowMs) : undefined;
  }

  /**
   * Waits for a place.
   *
   * @throws CallFailureError `cancelled` when the signal aborts first
   */
  enter(cause: string, signal: AbortSignal | undefined): Promise<CallPlace> {
    const { promise, resolve, reject } = Promise.withResolvers<CallPlace>();
    if (signal?.aborted === true) {
      reject(cancelledFailure());
      return promise;
    }
    const askedMs = this.#clock.monotonicMs();
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
        resolve(this.#place(askedMs, this.#clock.monotonicMs()));
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

  /** Turns away everybody who waits. */
  close(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    for (const line of [...this.#waiting.values()]) {
      for (const { leave } of [...line]) {
        leave();
      }
    }
  }

  #place(askedMs: number, startedMs: number): CallPlace {
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
      queuedMs: startedMs - askedMs,
      succeeded: () => over(() => this.#rise()),
      refused: (retryAfterMs) => over(() => this.#cut(startedMs, retryAfterMs)),
      left: () => over(() => undefined),
    };
  }

  /** Milliseconds until the next call may start; 0 for now, infinite while a running call has to end first. */
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

  /** The first of the group whose turn it is; the group then goes to the end of the round. */
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

  /** Counts a start, for the budget and for the rate that a first budget is made of. */
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
    const halved = (this.#perSecond ?? Math.max(2 * FIRST_PER_SECOND_AT_LEAST, sent)) / 2;
    this.#perSecond = Math.max(LOWEST_PER_SECOND, Math.min(UNBOUND_PER_SECOND, halved));
    this.#nextStartMs = nowMs + 1000 / this.#perSecond;
  }
}
