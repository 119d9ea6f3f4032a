import type { DevnetChain } from '../chain/devnet-chain.ts';

/** Fraction of an epoch after which a late block or fork is settled. */
const SETTLE_SHARE = 0.4;

/** Drives the chain in real time: one epoch per `blockTimeMs`, replacements in between. */
export class ProducerClock {
  readonly #chain: DevnetChain;
  readonly blockTimeMs: number;
  readonly #onFailure: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #settleTimer: NodeJS.Timeout | undefined;
  #isRunning = false;

  constructor(chain: DevnetChain, blockTimeMs: number, onFailure: (error: unknown) => void) {
    this.#chain = chain;
    this.blockTimeMs = blockTimeMs;
    this.#onFailure = onFailure;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#scheduleSettle();
    this.#timer = setInterval(() => this.#guarded(() => this.#tick()), this.blockTimeMs);
  }

  stop(): void {
    this.#isRunning = false;
    clearInterval(this.#timer);
    clearTimeout(this.#settleTimer);
  }

  #tick(): void {
    this.#chain.advance();
    this.#scheduleSettle();
  }

  #scheduleSettle(): void {
    clearTimeout(this.#settleTimer);
    if (!this.#chain.hasCorrection) return;
    this.#settleTimer = setTimeout(() => this.#guarded(() => this.#chain.settle()), this.blockTimeMs * SETTLE_SHARE);
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.stop();
      this.#onFailure(error);
    }
  }
}
