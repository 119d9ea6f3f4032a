/**
 * Session tokens of the app's listener, issued in exchange for tickets.
 *
 * A token opens only zone `app`, because having it is the only check. Stores only digests, so that a memory dump contains no usable token.
 */
import type { Clock } from '../platform/ports.ts';
import { createSecret, digestOf, dropOldest, TicketBook } from './ticket-book.ts';

/** Above the limit, the least recently used session is dropped. */
const MAX_SESSIONS = 64;

export class TokenSpace {
  readonly #tickets: TicketBook;
  readonly #sessions = new Set<string>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#tickets = new TicketBook(clock);
  }

  mintTicket(lifeMs: number): string {
    return this.#tickets.mint(lifeMs);
  }

  /** Exchanges a ticket for a session token. */
  exchange(ticket: string): string | undefined {
    if (!this.#tickets.use(ticket)) return undefined;
    const token = createSecret();
    this.#sessions.add(digestOf(token));
    dropOldest(this.#sessions, MAX_SESSIONS);
    return token;
  }

  isSession(token: string): boolean {
    const digest = digestOf(token);
    if (!this.#sessions.delete(digest)) return false;
    this.#sessions.add(digest);
    return true;
  }
}
