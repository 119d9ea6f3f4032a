/**
 * API tokens: HS256 with an explicit list of permissions, as in Lotus.
 * Accepts only tokens signed with its own secret. Called by the HTTP and WebSocket endpoints.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export type Permission = 'read' | 'write' | 'sign' | 'admin';
export const PERMISSIONS: readonly Permission[] = ['read', 'write', 'sign', 'admin'];

const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');

export class TokenIssuer {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** `claims`: additional claims, such as `exp`. */
  issue(permissions: readonly Permission[], claims: Readonly<Record<string, string | number>> = {}): string {
    const body = `${HEADER}.${Buffer.from(JSON.stringify({ Allow: permissions, ...claims })).toString('base64url')}`;
    return `${body}.${this.#sign(body).toString('base64url')}`;
  }

  /** Return the permissions of a token; undefined if it is invalid. */
  verify(token: string): readonly Permission[] | undefined {
    const parts = token.split('.');
    const [header, payload, signature] = parts;
    if (parts.length !== 3 || header === undefined || payload === undefined || signature === undefined) return undefined;
    const expected = this.#sign(`${header}.${payload}`);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    try {
      const allow: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))?.Allow;
      return Array.isArray(allow) ? PERMISSIONS.filter((permission) => allow.includes(permission)) : undefined;
    } catch {
      return undefined;
    }
  }

  #sign(body: string): Buffer {
    return createHmac('sha256', this.#secret).update(body).digest();
  }
}

/** Return the permissions of a request: those of its token, `read` without a token, undefined for 401. */
export function permissionsOf(
  issuer: TokenIssuer,
  authorization: string | undefined,
  queryToken: string | null,
): readonly Permission[] | undefined {
  if (authorization !== undefined && authorization !== '') {
    if (!authorization.startsWith('Bearer ')) return undefined;
    return issuer.verify(authorization.slice('Bearer '.length));
  }
  if (queryToken !== null && queryToken !== '') return issuer.verify(queryToken);
  return ['read'];
}
