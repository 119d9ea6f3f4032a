/**
 * How fast heads really arrive, measured by receipt, not by the chain's timestamps: an accelerated chain's clock says
 * nothing about when the next head is due here.
 */
const SAMPLE_LIMIT = 15;
const STALE_FLOOR_MS = 90_000;
const STALE_PACES = 4;

export class Pace {
  #samplesMs: number[] = [];
  #expectedMs: number;
  #last: { height: number; atMs: number } | undefined;

  /** @param expectedMs what is assumed until heads have been seen */
  constructor(expectedMs: number) {
    this.#expectedMs = expectedMs;
  }

  /** Notes that a head of this height was received. Only steps forward count, divided by the epochs they cover. */
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

  /** Milliseconds an epoch takes: the median seen, or what is assumed while fewer than three were. */
  get paceMs(): number {
    if (this.#samplesMs.length < 3) {
      return this.#expectedMs;
    }
    const sorted = [...this.#samplesMs].sort((left, right) => left - right);
    return sorted[Math.floor(sorted.length / 2)] ?? this.#expectedMs;
  }

  /** A head older than this (by receipt) is stale. Runs of null rounds are ordinary, hence several paces. */
  get staleAfterMs(): number {
    return Math.max(STALE_PACES * this.paceMs, STALE_FLOOR_MS);
  }
}
