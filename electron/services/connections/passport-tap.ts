/**
 * Passes the calls of a passport on to the recording, and keeps of each what its rows need.
 *
 * Takes the token out of bodies before anything is recorded: AuthVerify carries it as a parameter, where masking by header would
 * not see it. Made for one passport by its endpoint.
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Clock } from '../../platform/ports.ts';
import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';

/** Replies up to this size are kept as text for the probes that look at a body themselves. */
const KEPT_REPLY_CHARACTERS = 64 * 1024;

export interface SeenCall {
  ref: CallRef;
  readonly url: string;
  end?: Omit<CallEnd, 'response'> & { readonly responseText?: string };
}

export class PassportTap implements CallTap {
  readonly #tap: CallTap;
  readonly #clock: Clock;
  readonly #secrets: readonly string[];
  readonly #seen = new Map<number, SeenCall>();
  #taken = 0;

  constructor(tap: CallTap, clock: Clock, secrets: readonly string[]) {
    this.#tap = tap;
    this.#clock = clock;
    this.#secrets = secrets.filter((secret) => secret !== '');
  }

  /** Calls since the last time it was asked, in the order in which they were sent. */
  takeNew(): readonly SeenCall[] {
    const fresh = [...this.#seen.values()].slice(this.#taken);
    this.#taken = this.#seen.size;
    return fresh;
  }

  all(): readonly SeenCall[] {
    return [...this.#seen.values()];
  }

  find(id: number): SeenCall | undefined {
    return this.#seen.get(id);
  }

  begin(start: CallStart): number {
    const id = this.#tap.begin({ ...start, request: this.withoutTokens(start.request), paramsText: this.withoutTokens(start.paramsText) });
    // Frames and the entries of a batch stay under the call that they belong to; events of a socket are no calls.
    if (start.kind !== 'event' && (start.parentId === undefined || start.attempt !== undefined)) {
      const method = start.kind === 'batch' ? 'batch' : start.method.slice(start.method.indexOf('.') + 1);
      this.#seen.set(id, { ref: { id, method, tookMs: 0, atMs: this.#clock.nowMs(), isCached: false }, url: start.url });
    }
    return id;
  }

  end(id: number, end: CallEnd): void {
    const seen = this.#seen.get(id);
    if (seen !== undefined) {
      const { response, ...rest } = end;
      // Read before it is passed on: bytes belong to the recording from then on.
      const text = response === undefined || response.length > KEPT_REPLY_CHARACTERS ? undefined : textOf(response);
      seen.ref = { ...seen.ref, tookMs: end.tookMs };
      seen.end = { ...seen.end, ...rest, ...defined({ responseText: text }) };
    }
    this.#tap.end(id, end);
  }

  keep(id: number): void {
    this.#tap.keep(id);
  }

  release(id: number): void {
    this.#tap.release(id);
  }

  /** A text in which no token of the endpoint is: a node may quote the one that it was sent. */
  withoutTokens(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, 'TOKEN'), text);
  }
}

function textOf(response: string | Uint8Array): string {
  return typeof response === 'string' ? response : new TextDecoder().decode(response);
}
