/**
 * The control API of a development node over HTTP: POST <controlUrl>/info, /faucet and /add-control.
 *
 * Replies are untrusted. The token is sent only if the caller passes it for this URL.
 */

import { z } from 'zod';
import { defined } from '../../../shared/collections/defined.ts';
import { MASK } from '../../../shared/text/mask.ts';
import { STREAMS_PLANS } from '../../../shared/upgrades/solstice-streams.ts';
import type { Clock } from '../../platform/ports.ts';
import { CallFailureError, toSextantError } from '../../rpc/call-failure.ts';
import type { CallEnd, CallTap } from '../../rpc/call-tap.ts';
import type { HttpReply, HttpTransport } from '../../rpc/http-transport.ts';
import { networkFailure } from '../../rpc/network-failure.ts';
import { type Credentials, credentialHeaders, recordedCredentials } from '../../rpc/request-headers.ts';
import type { ControlClient, ControlInfo } from './control-client.ts';

const TIMEOUT_MS = 15_000;
const MAX_REPLY_BYTES = 1024 * 1024;

const zInfo = z.object({ blockTimeMs: z.number().positive(), streams: z.enum(STREAMS_PLANS).optional() });
const zCid = z.string().min(8).max(200);
const zSent = z.object({ cid: z.union([zCid, z.object({ '/': zCid }).transform((link) => link['/'])]) });
const zFaucet = zSent.extend({ value: z.string().regex(/^\d+$/) });
const zProblem = z.object({ error: z.union([z.string(), z.object({ message: z.string() }).transform((error) => error.message)]) });

const CONTENT_TYPE = { 'Content-Type': 'application/json' };

export interface HttpControlClientOptions extends Credentials {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly url: string;
  readonly transport: HttpTransport;
  readonly tap: CallTap;
  readonly clock: Clock;
}

export class HttpControlClient implements ControlClient {
  readonly #options: HttpControlClientOptions;

  constructor(options: HttpControlClientOptions) {
    this.#options = options;
  }

  getInfo(signal?: AbortSignal): Promise<ControlInfo> {
    return this.#post('info', {}, zInfo, 'connections: control info', signal);
  }

  requestFunds(address: string): Promise<{ cid: string; value: string }> {
    return this.#post('faucet', { address }, zFaucet, 'wallet: request funds');
  }

  addControl(miner: string, address: string): Promise<{ cid: string }> {
    return this.#post('add-control', { miner, address }, zSent, 'wallet: practice miner');
  }

  async #post<S extends z.ZodType>(leaf: string, input: object, schema: S, cause: string, signal?: AbortSignal): Promise<z.output<S>> {
    const { connectionId, connectionName, transport, tap, clock } = this.#options;
    const base = new URL(this.#options.url);
    base.pathname = `${base.pathname.replace(/\/+$/, '')}/${leaf}`;
    const url = base.href;
    const method = `control.${leaf}`;
    const request = JSON.stringify(input);
    const paramsText = request;
    const id = tap.begin({
      connectionId,
      connectionName,
      method,
      transport: 'http',
      kind: 'call',
      // The path grants control of the node, so recordings mask it.
      url: `${base.origin}/${MASK}/${leaf}`,
      requestHeaders: { ...CONTENT_TYPE, ...recordedCredentials(this.#options) },
      request,
      paramsText,
      cause,
    });
    const startedMs = clock.monotonicMs();
    let reply: HttpReply | undefined;
    try {
      reply = await transport.send({
        url,
        headers: { ...CONTENT_TYPE, ...credentialHeaders(this.#options) },
        body: request,
        timeoutMs: TIMEOUT_MS,
        maxReplyBytes: MAX_REPLY_BYTES,
        isFreshConnection: true,
        ...defined({ signal }),
      });
      const value = readControlReply(reply, schema, base.host, leaf);
      tap.end(id, { tookMs: clock.monotonicMs() - startedMs, ...seenOf(reply) });
      return value;
    } catch (error) {
      const failed = error instanceof CallFailureError ? error : networkFailure(error, base.host);
      const seen = reply === undefined ? {} : seenOf(reply);
      tap.end(id, { tookMs: clock.monotonicMs() - startedMs, failure: failed.failure, ...seen });
      throw toSextantError(failed, { method, callId: id });
    }
  }
}

function seenOf({ status, headers, body, phases }: HttpReply): Omit<CallEnd, 'tookMs'> {
  return { httpStatus: status, responseHeaders: headers, response: body, phases, isConnectionReused: false };
}

function readControlReply<S extends z.ZodType>(reply: HttpReply, schema: S, host: string, leaf: string): z.output<S> {
  let content: unknown;
  try {
    content = JSON.parse(reply.body.toString('utf8'));
  } catch {
    content = undefined;
  }
  const parsed = schema.safeParse(content);
  if (reply.status === 200 && parsed.success) {
    return parsed.data;
  }
  const problem = zProblem.safeParse(content);
  const isUnauthorised = reply.status === 401 || reply.status === 403;
  throw new CallFailureError({
    layer: 'http',
    code: isUnauthorised ? 'endpoint-unauthorised' : problem.success ? 'node-error' : 'endpoint-bad-reply',
    message: problem.success
      ? `The development node refused the ${leaf} call.`
      : `The control URL on ${host} did not answer as a development node (HTTP ${reply.status}).`,
    retryable: reply.status === 429 || reply.status >= 500,
    isTransient: false,
    httpStatus: reply.status,
    ...(problem.success ? { nodeMessage: problem.data.error.slice(0, 1000) } : {}),
  });
}
