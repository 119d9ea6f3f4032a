/**
 * The methods that an endpoint does not serve: from its passport, and from refused calls since it was last connected.
 *
 * A tap between the clients and the recording, so that no service stores refusals itself. Only methods of the catalogue are stored,
 * since a misspelt console call says nothing about the endpoint. Written by the passport service, read by the connections service.
 */

import type { SextantError } from '../../../shared/ipc/envelope.ts';
import type { Passport } from '../../../shared/ipc/schemas/connections.ts';
import { methodFacts } from '../../../shared/rpc/methods.ts';
import { type CallFailure, CallFailureError, toSextantError } from '../../rpc/call-failure.ts';
import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';

/** F3 is disabled (Lotus api/api_errors.go EF3Disabled): the method exists and always fails. */
const F3_DISABLED = 4;

interface Refusal {
  readonly error: SextantError;
  /** The endpoint does not serve the method at all. */
  readonly isMissing: boolean;
}

export class MissingMethods implements CallTap {
  readonly #tap: CallTap;
  readonly #refused = new Map<string, Map<string, Refusal>>();
  readonly #missing = new Map<string, readonly string[]>();
  readonly #pending = new Map<number, { readonly connectionId: string; readonly method: string }>();
  readonly #listeners = new Set<(connectionId: string) => void>();

  constructor(tap: CallTap) {
    this.#tap = tap;
  }

  /** Without namespace, sorted. */
  of(connectionId: string): string[] {
    const refused = [...(this.#refused.get(connectionId) ?? [])].flatMap(([method, { isMissing }]) => (isMissing ? [method] : []));
    return [...new Set([...(this.#missing.get(connectionId) ?? []), ...refused])].sort();
  }

  /** The refusal of a method since the endpoint was connected, so that screens need not repeat the call. */
  refusalOf(connectionId: string, method: string): SextantError | undefined {
    return this.#refused.get(connectionId)?.get(method)?.error;
  }

  /** Calls back with the id of a connection whose missing methods may have changed. Returns the unsubscribe function. */
  onChange(listener: (connectionId: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Stores the result of a finished passport; undefined removes it. */
  setPassport(connectionId: string, passport: Passport | undefined): void {
    const missing = passport?.methods.filter(({ status, api }) => status === 'missing' && api !== 'miner').map(({ name }) => name);
    if (missing === undefined) {
      this.#missing.delete(connectionId);
    } else {
      this.#missing.set(connectionId, missing);
    }
    this.#notify(connectionId);
  }

  /** Called before reconnecting: the endpoint may serve now what it refused before. */
  forgetRefusals(connectionId: string): void {
    if (this.#refused.delete(connectionId)) {
      this.#notify(connectionId);
    }
  }

  begin(start: CallStart): number {
    const id = this.#tap.begin(start);
    // A refusal of the v2 API says nothing about the v1 method of the same name.
    const isOwnName = start.isV2 !== true || methodFacts(start.method)?.isV2Only === true;
    if (start.kind === 'call' && start.transport === 'http' && isOwnName) {
      this.#pending.set(id, start);
    }
    return id;
  }

  end(id: number, end: CallEnd): void {
    this.#tap.end(id, end);
    const call = this.#pending.get(id);
    const facts = call === undefined ? undefined : methodFacts(call.method);
    if (call === undefined || !this.#pending.delete(id) || facts?.api !== 'full') {
      return;
    }
    const { failure } = end;
    if (failure === undefined) {
      // A later call succeeded, for example from the console.
      if (this.#refused.get(call.connectionId)?.delete(facts.name) === true) this.#notify(call.connectionId);
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
      this.#notify(call.connectionId);
    }
  }

  keep(id: number): void {
    this.#tap.keep(id);
  }

  release(id: number): void {
    this.#tap.release(id);
  }

  #notify(connectionId: string): void {
    for (const listener of [...this.#listeners]) {
      listener(connectionId);
    }
  }
}

/** Excludes subscriptions refused over plain HTTP, which are served over WebSocket. */
function isUnknownMethod({ code, nodeMessage = '' }: CallFailure): boolean {
  return code === 'method-not-served' && !/not supported in this mode|websocket/i.test(nodeMessage);
}
