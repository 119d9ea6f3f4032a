/**
 * Which methods an endpoint does not serve: what its passport found, and what ordinary calls were told since it was last reached.
 *
 * Sits between the clients and the recording, so that no service has to remember refusals itself. Only names of the catalogue are
 * remembered: a misspelt call by hand says nothing about the endpoint. Told by the passport service; asked by the connections service.
 */

import type { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Passport } from '../../../shared/ipc/schemas/connections.ts';
import { methodFacts } from '../../../shared/rpc/methods.ts';
import type { Clock } from '../../platform/ports.ts';
import { CallFailureError, toSextantError } from '../../rpc/call-failure.ts';
import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';

const UNKNOWN_METHOD = -32601;
/** A service may be given more methods while we are connected: after this a refusal is found out again. */
const REMEMBERED_MS = 5 * 60_000;

interface Refusal {
  readonly error: SextantError;
  readonly atMs: number;
}

export class MissingMethods implements CallTap {
  readonly #tap: CallTap;
  readonly #clock: Clock;
  readonly #refused = new Map<string, Map<string, Refusal>>();
  readonly #examined = new Map<string, readonly string[]>();
  readonly #underWay = new Map<number, { readonly connectionId: string; readonly method: string }>();
  readonly #listeners = new Set<(connectionId: string) => void>();

  constructor(tap: CallTap, clock: Clock) {
    this.#tap = tap;
    this.#clock = clock;
  }

  /** Without namespace, sorted. */
  of(connectionId: string): string[] {
    return [...new Set([...(this.#examined.get(connectionId) ?? []), ...(this.#refused.get(connectionId)?.keys() ?? [])])].sort();
  }

  /** The refusal that an ordinary call has had a short while ago: a screen that asks again and again need not ask for it. */
  refusalOf(connectionId: string, method: string): SextantError | undefined {
    const refusal = this.#refused.get(connectionId)?.get(method);
    return refusal === undefined || this.#clock.nowMs() - refusal.atMs > REMEMBERED_MS ? undefined : refusal.error;
  }

  /** Calls back with the connection's id when what it does not serve may have changed; returns the way to stop. */
  onChange(listener: (connectionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What a finished passport found; undefined where there is none any more. */
  setPassport(connectionId: string, passport: Passport | undefined): void {
    const missing = passport?.methods.filter(({ status, api }) => status === 'missing' && api !== 'miner').map(({ name }) => name);
    if (missing === undefined) {
      this.#examined.delete(connectionId);
    } else {
      this.#examined.set(connectionId, missing);
    }
    this.#tell(connectionId);
  }

  /** The endpoint is reached anew: what it refused before may be served now. */
  forgetRefusals(connectionId: string): void {
    if (this.#refused.delete(connectionId)) {
      this.#tell(connectionId);
    }
  }

  begin(start: CallStart): number {
    const id = this.#tap.begin(start);
    if (start.kind === 'call' && start.transport === 'http') {
      this.#underWay.set(id, start);
    }
    return id;
  }

  end(id: number, end: CallEnd): void {
    this.#tap.end(id, end);
    const call = this.#underWay.get(id);
    if (call === undefined || !this.#underWay.delete(id) || end.failure?.code !== 'method-not-served') {
      return;
    }
    const { nodeCode, nodeMessage } = end.failure;
    const isStreamOverHttp = /not supported in this mode|websocket/i.test(nodeMessage ?? '');
    const facts = methodFacts(call.method);
    if ((nodeCode !== UNKNOWN_METHOD && !/^method not supported$/i.test(nodeMessage ?? '')) || isStreamOverHttp || facts?.api !== 'full') {
      return;
    }
    const refused = this.#refused.get(call.connectionId) ?? new Map<string, Refusal>();
    const isNews = !refused.has(facts.name);
    const error = toSextantError(new CallFailureError(end.failure), { method: facts.name, callId: id });
    refused.set(facts.name, { error, atMs: this.#clock.nowMs() });
    this.#refused.set(call.connectionId, refused);
    if (isNews) {
      this.#tell(call.connectionId);
    }
  }

  has(id: number): boolean {
    return this.#tap.has(id);
  }

  keep(id: number): void {
    this.#tap.keep(id);
  }

  release(id: number): void {
    this.#tap.release(id);
  }

  #tell(connectionId: string): void {
    for (const listener of [...this.#listeners]) {
      listener(connectionId);
    }
  }
}
