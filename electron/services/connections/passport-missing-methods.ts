/**
 * Which methods an endpoint does not serve: what its passport found, and what ordinary calls were told since it was last reached.
 *
 * Sits between the clients and the recording, so that no service has to remember refusals itself. Only names of the catalogue are
 * remembered: a misspelt call by hand says nothing about the endpoint. Told by the passport service; asked by the connections service.
 */
import type { Passport } from '../../../shared/ipc/schemas/connections.ts';
import { methodFacts } from '../../../shared/rpc/methods.ts';
import type { CallEnd, CallStart, CallTap } from '../../rpc/call-tap.ts';

const UNKNOWN_METHOD = -32601;

export class MissingMethods implements CallTap {
  readonly #tap: CallTap;
  readonly #refused = new Map<string, Set<string>>();
  readonly #examined = new Map<string, readonly string[]>();
  readonly #underWay = new Map<number, { readonly connectionId: string; readonly method: string }>();
  readonly #listeners = new Set<(connectionId: string) => void>();

  constructor(tap: CallTap) {
    this.#tap = tap;
  }

  /** Without namespace, sorted. */
  of(connectionId: string): string[] {
    return [...new Set([...(this.#examined.get(connectionId) ?? []), ...(this.#refused.get(connectionId) ?? [])])].sort();
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
    const refused = this.#refused.get(call.connectionId) ?? new Set();
    if (!refused.has(facts.name)) {
      refused.add(facts.name);
      this.#refused.set(call.connectionId, refused);
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
