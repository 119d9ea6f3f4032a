/**
 * Slows down guessing through the running app: after three wrong passphrases each further one has to wait, twice as long every
 * time, up to a minute. Guessing on a copied file is slowed by the key derivation alone.
 */
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { Clock } from '../platform/ports.ts';

const FREE_ATTEMPTS = 3;
const LONGEST_WAIT_MS = 60_000;

export class PassphraseAttempts {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #failures = 0;
  #nextAtMs = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Runs attempts one after the other, so that sending many at once gains nothing. */
  run<T>(attempt: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#try(attempt));
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #try<T>(attempt: () => Promise<T>): Promise<T> {
    const waitMs = this.#nextAtMs - this.#clock.monotonicMs();
    if (waitMs > 0) {
      const seconds = Math.ceil(waitMs / 1000);
      throw new SextantError('wrong-passphrase', `Several wrong passphrases were typed. Try again in ${seconds} s.`, {
        retryable: true,
      });
    }
    try {
      const result = await attempt();
      this.#failures = 0;
      return result;
    } catch (error) {
      if (error instanceof SextantError && error.code === 'wrong-passphrase') {
        this.#failures += 1;
        if (this.#failures >= FREE_ATTEMPTS) {
          const delayMs = Math.min(LONGEST_WAIT_MS, 1000 * 2 ** (this.#failures - FREE_ATTEMPTS));
          this.#nextAtMs = this.#clock.monotonicMs() + delayMs;
        }
      }
      throw error;
    }
  }
}
