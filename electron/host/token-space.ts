/**
 * Who may speak to the app's listener: holders of a session token, which a ticket is exchanged for.
 *
 * Holding the token is all it takes, so it opens nothing but zone `app`. Only digests are kept: a memory dump holds no
 * usable token.
 */
import type { Clock } from '../platform/ports.ts';
import { createSecret, digestOf, dropOldest, TicketBook } from './ticket-book.ts';

/** Tabs of one person; the longest unused makes room. */
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

  /** A session token for a ticket, which is used up. */
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
