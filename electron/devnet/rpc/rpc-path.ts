import type { MethodTable, ParsedRequest, Reply } from './dispatcher.ts';
import { type Permission, permissionsOf, type TokenIssuer } from './tokens.ts';

/** JSON-RPC handler of a path, and its access rules. */
export interface RpcPath {
  /** Methods for one HTTP request, or for a WebSocket connection until it closes. */
  table(): MethodTable;
  /** Permissions of a caller; undefined for 401. */
  permissionsOf(authorization: string | undefined, queryToken: string | null): readonly Permission[] | undefined;
  /** Whether bodies not declared as JSON are rejected with 415. */
  readonly isJsonOnly?: boolean;
  /** Count a call against the rate limit; returns the seconds to wait if it is exceeded. */
  takeTurn?(): number | undefined;
  /** Reject a call before it is dispatched. */
  check?(request: ParsedRequest): Reply | undefined;
  /** Closes open WebSocket connections. */
  readonly signal?: AbortSignal;
}

/** A node's methods, with its tokens; callers without a token have `read`. */
export function nodePath(table: MethodTable, issuer: TokenIssuer): RpcPath {
  return {
    table: () => table,
    permissionsOf: (authorization, queryToken) => permissionsOf(issuer, authorization, queryToken),
  };
}
