/** Single-use tickets with an expiry. Stores only digests, so that lookups leak nothing by timing. */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../platform/ports.ts';

const SECRET_BYTES = 32;
const MAX_TICKETS = 256;

export class TicketBook {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** Digest → expiry. */
  readonly #tickets = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** A new ticket, for the fragment of a URL, which neither servers nor referrers see. */
  mint(lifeMs: number): string {
    const ticket = createSecret();
    this.#tickets.set(digestOf(ticket), this.#clock.monotonicMs() + lifeMs);
    dropOldest(this.#tickets, MAX_TICKETS);
    return ticket;
  }

  /** Consumes a ticket; false if it is unknown, already used or expired. */
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

/** Removes the oldest entries above the limit. */
export function dropOldest(entries: Map<string, unknown> | Set<string>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(key);
  }
}
