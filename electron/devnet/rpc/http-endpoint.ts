/**
 * JSON-RPC over HTTP: bodies, batches and statuses as in go-jsonrpc.
 * Listens on loopback only. Requests are untrusted until their token is checked, and their body size is limited.
 */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { parseLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import {
  type CallContext,
  dispatch,
  errorReply,
  isReply,
  type MethodTable,
  type ParsedRequest,
  parseRequest,
  type Reply,
} from './dispatcher.ts';
import type { RpcPath } from './rpc-path.ts';
import type { Permission } from './tokens.ts';

const MAX_BODY_BYTES = 104_857_600;
const JSON_TYPE = /^application\/json\b/i;

export interface HttpEndpointOptions {
  readonly path: RpcPath;
  readonly maxBodyBytes?: number;
}

/** Handle a request to an RPC path. */
export async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL | undefined,
  options: HttpEndpointOptions,
): Promise<void> {
  const { path } = options;
  const refuse = (status: number, headers: OutgoingHttpHeaders = {}): void => {
    request.resume();
    response.writeHead(status, { ...headers, 'Content-Length': 0 }).end();
  };
  if (request.method !== 'POST') return refuse(405, { Allow: 'POST' });
  if (path.isJsonOnly === true && !JSON_TYPE.test(request.headers['content-type'] ?? '')) return refuse(415);
  const permissions = path.permissionsOf(request.headers.authorization, url?.searchParams.get('token') ?? null);
  if (permissions === undefined) return refuse(401);
  const waitSeconds = path.takeTurn?.();
  if (waitSeconds !== undefined) return refuse(429, { 'Retry-After': waitSeconds });
  const maxBytes = options.maxBodyBytes ?? MAX_BODY_BYTES;
  const body = await readBody(request, maxBytes);
  if (body === undefined) {
    return send(response, errorReply(500, null, -32700, `request bigger than maximum ${maxBytes} allowed`));
  }
  const context = new HttpCallContext(permissions, response);
  const text = body.trim();
  if (text === '') return send(response, errorReply(400, null, -32600, 'Invalid request'));
  const served: Served = { path, table: path.table() };
  if (text.startsWith('[') && text.endsWith(']')) return send(response, await answerBatch(text, context, served));
  let parsed: unknown;
  try {
    parsed = parseLosslessJson(text);
  } catch {
    return send(response, errorReply(500, null, -32700, 'Parse error'));
  }
  const call = parseRequest(parsed);
  send(response, isReply(call) ? call : await answerCall(call, context, served));
}

/** Methods for one body: a batch is served by one backend. */
interface Served {
  readonly path: RpcPath;
  readonly table: MethodTable;
}

function answerCall(call: ParsedRequest, context: CallContext, { path, table }: Served): Reply | Promise<Reply> {
  return path.check?.(call) ?? dispatch(table, call, context);
}

/** The signal is created lazily: most calls return immediately. */
class HttpCallContext implements CallContext {
  readonly permissions: readonly Permission[];
  readonly #response: ServerResponse;
  #abort: AbortController | undefined;

  constructor(permissions: readonly Permission[], response: ServerResponse) {
    this.permissions = permissions;
    this.#response = response;
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#abort = abort;
      this.#response.on('close', () => {
        if (!this.#response.writableFinished) abort.abort();
      });
    }
    return this.#abort.signal;
  }
}

async function answerBatch(text: string, context: CallContext, served: Served): Promise<Reply> {
  let calls: unknown;
  try {
    calls = parseLosslessJson(text);
  } catch {
    return errorReply(500, null, -32700, 'Parse error');
  }
  if (!Array.isArray(calls) || calls.length === 0) return errorReply(400, null, -32600, 'Invalid request');
  let out = '[';
  for (const [index, value] of calls.entries()) {
    if (index > 0) out += ',';
    const call = parseRequest(value);
    if (isReply(call)) return { status: 200, text: out + call.text };
    // A notification leaves an empty slot, so the reply of the batch is invalid JSON, as on a real node.
    out += (await answerCall(call, context, served)).text;
  }
  return { status: 200, text: `${out}]` };
}

function send(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  response.writeHead(reply.status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(reply.text) });
  response.end(reply.text);
}

/** Read the body as text; undefined if it is too large. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length;
      if (sizeBytes <= maxBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      if (sizeBytes > maxBytes) resolve(undefined);
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer).toString('utf8') : Buffer.concat(chunks).toString('utf8'));
    });
    request.on('error', reject);
  });
}
