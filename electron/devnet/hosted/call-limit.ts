const MINUTE_MS = 60_000;

/** Rate limit per minute. */
export class CallLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  #minute = -1;
  #taken = 0;

  constructor(perMinute: number, now: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Count a call. Returns the seconds to wait if the limit is reached. */
  take(): number | undefined {
    const now = this.#now();
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#taken = 0;
    }
    if (this.#taken >= this.#perMinute) return Math.ceil(((minute + 1) * MINUTE_MS - now) / 1_000);
    this.#taken += 1;
    return undefined;
  }
}
