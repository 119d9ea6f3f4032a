/**
 * Who may speak to one document's listener: tickets that work once and soon, and the session tokens they are exchanged for.
 *
 * Each listener has its own space, so that nothing of one document is worth anything at the other. Only digests are kept:
 * a look-up by digest tells a guesser nothing by its timing, and a memory dump holds no usable token.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../platform/ports.ts';

const TOKEN_BYTES = 32;
/** Tabs of one person; the longest unused makes room. */
const SESSIONS_AT_MOST = 64;
const TICKETS_AT_MOST = 256;

export class TokenSpace {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** Digest → when it stops working. */
  readonly #tickets = new Map<string, number>();
  readonly #sessions = new Set<string>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** A new ticket; put into the fragment of an address, where no server and no referrer sees it. */
  mintTicket(lifeMs: number): string {
    const ticket = randomBytes(TOKEN_BYTES).toString('base64url');
    this.#tickets.set(digestOf(ticket), this.#clock.monotonicMs() + lifeMs);
    dropOldest(this.#tickets, TICKETS_AT_MOST);
    return ticket;
  }

  /** A session token for a ticket that was not used before and has not run out; uses it up. */
  exchange(ticket: string): string | undefined {
    const digest = digestOf(ticket);
    const untilMs = this.#tickets.get(digest);
    if (untilMs === undefined) return undefined;
    this.#tickets.delete(digest);
    if (this.#clock.monotonicMs() > untilMs) return undefined;
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    this.#sessions.add(digestOf(token));
    dropOldest(this.#sessions, SESSIONS_AT_MOST);
    return token;
  }

  isSession(token: string): boolean {
    const digest = digestOf(token);
    if (!this.#sessions.delete(digest)) return false;
    this.#sessions.add(digest);
    return true;
  }
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64');
}

function dropOldest(entries: Map<string, unknown> | Set<string>, atMost: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= atMost) return;
    entries.delete(key);
  }
}
