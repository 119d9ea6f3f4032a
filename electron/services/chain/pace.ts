/**
 * Measures how fast heads arrive, by time of arrival and not by the chain's timestamps: on an accelerated chain these do not predict the next
 * head.
 */
const SAMPLE_LIMIT = 15;
const STALE_FLOOR_MS = 90_000;
const STALE_PACES = 4;

export class Pace {
  #samplesMs: number[] = [];
  #expectedMs: number;
  #last: { height: number; atMs: number } | undefined;

  /** @param expectedMs used until enough heads have arrived */
  constructor(expectedMs: number) {
    this.#expectedMs = expectedMs;
  }

  /** Record the arrival of a head. Only steps forward count, divided by the epochs they cover. */
  note(height: number, atMs: number): void {
    const last = this.#last;
    if (last?.height === height) {
      return;
    }
    this.#last = { height, atMs };
    if (last === undefined || height <= last.height || atMs <= last.atMs) {
      return;
    }
    this.#samplesMs = [...this.#samplesMs, (atMs - last.atMs) / (height - last.height)].slice(-SAMPLE_LIMIT);
  }

  /** Milliseconds per epoch: the median, or the expected value with fewer than three samples. */
  get paceMs(): number {
    if (this.#samplesMs.length < 3) {
      return this.#expectedMs;
    }
    const sorted = [...this.#samplesMs].sort((left, right) => left - right);
    return sorted[Math.floor(sorted.length / 2)] ?? this.#expectedMs;
  }

  /** A head that arrived longer ago than this is stale. Several null rounds in a row are normal, so it covers several epochs. */
  get staleAfterMs(): number {
    return Math.max(STALE_PACES * this.paceMs, STALE_FLOOR_MS);
  }
}
