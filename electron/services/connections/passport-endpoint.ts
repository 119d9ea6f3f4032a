/**
 * The client that the probes of a passport use.
 *
 * Sends a token only to the host it was entered for. Refuses every call that could change something on the node. Used by the probes.
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

/** Shorter header values are not masked in the node's texts, where they may be ordinary words. */
const MIN_MASKED_LENGTH = 8;
const TIMEOUT_MS = 12_000;
/** Lists that need more than `read` and change nothing (Lotus api/api_common.go). */
const HARMLESS_LISTS = new Set(['LogList', 'LogAlerts']);

export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly call: CallRef }
  | { readonly ok: false; readonly error: SextantError; readonly call?: CallRef };

export interface AskOptions<S extends z.ZodType> {
  /** Purpose of the call, recorded as the cause `passport: …`. */
  readonly why: string;
  readonly schema: S;
  /** Default: the client of the node. */
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

  /** The text with tokens masked. */
  withoutTokens(text: string): string {
    return this.#tap.withoutTokens(text);
  }

  /** A client with its own connections, to the node's URL or another path on its host. */
  openClient(httpUrl: string = this.target.httpUrl, isV2?: true): NodeClient {
    const { id, name, wsUrl, namespace, token, headers } = this.target;
    const known = tokenTargets([this.target.httpUrl]);
    const isSameHost = [...tokenTargets([httpUrl])].every((host) => known.has(host));
    if (!isSameHost) {
      throw new SextantError('forbidden', 'A passport calls only the host of its endpoint.');
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
   * Makes one call. Failures are returned, not thrown.
   *
   * @throws SextantError `cancelled` after the passport was stopped
   * @throws Error for a call that could change something
   */
  async ask<S extends z.ZodType>(method: string, params: readonly unknown[], options: AskOptions<S>): Promise<Outcome<z.output<S>>> {
    this.refuseStopped();
    if (!isHarmless(method, params)) {
      throw new Error(`A passport must not call ${method}, which could change something.`);
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

  /** Masks before a finding truncates the text, because part of a token would not be recognised. */
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

/** Secrets to mask in the node's texts. */
function secretsOf({ token = '', minerToken = '', headers = {} }: ConnectionTarget): string[] {
  return [token, minerToken, ...Object.values(headers).filter((value) => value.length >= MIN_MASKED_LENGTH)];
}

/** Reads, and other methods only without their parameters: go-jsonrpc rejects a wrong count before it runs anything. */
function isHarmless(method: string, params: readonly unknown[]): boolean {
  const needsParams = (methodFacts(method)?.params.length ?? 0) > 0;
  return isPlainRead(method) || HARMLESS_LISTS.has(method) || (params.length === 0 && needsParams);
}
