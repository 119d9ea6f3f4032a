import { bytesJson } from './chain-json.ts';
import type { MethodTableBuilder } from './method-table.ts';
import { permissionsParameter, textParameter } from './parameters.ts';
import { RpcError } from './rpc-error.ts';
import type { TokenIssuer } from './tokens.ts';

/** AuthNew and AuthVerify (Lotus node/impl/common.go). */
export function addAuthMethods(table: MethodTableBuilder, issuer: TokenIssuer): void {
  table
    .read('AuthVerify', [textParameter], ([token]) => {
      const permissions = issuer.verify(token);
      if (permissions === undefined) throw new RpcError('JWT Verification failed: jwt: HMAC verification failed');
      return [...permissions];
    })
    .add('AuthNew', 'admin', [permissionsParameter], ([permissions]) => bytesJson(new TextEncoder().encode(issuer.issue(permissions))));
}
