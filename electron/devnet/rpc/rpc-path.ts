import type { MethodTable, ParsedRequest, Reply } from './dispatcher.ts';
import { type Permission, permissionsOf, type TokenIssuer } from './tokens.ts';

/** What answers JSON-RPC at a path of a server, and to whom. */
export interface RpcPath {
  /** Methods for one HTTP request, or for a WebSocket connection until it closes. */
  table(): MethodTable;
  /** What a caller may do; undefined where the answer is 401. */
  permissionsOf(authorization: string | undefined, queryToken: string | null): readonly Permission[] | undefined;
  /** Whether a body that is not declared as JSON is refused with 415. */
  readonly isJsonOnly?: boolean;
  /** Takes one of the calls that the rate limit allows; seconds to wait where none is left. */
  takeTurn?(): number | undefined;
  /** A refusal of a call before it is dispatched. */
  check?(request: ParsedRequest): Reply | undefined;
  /** Closes open WebSocket connections. */
  readonly signal?: AbortSignal;
}

/** The methods of a node, to callers with its tokens; without a token, a caller may read. */
export function nodePath(table: MethodTable, issuer: TokenIssuer): RpcPath {
  return {
    table: () => table,
    permissionsOf: (authorization, queryToken) => permissionsOf(issuer, authorization, queryToken),
  };
}
