/**
 * The endpoint that a passport is about, as its probes ask it.
 *
 * Asks slowly and one after the other, and never sends a token to another host than the one it was entered for. Refuses every
 * question that could change something on the node. Called by the probes.
 */

import type { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { SextantError } from '../../../shared/ipc/envelope.ts';
import type { CallRef } from '../../../shared/ipc/schemas/common.ts';
import { isPlainRead, methodFacts } from '../../../shared/rpc/methods.ts';
import type { Clock } from '../../platform/ports.ts';
import type { CallTap } from '../../rpc/call-tap.ts';
import { JsonRpcClient } from '../../rpc/json-rpc-client.ts';
import type { NodeClient } from '../../rpc/node-client.ts';
import type { ConnectionTarget } from './connection-link.ts';
import { tokenTargets } from './connection-urls.ts';
import { PassportTap, type SeenCall } from './passport-tap.ts';

/** A shorter header value is not looked for in texts of the node. */
const MIN_QUOTED_LENGTH = 8;
/** A probe waits this long for one answer. */
const TIMEOUT_MS = 12_000;
/** Lists that need more than `read` and change nothing (Lotus api/api_common.go). */
const HARMLESS_LISTS = new Set(['LogList', 'LogAlerts']);

export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly call: CallRef }
  | { readonly ok: false; readonly error: SextantError; readonly call?: CallRef };

export interface AskOptions<S extends z.ZodType> {
  /** What the question is for: the end of the cause `passport: …`. */
  readonly why: string;
  readonly schema: S;
  /** Ask somebody else than the node: the storage miner, or a client of `openClient`. */
  readonly client?: NodeClient;
  readonly timeoutMs?: number;
}

export class PassportEndpoint {
  readonly target: ConnectionTarget;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly client: NodeClient;
  readonly miner: NodeClient | undefined;
  readonly #tap: PassportTap;
  readonly #opened: JsonRpcClient[] = [];

  constructor({ target, tap, clock, signal }: { target: ConnectionTarget; tap: CallTap; clock: Clock; signal: AbortSignal }) {
    this.target = target;
    this.clock = clock;
    this.signal = signal;
    this.#tap = new PassportTap(tap, clock, secretsOf(target));
    this.client = this.openClient();
    this.miner = target.minerUrl === undefined ? undefined : this.#openMiner(target.minerUrl);
  }

  takeCalls(): readonly SeenCall[] {
    return this.#tap.takeNew();
  }

  allSeen(): readonly SeenCall[] {
    return this.#tap.all();
  }

  seen(id: number): SeenCall | undefined {
    return this.#tap.find(id);
  }

  /** A text with what a node quoted of a token taken out. */
  withoutTokens(text: string): string {
    return this.#tap.withoutTokens(text);
  }

  /** A client with connections of its own, to the node's address or to another path on its host. */
  openClient(httpUrl: string = this.target.httpUrl, isV2?: true): NodeClient {
    const { id, name, wsUrl, namespace, token, headers } = this.target;
    const known = tokenTargets([this.target.httpUrl]);
    const isSameHost = [...tokenTargets([httpUrl])].every((place) => known.has(place));
    if (!isSameHost) {
      throw new SextantError('forbidden', 'A passport asks only the host of its connection.');
    }
    const client = new JsonRpcClient({
      connectionId: id,
      connectionName: name,
      tap: this.#tap,
      clock: this.clock,
      namespace,
      httpUrl,
      ...(isV2 === true ? { isV2 } : {}),
      ...defined({ wsUrl }),
      token,
      headers,
    });
    this.#opened.push(client);
    return client;
  }

  /**
   * @throws SextantError `cancelled` once the passport was stopped; every other failure is the outcome
   * @throws Error for what could change something
   */
  async ask<S extends z.ZodType>(method: string, params: readonly unknown[], options: AskOptions<S>): Promise<Outcome<z.output<S>>> {
    this.refuseStopped();
    if (!isHarmless(method, params)) {
      throw new Error(`A passport does not ask ${method}: it could change something.`);
    }
    const { why, schema, client = this.client, timeoutMs = TIMEOUT_MS } = options;
    try {
      const answer = await client.call(method, params, { cause: `passport: ${why}`, signal: this.signal, timeoutMs, schema });
      return { ok: true, value: answer.value, call: answer.call };
    } catch (error) {
      this.refuseStopped();
      if (error instanceof SextantError) {
        const call = this.#tap.find(error.details?.callId ?? -1)?.ref;
        return { ok: false, error: this.#withoutTokens(error), ...defined({ call }) };
      }
      throw error;
    }
  }

  refuseStopped(): void {
    if (this.signal.aborted) {
      throw new SextantError('cancelled', 'The passport was stopped.');
    }
  }

  close(): void {
    for (const client of this.#opened) {
      client.close();
    }
  }

  /** Before a finding cuts it short: a part of a token would not be found again. */
  #withoutTokens(error: SextantError): SextantError {
    const { code, message, details, retryable, cause } = error;
    const nodeMessage = details?.nodeMessage;
    return new SextantError(code, this.withoutTokens(message), {
      retryable,
      cause,
      ...(details === undefined
        ? {}
        : { details: { ...details, ...(nodeMessage === undefined ? {} : { nodeMessage: this.withoutTokens(nodeMessage) }) } }),
    });
  }

  #openMiner(minerUrl: string): NodeClient {
    const { id, name, minerToken } = this.target;
    const client = new JsonRpcClient({
      connectionId: id,
      connectionName: name,
      tap: this.#tap,
      clock: this.clock,
      namespace: 'Filecoin',
      httpUrl: minerUrl,
      token: minerToken,
    });
    this.#opened.push(client);
    return client;
  }
}

/** What a node may quote. A short value is a word of other texts too. */
function secretsOf({ token = '', minerToken = '', headers = {} }: ConnectionTarget): string[] {
  return [token, minerToken, ...Object.values(headers).filter((value) => value.length >= MIN_QUOTED_LENGTH)];
}

/** Reads; of what changes something only the name, since go-jsonrpc counts the parameters before anything runs. */
function isHarmless(method: string, params: readonly unknown[]): boolean {
  const needsParams = (methodFacts(method)?.params.length ?? 0) > 0;
  return isPlainRead(method) || HARMLESS_LISTS.has(method) || (params.length === 0 && needsParams);
}
