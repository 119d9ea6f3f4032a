/**
 * Sends one POST to a node over keep-alive connections.
 *
 * Responses are untrusted: the body is limited while received and while decompressed, headers are limited, and redirects are returned,
 * never followed, since the token would be sent along. Used by the node client and the control client.
 */
import type { Dispatcher } from 'undici';
import type { CallPhases } from '../../shared/ipc/schemas/inspector.ts';
import { formatInteger } from '../../shared/text/format.ts';
import { CallFailureError } from './call-failure.ts';
import { HttpConnection, type Opening } from './http-connection.ts';
import { cancelledFailure, networkFailure, timeoutFailure } from './network-failure.ts';
import { unpackBody } from './unpack-body.ts';

const DEFAULT_MAX_REPLY_BYTES = 128 * 1024 * 1024;
/** As many as concurrent calls; idle ones are closed after some seconds. */
const IDLE_CONNECTIONS = 32;
/** Chunks to collect before joining: a reply may arrive byte by byte, and each chunk has an overhead. */
const MAX_PIECES = 4096;
/** Limit of an incomplete reply that is recorded. */
const MAX_PARTIAL_BYTES = 1024 * 1024;
const MAX_HEADERS = 60;
const MAX_HEADER_LENGTH = 1000;

export interface HttpExchange {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly maxReplyBytes?: number;
  /** New connection: a push must not use a kept connection that the server has just closed. */
  readonly isFreshConnection?: boolean;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly phases: CallPhases;
  readonly isConnectionReused: boolean;
}

/** What was received before an exchange failed. */
export interface ExchangeTrace {
  phases?: CallPhases;
  isConnectionReused?: boolean;
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** The received part of an incomplete reply, unless compressed or large. */
  received?: Buffer;
}

interface Target {
  readonly origin: string;
  readonly host: string;
  readonly path: string;
  readonly idle: HttpConnection[];
}

export class HttpTransport {
  readonly #targets = new Map<string, Target>();
  readonly #open = new Set<HttpConnection>();
  #isClosed = false;

  /**
   * @param trace receives timings and headers, even if the exchange fails
   * @throws CallFailureError if no complete reply arrives
   */
  async send(exchange: HttpExchange, trace: ExchangeTrace = {}): Promise<HttpReply> {
    if (this.#isClosed || exchange.signal?.aborted === true) {
      throw cancelledFailure(exchange.signal?.reason);
    }
    const target = this.#targetOf(exchange.url);
    const isFresh = exchange.isFreshConnection === true;
    const connection = (isFresh ? undefined : target.idle.pop()) ?? this.#connect(target.origin);
    const running = new RunningExchange(exchange, target, connection, trace);
    let isReusable = false;
    try {
      const reply = await running.run();
      isReusable = !isFresh;
      return reply;
    } finally {
      if (isReusable && !this.#isClosed && target.idle.length < IDLE_CONNECTIONS) {
        target.idle.push(connection);
      } else {
        this.#open.delete(connection);
        connection.destroy();
      }
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const connection of this.#open) {
      connection.destroy();
    }
    this.#open.clear();
    this.#targets.clear();
  }

  #connect(origin: string): HttpConnection {
    const connection = new HttpConnection(origin);
    this.#open.add(connection);
    return connection;
  }

  #targetOf(address: string): Target {
    const known = this.#targets.get(address);
    if (known !== undefined) {
      return known;
    }
    const url = new URL(address);
    const target: Target = { origin: url.origin, host: url.host, path: url.pathname + url.search, idle: [] };
    this.#targets.set(address, target);
    return target;
  }
}

/** One exchange on one connection. */
class RunningExchange implements Dispatcher.DispatchHandler {
  readonly #exchange: HttpExchange;
  readonly #target: Target;
  readonly #connection: HttpConnection;
  readonly #openedBefore: Opening | undefined;
  readonly #trace: ExchangeTrace;
  readonly #startedMs = performance.now();
  readonly #done = Promise.withResolvers<HttpReply>();
  /** The body so far: joined parts, then chunks as received. */
  readonly #parts: Buffer[] = [];
  #pieces: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #sizeBytes = 0;
  #sendStartMs = 0;
  #sentMs = 0;
  #answeredMs = 0;
  #status = 0;
  #headers: Readonly<Record<string, string>> = {};

  constructor(exchange: HttpExchange, target: Target, connection: HttpConnection, trace: ExchangeTrace) {
    this.#exchange = exchange;
    this.#target = target;
    this.#connection = connection;
    this.#openedBefore = connection.opening;
    this.#trace = trace;
  }

  run(): Promise<HttpReply> {
    const { headers, body, timeoutMs, signal, isFreshConnection } = this.#exchange;
    this.#timer = setTimeout(() => this.#fail(timeoutFailure(this.#silence(timeoutMs))), timeoutMs);
    signal?.addEventListener('abort', this.#cancel, { once: true });
    try {
      this.#connection.client.dispatch(
        {
          method: 'POST',
          path: this.#target.path,
          headers: { ...headers, 'accept-encoding': 'gzip, deflate, br' },
          body,
          reset: isFreshConnection === true,
        },
        this,
      );
    } catch (error) {
      this.#fail(networkFailure(error, this.#target.host));
    }
    return this.#done.promise;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#sendStartMs = performance.now();
    if (this.#isOver) {
      controller.abort(new Error('the call was cancelled'));
      return;
    }
    // The whole request is written in this tick.
    queueMicrotask(() => {
      this.#sentMs = performance.now();
    });
  }

  onResponseStarted(): void {
    this.#answeredMs = performance.now();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) {
      return;
    }
    this.#status = status;
    this.#headers = capHeaders(headers);
    this.#trace.status = status;
    this.#trace.headers = this.#headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#sizeBytes += chunk.length;
    const maxBytes = this.#exchange.maxReplyBytes ?? DEFAULT_MAX_REPLY_BYTES;
    if (this.#sizeBytes > maxBytes) {
      this.#fail(tooLarge(this.#target.host, maxBytes));
      return;
    }
    this.#pieces.push(chunk);
    if (this.#pieces.length === MAX_PIECES) {
      this.#parts.push(Buffer.concat(this.#pieces));
      this.#pieces = [];
    }
  }

  onResponseEnd(): void {
    const [first, second] = this.#pieces;
    const isOnePiece = this.#parts.length === 0 && first !== undefined && second === undefined;
    const body = isOnePiece ? first : Buffer.concat([...this.#parts, ...this.#pieces]);
    const coding = this.#headers['content-encoding'];
    if (coding === undefined || coding === 'identity') {
      this.#succeed(body);
      return;
    }
    const maxBytes = this.#exchange.maxReplyBytes ?? DEFAULT_MAX_REPLY_BYTES;
    unpackBody(body, coding, maxBytes).then(
      (unpacked) => this.#succeed(unpacked),
      (error: unknown) => this.#fail(unpackFailure(error, this.#target.host, maxBytes, coding)),
    );
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const failed = networkFailure(error, this.#target.host);
    const isBrokenOff = this.#status !== 0 && failed.failure.code !== 'cancelled';
    this.#fail(isBrokenOff ? brokenOff(this.#target.host, this.#sizeBytes, this.#headers['content-length'], error) : failed);
  }

  readonly #cancel = (): void => this.#fail(cancelledFailure(this.#exchange.signal?.reason));

  #silence(timeoutMs: number): string {
    const within = `within ${timeoutMs < 1000 ? `${timeoutMs} ms` : `${Math.round(timeoutMs / 1000)} s`}`;
    return this.#answeredMs > 0
      ? `${this.#target.host} did not complete its response ${within}.`
      : `${this.#target.host} did not respond ${within}.`;
  }

  #succeed(body: Buffer): void {
    if (this.#end()) {
      const { isConnectionReused = false, phases = {} } = this.#trace;
      this.#done.resolve({ status: this.#status, headers: this.#headers, body, phases, isConnectionReused });
    }
  }

  #fail(error: CallFailureError): void {
    if (this.#end()) {
      if (this.#headers['content-encoding'] === undefined && this.#sizeBytes <= MAX_PARTIAL_BYTES) {
        this.#trace.received = Buffer.concat([...this.#parts, ...this.#pieces]);
      }
      this.#controller?.abort(error);
      this.#done.reject(error);
    }
  }

  /** True the first time. */
  #end(): boolean {
    if (this.#isOver) {
      return false;
    }
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#exchange.signal?.removeEventListener('abort', this.#cancel);
    const { opening } = this.#connection;
    const opened = opening === this.#openedBefore ? undefined : opening;
    this.#trace.isConnectionReused = opened === undefined;
    this.#trace.phases = this.#phases(opened, performance.now());
    return true;
  }

  #phases(opened: Opening | undefined, endMs: number): CallPhases {
    const phases: { -readonly [Name in keyof CallPhases]: CallPhases[Name] } = {};
    if (opened !== undefined) {
      const { startedMs, resolvedMs, connectedMs, securedMs } = opened;
      if (resolvedMs !== undefined) phases.dnsMs = resolvedMs - startedMs;
      if (connectedMs !== undefined) phases.connectMs = connectedMs - (resolvedMs ?? startedMs);
      if (connectedMs !== undefined && securedMs !== undefined) phases.tlsMs = securedMs - connectedMs;
    }
    if (this.#sentMs > 0) phases.sendMs = this.#sentMs - this.#sendStartMs;
    if (this.#answeredMs > 0) {
      phases.waitMs = this.#answeredMs - (this.#sentMs || this.#startedMs);
      phases.readMs = endMs - this.#answeredMs;
    }
    return phases;
  }
}

function capHeaders(headers: Record<string, string | string[] | undefined>): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  let count = 0;
  for (const name in headers) {
    const value = headers[name];
    if (value === undefined || name === '__proto__') {
      continue;
    }
    count += 1;
    if (count > MAX_HEADERS) {
      break;
    }
    const text = typeof value === 'string' ? value : value.join(', ');
    kept[name] = text.length > MAX_HEADER_LENGTH ? `${text.slice(0, MAX_HEADER_LENGTH)}…` : text;
  }
  return kept;
}

function tooLarge(host: string, maxBytes: number): CallFailureError {
  return badBody(`The reply of ${host} is larger than ${Math.round(maxBytes / 1024 / 1024)} MiB and was not read.`);
}

/** @param expected Content-Length */
function brokenOff(host: string, sizeBytes: number, expected: string | undefined, cause: unknown): CallFailureError {
  const total = expected !== undefined && /^\d{1,15}$/.test(expected) ? ` of ${formatInteger(Number(expected))}` : '';
  const message = `The answer of ${host} broke off after ${formatInteger(sizeBytes)}${total} bytes.`;
  return new CallFailureError({ layer: 'network', code: 'endpoint-unreachable', message, retryable: true, isTransient: true }, cause);
}

function unpackFailure(error: unknown, host: string, maxBytes: number, coding: string): CallFailureError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return tooLarge(host, maxBytes);
  }
  return badBody(`The reply of ${host} could not be decompressed (${coding.slice(0, 40)}).`);
}

function badBody(message: string): CallFailureError {
  return new CallFailureError({ layer: 'http', code: 'endpoint-bad-reply', message, retryable: false, isTransient: false });
}
