/**
 * Which methods an endpoint does not serve: what its passport found, and what ordinary calls were told since it was last reached.
 *
 * Sits between the clients and the recording, so that no service has to remember refusals itself. Only names of the catalogue are
 * remembered: a misspelt call by hand says nothing about the endpoint. Told by the passport service; asked by the connections service.
 */

import type { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Passport } from '../../../shared/ipc/schemas/connections.ts';
import { methodFacts } from '../../../shared/rpc/methods.ts';
import { type CallFailure, CallFailureError, toSextantError } from '../../rpc/call-failure.ts';
import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';

/** Fast finality is switched off (Lotus api/api_errors.go EF3Disabled): the method is served, and will say so each time. */
const F3_DISABLED = 4;

interface Refusal {
  readonly error: SextantError;
  /** The endpoint does not serve the method at all. */
  readonly isMissing: boolean;
}

export class MissingMethods implements CallTap {
  readonly #tap: CallTap;
  readonly #refused = new Map<string, Map<string, Refusal>>();
  readonly #examined = new Map<string, readonly string[]>();
  readonly #underWay = new Map<number, { readonly connectionId: string; readonly method: string }>();
  readonly #listeners = new Set<(connectionId: string) => void>();

  constructor(tap: CallTap) {
    this.#tap = tap;
  }

  /** Without namespace, sorted. */
  of(connectionId: string): string[] {
    const refused = [...(this.#refused.get(connectionId) ?? [])].flatMap(([method, { isMissing }]) => (isMissing ? [method] : []));
    return [...new Set([...(this.#examined.get(connectionId) ?? []), ...refused])].sort();
  }

  /** The refusal that a call has had since the endpoint was reached: a screen that asks again and again need not ask for it. */
  refusalOf(connectionId: string, method: string): SextantError | undefined {
    return this.#refused.get(connectionId)?.get(method)?.error;
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
    // A refusal of the v2 API says nothing of the method of the same name in v1.
    const isOwnName = start.isV2 !== true || methodFacts(start.method)?.isV2Only === true;
    if (start.kind === 'call' && start.transport === 'http' && isOwnName) {
      this.#underWay.set(id, start);
    }
    return id;
  }

  end(id: number, end: CallEnd): void {
    this.#tap.end(id, end);
    const call = this.#underWay.get(id);
    const facts = call === undefined ? undefined : methodFacts(call.method);
    if (call === undefined || !this.#underWay.delete(id) || facts?.api !== 'full') {
      return;
    }
    const { failure } = end;
    if (failure === undefined) {
      // It was asked for by hand, and is served by now.
      if (this.#refused.get(call.connectionId)?.delete(facts.name) === true) this.#tell(call.connectionId);
      return;
    }
    const isMissing = isUnknownMethod(failure);
    if (!isMissing && !(failure.nodeCode === F3_DISABLED && facts.name.startsWith('F3'))) {
      return;
    }
    const refused = this.#refused.get(call.connectionId) ?? new Map<string, Refusal>();
    const isNews = isMissing && refused.get(facts.name)?.isMissing !== true;
    const error = toSextantError(new CallFailureError(failure), { method: facts.name, callId: id });
    refused.set(facts.name, { error, isMissing });
    this.#refused.set(call.connectionId, refused);
    if (isNews) {
      this.#tell(call.connectionId);
    }
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

/** A stream that plain HTTP cannot carry is refused in the same words, and served over a socket. */
function isUnknownMethod({ code, nodeMessage = '' }: CallFailure): boolean {
  return code === 'method-not-served' && !/not supported in this mode|websocket/i.test(nodeMessage);
}
