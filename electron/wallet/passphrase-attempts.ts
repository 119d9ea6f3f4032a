/**
 * Slows down guessing in the running app: after three wrong passphrases each further attempt must wait, twice as long each time, up to a
 * minute. The count is on disk, so a restart does not reset it. It protects against people at the screen: on a copied vault file only the key
 * derivation slows guessing down.
 */
import { z } from 'zod';
import { SextantError } from '../../shared/ipc/envelope.ts';
import type { Clock, Logger } from '../platform/ports.ts';

const FREE_ATTEMPTS = 3;
const MAX_WAIT_MS = 60_000;

export const zAttempts = z.object({ failures: z.number().int().min(0), lastAtMs: z.number() });
export type Attempts = z.infer<typeof zAttempts>;

/** Stores the count. */
export interface AttemptStore {
  load(): Promise<Attempts>;
  save(attempts: Attempts): Promise<void>;
}

export interface PassphraseAttemptsOptions {
  readonly clock: Pick<Clock, 'monotonicMs' | 'nowMs'>;
  readonly store: AttemptStore;
  readonly logger: Logger;
}

export class PassphraseAttempts {
  readonly #clock: PassphraseAttemptsOptions['clock'];
  readonly #store: AttemptStore;
  readonly #logger: Logger;
  #failures = 0;
  #nextAtMs = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ clock, store, logger }: PassphraseAttemptsOptions) {
    this.#clock = clock;
    this.#store = store;
    this.#logger = logger;
  }

  /** Load the count of the previous session. */
  async start(): Promise<void> {
    try {
      const { failures, lastAtMs } = await this.#store.load();
      this.#failures = failures;
      // A clock that was set back must not extend the wait.
      const passedMs = Math.max(0, this.#clock.nowMs() - lastAtMs);
      this.#nextAtMs = this.#clock.monotonicMs() + Math.max(0, waitMs(failures) - passedMs);
    } catch (error) {
      this.#logger.error('Could not read the count of wrong passphrases', { error });
    }
  }

  /** Run attempts one after another, so that parallel attempts gain nothing. */
  run<T>(attempt: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#try(attempt));
    // Drop the result: it may be a private key, which must not stay referenced.
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async #try<T>(attempt: () => Promise<T>): Promise<T> {
    const leftMs = this.#nextAtMs - this.#clock.monotonicMs();
    if (leftMs > 0) {
      const seconds = Math.ceil(leftMs / 1000);
      throw new SextantError('wrong-passphrase', `Too many wrong passphrases. Try again in ${seconds} s.`, {
        retryable: true,
      });
    }
    try {
      const result = await attempt();
      await this.#note(0);
      return result;
    } catch (error) {
      if (error instanceof SextantError && error.code === 'wrong-passphrase') {
        await this.#note(this.#failures + 1);
        this.#nextAtMs = this.#clock.monotonicMs() + waitMs(this.#failures);
      }
      throw error;
    }
  }

  async #note(failures: number): Promise<void> {
    if (failures === this.#failures) {
      return;
    }
    this.#failures = failures;
    try {
      await this.#store.save({ failures, lastAtMs: this.#clock.nowMs() });
    } catch (error) {
      // A full disk must not keep the right passphrase from opening the vault.
      this.#logger.error('Could not save the count of wrong passphrases', { error });
    }
  }
}

function waitMs(failures: number): number {
  return failures < FREE_ATTEMPTS ? 0 : Math.min(MAX_WAIT_MS, 1000 * 2 ** (failures - FREE_ATTEMPTS));
}
