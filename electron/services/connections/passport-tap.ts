/**
 * The tap of a passport: forwards calls to the recording and stores what the findings need.
 *
 * Masks the token in bodies before they are recorded: AuthVerify has it as a parameter, which masking of headers does not cover.
 */
import { defined } from '../../../shared/collections/defined.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import type { Clock } from '../../platform/ports.ts';
import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';

/** Larger replies are not stored for probes that read the body. */
const MAX_STORED_REPLY_CHARACTERS = 64 * 1024;

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

  /** Calls since the last `takeNew`, in the order sent. */
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
    // Frames and batch entries belong to their parent call; socket events are not calls.
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
      // Read before forwarding: from then on the recording owns the bytes.
      const text = response === undefined || response.length > MAX_STORED_REPLY_CHARACTERS ? undefined : textOf(response);
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

  /** The text with the endpoint's tokens masked, since a node may quote them. */
  withoutTokens(text: string): string {
    return this.#secrets.reduce((masked, secret) => masked.replaceAll(secret, 'TOKEN'), text);
  }
}

function textOf(response: string | Uint8Array): string {
  return typeof response === 'string' ? response : new TextDecoder().decode(response);
}
