/** Tickets that work once and soon. Only digests are kept: looking one up tells a guesser nothing by its timing. */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../platform/ports.ts';

const SECRET_BYTES = 32;
const MAX_TICKETS = 256;

export class TicketBook {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** Digest → when it stops working. */
  readonly #tickets = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** A new ticket; put into the fragment of a URL, where no server and no referrer sees it. */
  mint(lifeMs: number): string {
    const ticket = createSecret();
    this.#tickets.set(digestOf(ticket), this.#clock.monotonicMs() + lifeMs);
    dropOldest(this.#tickets, MAX_TICKETS);
    return ticket;
  }

  /** Uses a ticket up; false for one that is unknown, was used before or has expired. */
  use(ticket: string): boolean {
    const digest = digestOf(ticket);
    const untilMs = this.#tickets.get(digest);
    this.#tickets.delete(digest);
    return untilMs !== undefined && this.#clock.monotonicMs() <= untilMs;
  }
}

/** 256 random bits as text. */
export function createSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}

/** Removes entries in the order in which they were added. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(key);
  }
}
