/**
 * One POST to a node over keep-alive connections.
 *
 * Trusts nothing that comes back: the body is capped while it arrives (and again while it is unpacked), redirects are handed back
 * as they are and never followed, since the token would travel with them. Called by the node client and the control client.
 */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CallFailureError } from './call-failure.ts';
import { cancelledFailure, networkFailure, timeoutFailure } from './network-failure.ts';

export const DEFAULT_MAX_REPLY_BYTES = 128 * 1024 * 1024;

export interface HttpExchange {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly maxReplyBytes?: number;
  /** A connection of its own: a push must not meet a kept connection that the other side has just closed. */
  readonly isFreshConnection?: boolean;
}

export interface HttpReply {
  readonly status: number;
  readonly body: string;
  readonly bodyBytes: number;
  /** Where a redirect points. */
  readonly location?: string;
}

export class HttpTransport {
  readonly #http = new HttpAgent({ keepAlive: true, maxSockets: 32, maxFreeSockets: 8 });
  readonly #https = new HttpsAgent({ keepAlive: true, maxSockets: 32, maxFreeSockets: 8 });

  /** @throws CallFailureError when no complete reply arrives */
  send(exchange: HttpExchange): Promise<HttpReply> {
    const { headers, body, timeoutMs, signal } = exchange;
    const url = new URL(exchange.url);
    const isSecure = url.protocol === 'https:';
    const payload = Buffer.from(body, 'utf8');
    const { promise, resolve, reject } = Promise.withResolvers<HttpReply>();
    if (signal?.aborted === true) {
      return Promise.reject(cancelledFailure());
    }
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      agent: exchange.isFreshConnection === true ? false : isSecure ? this.#https : this.#http,
      headers: { ...headers, 'Accept-Encoding': 'gzip', 'Content-Length': payload.length },
    });
    const fail = (error: CallFailureError): void => {
      reject(error);
      request.destroy();
    };
    const cancel = (): void => fail(cancelledFailure());
    const timer = setTimeout(() => fail(timeoutFailure(`${url.host} did not answer within ${Math.round(timeoutMs / 1000)} s.`)), timeoutMs);
    signal?.addEventListener('abort', cancel, { once: true });
    request.on('error', (error) => reject(networkFailure(error, url.host)));
    request.on('response', (response) => {
      readBody(response, exchange.maxReplyBytes ?? DEFAULT_MAX_REPLY_BYTES, url.host).then((content) => {
        const { location } = response.headers;
        resolve({
          status: response.statusCode ?? 0,
          body: content.toString('utf8'),
          bodyBytes: content.length,
          ...(location === undefined ? {} : { location }),
        });
      }, fail);
    });
    request.end(payload);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    });
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

function readBody(response: IncomingMessage, maxBytes: number, host: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const isPacked = response.headers['content-encoding'] === 'gzip';
    const stream = isPacked ? pipeline(response, createGunzip(), () => undefined) : response;
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    stream.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) {
        // First of all: destroying a stream reports a failure of its own.
        reject(tooLarge(host, maxBytes));
        stream.destroy();
        response.destroy();
        return;
      }
      chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks)));
    stream.on('error', (error) => reject(networkFailure(error, host)));
    response.on('aborted', () => reject(networkFailure(new Error('the reply broke off'), host)));
  });
}

function tooLarge(host: string, maxBytes: number): CallFailureError {
  return new CallFailureError({
    layer: 'http',
    code: 'endpoint-bad-reply',
    message: `The reply of ${host} is larger than ${Math.round(maxBytes / 1024 / 1024)} MiB and was not read.`,
    retryable: false,
    isTransient: false,
  });
}
