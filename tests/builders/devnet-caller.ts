import type { RunningDevnet } from '../../electron/devnet/devnet-options.ts';

export interface RpcAnswer {
  readonly status: number;
  readonly text: string;
  readonly json: {
    readonly id?: unknown;
    readonly result?: unknown;
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}

/**
 * Post a raw body to an RPC URL, with a new socket each: a test that computes for seconds could otherwise use one that the server
 * closed meanwhile.
 */
export async function postRaw(url: string, body: string, headers: Record<string, string> = {}): Promise<RpcAnswer> {
  const sent = { 'Content-Type': 'application/json', Connection: 'close', ...headers };
  const response = await fetch(url, { method: 'POST', body, headers: sent });
  const text = await response.text();
  return { status: response.status, text, json: parsed(text) };
}

function parsed(text: string): RpcAnswer['json'] {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Call a method, given with its namespace. */
export function postCall(url: string, method: string, params: unknown, token?: string): Promise<RpcAnswer> {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return postRaw(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), headers);
}

/** Return the result of a call that must succeed. */
export async function resultOf<T>(node: RunningDevnet, method: string, params: unknown[] = [], token?: string): Promise<T> {
  const { json, text } = await postCall(node.httpUrl, `Filecoin.${method}`, params, token);
  if (!('result' in json)) throw new Error(`${method} answered ${text}`);
  return json.result as T;
}

/** Return the actor codes at the node's head, by name. */
export async function actorCodesOf(node: RunningDevnet): Promise<Readonly<Record<string, { readonly '/': string }>>> {
  return resultOf(node, 'StateActorCodeCIDs', [await resultOf<number>(node, 'StateNetworkVersion', [null])]);
}

/** Send a command to the node's control URL. */
export async function control<T>(node: RunningDevnet, command: string, body: unknown = {}): Promise<T> {
  const { status, text, json } = await postRaw(`${node.controlUrl}/${command}`, JSON.stringify(body));
  if (status !== 200) throw new Error(`${command} answered ${status} ${text}`);
  return json as T;
}

export interface TipsetJson {
  readonly Cids: readonly { readonly '/': string }[];
  readonly Blocks: readonly Record<string, unknown>[];
  readonly Height: number;
}
