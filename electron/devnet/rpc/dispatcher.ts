/**
 * Dispatches one JSON-RPC request to one reply, with the texts, codes and HTTP statuses of go-jsonrpc.
 * Requests are untrusted. Called by the HTTP and the WebSocket endpoint.
 */
import { MissingBlockError } from '../state/blocks.ts';
import { type JsonValue, writeJson } from './json-writer.ts';
import { ParameterError, RpcError } from './rpc-error.ts';
import type { Permission } from './tokens.ts';

/** Decode a JSON parameter; throws ParameterError with Lotus' detail. */
export interface Parameter<T> {
  readonly goType: string;
  decode(value: unknown): T;
}

export interface CallContext {
  readonly permissions: readonly Permission[];
  readonly signal: AbortSignal;
}

export interface StreamSink {
  /** Send an item; false if the reader was too slow and the stream was closed. */
  send(item: JsonValue): boolean;
  readonly signal: AbortSignal;
}

export interface Method {
  readonly permission: Permission;
  readonly parameters: readonly Parameter<unknown>[];
  /** Whether it decodes its parameters itself, in any number. */
  readonly isRaw?: boolean;
  run(parameters: readonly never[], context: CallContext): JsonValue | Promise<JsonValue>;
}

export interface StreamMethod {
  readonly permission: Permission;
  readonly parameters: readonly Parameter<unknown>[];
  open(parameters: readonly never[], sink: StreamSink): void;
}

export interface MethodTable {
  readonly methods: ReadonlyMap<string, Method>;
  readonly streams: ReadonlyMap<string, StreamMethod>;
}

export interface Reply {
  readonly status: number;
  /** Empty for a notification. */
  readonly text: string;
  /** Whether a batch ends here: a bad id or malformed envelope. */
  readonly isFatal?: boolean;
}

export interface ParsedRequest {
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: unknown;
}

const NAMESPACES = ['Filecoin.', 'Node.'];
/** Spelling of the hosted service's documentation, with and without a namespace. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['MPoolPush', 'MpoolPush'],
  ['rpc.discover', 'Discover'],
]);
/** `eth_chainId` is EthChainId, and so on (Lotus api/eth_aliases.go). */
const ETHEREUM_NAME = /^(eth|net|web3)_([a-z])(\w*)$/;

export function errorReply(status: number, id: string | number | null, code: number, message: string, data?: JsonValue): Reply {
  const extra = data === undefined ? '' : `,"data":${writeJson(data)}`;
  const text = `{"error":{"code":${code},"message":${JSON.stringify(message)}${extra}},"id":${JSON.stringify(id)},"jsonrpc":"2.0"}`;
  return { status, text };
}

export function resultText(id: string | number, result: JsonValue): string {
  return `{"id":${JSON.stringify(id)},"jsonrpc":"2.0","result":${writeJson(result)}}`;
}

/** Return the method name without namespace; undefined for an unknown namespace. */
export function bareName(method: string): string | undefined {
  for (const namespace of NAMESPACES) {
    if (method.startsWith(namespace)) {
      const name = method.slice(namespace.length);
      return ALIASES.get(name) ?? name;
    }
  }
  const [, space = '', first = '', rest = ''] = ETHEREUM_NAME.exec(method) ?? [];
  if (first !== '') return `${space[0]?.toUpperCase()}${space.slice(1)}${first.toUpperCase()}${rest}`;
  return ALIASES.get(method);
}

/** Check the envelope; returns a reply if it is invalid. */
export function parseRequest(value: unknown): ParsedRequest | Reply {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ...errorReply(500, null, -32700, 'Parse error'), isFatal: true };
  const { id, method, params } = value as Record<string, unknown>;
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') {
    const kind = typeof id === 'boolean' ? 'bool' : Array.isArray(id) ? '[]interface {}' : 'map[string]interface {}';
    return { ...errorReply(500, null, -32700, `failed to parse ID: invalid id type: ${kind}`), isFatal: true };
  }
  if (method !== undefined && typeof method !== 'string') return { ...errorReply(500, null, -32700, 'Parse error'), isFatal: true };
  return { id: id ?? undefined, method: method ?? '', params };
}

export function isReply(value: ParsedRequest | Reply): value is Reply {
  return 'status' in value;
}

/** Decode the positional parameters; returns a reply if they are invalid. */
export function decodeParameters(request: ParsedRequest, expected: readonly Parameter<unknown>[]): unknown[] | Reply {
  const id = request.id ?? null;
  const given = request.params ?? [];
  if (!Array.isArray(given)) {
    const kind = typeof given === 'object' ? 'object' : typeof given;
    return errorReply(500, id, -32700, `unmarshaling param array: json: cannot unmarshal ${kind} into Go value of type []jsonrpc.param`);
  }
  if (given.length !== expected.length) {
    return errorReply(500, id, -32602, `wrong param count (method '${request.method}'): ${given.length} != ${expected.length}`);
  }
  const values: unknown[] = [];
  for (const [index, parameter] of expected.entries()) {
    try {
      values.push(parameter.decode(given[index]));
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      return errorReply(500, id, -32700, `unmarshaling params for '${request.method}' (param: ${parameter.goType}): ${error.message}`);
    }
  }
  return values;
}

function rawParameters(request: ParsedRequest): unknown[] | Reply {
  const given = request.params ?? [];
  if (Array.isArray(given)) return given;
  return errorReply(200, request.id ?? null, 1, 'decoding params: json: cannot unmarshal object into Go value of type []json.RawMessage');
}

export function permissionReply(id: string | number | undefined, name: string, needed: Permission): Reply {
  return errorReply(200, id ?? null, 1, `missing permission to invoke '${name}' (need '${needed}')`);
}

/** Run a request that is not a stream. */
export async function dispatch(table: MethodTable, request: ParsedRequest, context: CallContext): Promise<Reply> {
  const id = request.id ?? null;
  const name = bareName(request.method);
  const method = name === undefined ? undefined : table.methods.get(name);
  if (name === undefined || method === undefined) {
    const text =
      name !== undefined && table.streams.has(name)
        ? `method '${request.method}' not supported in this mode (no out channel support)`
        : `method '${request.method}' not found`;
    return silentWhenNotified(request, errorReply(500, id, -32601, text));
  }
  const values = method.isRaw === true ? rawParameters(request) : decodeParameters(request, method.parameters);
  if (!Array.isArray(values)) return silentWhenNotified(request, values);
  if (!context.permissions.includes(method.permission)) {
    return silentWhenNotified(request, permissionReply(request.id, name, method.permission));
  }
  try {
    const result = await method.run(values as never[], context);
    return request.id === undefined ? { status: 200, text: '' } : { status: 200, text: resultText(request.id, result) };
  } catch (error) {
    if (error instanceof RpcError) return silentWhenNotified(request, errorReply(200, id, error.code, error.message, error.data));
    // A pruned or damaged block below a state root is a regular error.
    if (error instanceof MissingBlockError) return silentWhenNotified(request, errorReply(200, id, 1, error.message));
    const reason = error instanceof Error ? error.message : String(error);
    return silentWhenNotified(
      request,
      errorReply(500, id, 0, `fatal error calling '${request.method}': panic in rpc method '${request.method}': ${reason}`),
    );
  }
}

function silentWhenNotified(request: ParsedRequest, reply: Reply): Reply {
  return request.id === undefined ? { status: reply.status === 200 ? 200 : reply.status, text: '' } : reply;
}
