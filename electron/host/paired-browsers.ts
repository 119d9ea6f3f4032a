/**
 * The browsers that may open a session of the trusted document: those paired by a start link.
 *
 * Trusts a ticket from a start link, which the app never sees, and then the key that came with it. Stores only public keys, in memory, so
 * that a program on this port after Sextant has stopped gets nothing that a later start accepts.
 */
import type { KeyObject } from 'node:crypto';
import { createPublicKey, verify } from 'node:crypto';
import { formatProofText } from '../../shared/ipc/pairing.ts';
import type { SocketProof } from '../../shared/ipc/wire.ts';
import type { Clock } from '../platform/ports.ts';
import { dropOldest, TicketBook } from './ticket-book.ts';

/** A pairing expires after this time without a session, */
export const PAIRING_IDLE_MS = 7 * 24 * 60 * 60_000;
/** and at the latest after this time. */
export const PAIRING_LIFE_MS = 30 * 24 * 60 * 60_000;
/** Above the limit, the oldest pairing is dropped. */
const MAX_BROWSERS = 64;

interface Pairing {
  readonly key: KeyObject;
  readonly pairedMs: number;
  usedMs: number;
}

export class PairedBrowsers {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #tickets: TicketBook;
  /** By public key, as the browser sent it. */
  readonly #pairings = new Map<string, Pairing>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
    this.#tickets = new TicketBook(clock);
  }

  mintTicket(lifeMs: number): string {
    return this.#tickets.mint(lifeMs);
  }

  /** Pairs the browser with this key (SPKI, base64). Consumes the ticket unless the key is malformed. */
  pair(ticket: string, publicKey: string): boolean {
    const key = parsePublicKey(publicKey);
    if (key === undefined || !this.#tickets.use(ticket)) return false;
    const nowMs = this.#clock.monotonicMs();
    this.#pairings.set(publicKey, { key, pairedMs: nowMs, usedMs: nowMs });
    dropOldest(this.#pairings, MAX_BROWSERS);
    return true;
  }

  /** Whether a paired browser signed this challenge for this origin. */
  isProven(origin: string, challenge: string, proof: SocketProof): boolean {
    const pairing = this.#pairings.get(proof.publicKey);
    if (pairing === undefined) return false;
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - pairing.usedMs > PAIRING_IDLE_MS || nowMs - pairing.pairedMs > PAIRING_LIFE_MS) {
      this.#pairings.delete(proof.publicKey);
      return false;
    }
    const text = Buffer.from(formatProofText(origin, challenge));
    const signature = Buffer.from(proof.signature, 'base64');
    if (!verify('sha256', text, { key: pairing.key, dsaEncoding: 'ieee-p1363' }, signature)) return false;
    pairing.usedMs = nowMs;
    return true;
  }
}

function parsePublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined;
  } catch {
    // Not a key: rejected like a wrong ticket.
    return undefined;
  }
}
