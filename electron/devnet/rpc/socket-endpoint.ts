/**
 * JSON-RPC over WebSocket with go-jsonrpc's channel protocol: streams, cancellation, pings.
 * Frames are untrusted; invalid frames are dropped without a reply, as in go-jsonrpc.
 */
import { type RawData, WebSocket } from 'ws';
import { parseLosslessJson } from '../../../shared/rpc/lossless-json.ts';
import {
  bareName,
  decodeParameters,
  dispatch,
  errorReply,
  isReply,
  type ParsedRequest,
  parseRequest,
  permissionReply,
  type Reply,
  resultText,
} from './dispatcher.ts';
import { type JsonValue, writeJson } from './json-writer.ts';
import type { RpcPath } from './rpc-path.ts';
import type { Permission } from './tokens.ts';

const PING_INTERVAL_MS = 5_000;
/** Error of a Lotus gateway (gateway/handler.go). */
const CONNECTION_LIMITED = 'connection limited. rate: Wait(n=1) would exceed context deadline';
/** Maximum unsent items of a stream before it is closed. */
const STREAM_BUFFER = 16;

/** Serve a connection until it closes. */
export function serveSocket(socket: WebSocket, path: RpcPath, permissions: readonly Permission[]): void {
  const table = path.table();
  const pending = new Map<string | number, AbortController>();
  let lastChannel = 0;

  const ping = setInterval(() => socket.ping(), PING_INTERVAL_MS);
  const end = (): void => socket.terminate();
  path.signal?.addEventListener('abort', end);
  socket.on('close', () => {
    clearInterval(ping);
    path.signal?.removeEventListener('abort', end);
    for (const controller of pending.values()) controller.abort();
    pending.clear();
  });
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: RawData) => {
    let frame: unknown;
    try {
      frame = parseLosslessJson(data.toString());
    } catch {
      return;
    }
    const request = parseRequest(frame);
    if (isReply(request)) return;
    if (request.method === 'xrpc.cancel') return cancel(request);
    const refusal = refusalOf(request);
    if (refusal !== undefined) return send(refusal.text);
    const name = bareName(request.method);
    if (name !== undefined && table.streams.has(name)) return openStream(request, name);
    answer(request).catch(() => socket.terminate());
  });

  function refusalOf(request: ParsedRequest): Reply | undefined {
    if (path.takeTurn?.() !== undefined) return errorReply(200, request.id ?? null, 1, CONNECTION_LIMITED);
    return path.check?.(request);
  }

  function send(text: string, whenSent?: () => void): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(text, whenSent);
  }

  function cancel(request: ParsedRequest): void {
    const id: unknown = Array.isArray(request.params) ? request.params[0] : undefined;
    if (typeof id === 'string' || typeof id === 'number') pending.get(id)?.abort();
  }

  async function answer(request: ParsedRequest): Promise<void> {
    const controller = new AbortController();
    if (request.id !== undefined) pending.set(request.id, controller);
    const reply = await dispatch(table, request, { permissions, signal: controller.signal });
    if (request.id !== undefined && pending.get(request.id) === controller) pending.delete(request.id);
    if (reply.text !== '') send(reply.text);
  }

  function openStream(request: ParsedRequest, name: string): void {
    const stream = table.streams.get(name);
    const { id } = request;
    if (stream === undefined || id === undefined) return;
    const values = decodeParameters(request, stream.parameters);
    const refusal = Array.isArray(values)
      ? permissions.includes(stream.permission)
        ? undefined
        : permissionReply(id, name, stream.permission)
      : values;
    if (refusal !== undefined || !Array.isArray(values)) {
      send(refusal?.text ?? '');
      return;
    }
    const controller = new AbortController();
    pending.set(id, controller);
    lastChannel += 1;
    const channel = lastChannel;
    send(resultText(id, channel));
    let unsent = 0;
    controller.signal.addEventListener('abort', () => {
      if (pending.get(id) === controller) pending.delete(id);
      send(`{"jsonrpc":"2.0","method":"xrpc.ch.close","params":[${channel}]}`);
    });
    stream.open(values as never[], {
      signal: controller.signal,
      send(item: JsonValue): boolean {
        if (controller.signal.aborted) return false;
        if (unsent >= STREAM_BUFFER) {
          controller.abort();
          return false;
        }
        unsent += 1;
        send(`{"jsonrpc":"2.0","method":"xrpc.ch.val","params":[${channel},${writeJson(item)}]}`, () => {
          unsent -= 1;
        });
        return true;
      },
    });
  }
}
