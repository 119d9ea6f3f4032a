import type { Clock } from '../../electron/platform/ports.ts';

/** A clock that only advances when a test moves it. */
export class ManualClock implements Clock {
  #nowMs: number;
  #waiting: { readonly atMs: number; readonly run: () => void }[] = [];

  constructor(startMs = 1_700_000_000_000) {
    this.#nowMs = startMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.after(delayMs, resolve);
      signal?.addEventListener('abort', () => {
        cancel();
        resolve();
      });
    });
  }

  after(delayMs: number, run: () => void): () => void {
    const entry = { atMs: this.#nowMs + delayMs, run };
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  }

  /** Advance the time and run due timers in order. */
  advance(byMs: number): void {
    this.#nowMs += byMs;
    const due = this.#waiting.filter(({ atMs }) => atMs <= this.#nowMs).sort((left, right) => left.atMs - right.atMs);
    this.#waiting = this.#waiting.filter((entry) => !due.includes(entry));
    for (const { run } of due) {
      run();
    }
  }
}
