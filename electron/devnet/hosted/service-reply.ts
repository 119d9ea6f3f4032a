import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { readBody } from '../rpc/http-endpoint.ts';
import { type JsonValue, writeJson } from '../rpc/json-writer.ts';

/** An error response of the service. */
export class ServiceError extends Error {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;

  constructor(status: number, message: string, headers: OutgoingHttpHeaders = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export function replyJson(response: ServerResponse, status: number, value: JsonValue, headers: OutgoingHttpHeaders = {}): void {
  const text = writeJson(value);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text), ...headers });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** Reply with the result of `run`, or with its error. Requests from web pages are rejected. */
export async function answerService(request: IncomingMessage, response: ServerResponse, run: () => Promise<void>): Promise<void> {
  try {
    if (request.headers.origin !== undefined) throw new ServiceError(403, 'Requests from web pages are refused.');
    await run();
  } catch (error) {
    request.resume();
    if (!(error instanceof ServiceError)) throw error;
    replyJson(response, error.status, { error: error.message }, error.headers);
  }
}

export function requireMethod({ method = 'GET' }: IncomingMessage, ...allowed: readonly string[]): void {
  if (!allowed.includes(method)) throw new ServiceError(405, `Use ${allowed.join(' or ')}.`, { Allow: allowed.join(', ') });
}

/** Read a JSON object from the body. */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) throw new ServiceError(415, 'Send application/json.');
  const body = await readBody(request, maxBytes);
  if (body === undefined) throw new ServiceError(413, 'The request is too large.');
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new ServiceError(400, 'The body is not JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ServiceError(400, 'The body must be a JSON object.');
  return value as Readonly<Record<string, unknown>>;
}
