/** What a text says of itself as a token, without asking anybody. A Lotus node issues JSON web tokens (RFC 7519). */

import { isRecord } from './repair-values.ts';

const BASE64URL = /^[A-Za-z0-9_-]*$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Whether a text is meant as a JSON web token: its first part begins an object. */
export function isTokenText(text: string): boolean {
  return /^eyJ[A-Za-z0-9_-]{5,}(\.|$)/.test(text.trim());
}

/**
 * What is wrong with a JSON web token, in a sentence that does not hold any of it; undefined where nothing is, and for a token of
 * another kind, of which nothing is known.
 */
export function tokenDoubt(text: string): string | undefined {
  const token = text.trim();
  if (!isTokenText(token)) return undefined;
  const parts = token.split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length < 3 || payload === '' || signature === '') {
    return 'The token looks cut short: a token of this kind has three parts with dots between them, and some of it is missing.';
  }
  if (parts.length > 3) return 'The token has more than the three parts that a token of this kind has: something was pasted along with it.';
  if (!isJsonObject(header) || !isJsonObject(payload)) {
    return 'The token looks damaged: what it permits cannot be read from it. A character may be missing or too many.';
  }
  return BASE64URL.test(signature) ? undefined : 'The token looks damaged: its last part has characters that no token has.';
}

export const TOKEN_PERMISSIONS = ['read', 'write', 'sign', 'admin'] as const;
export type TokenPermission = (typeof TOKEN_PERMISSIONS)[number];

/** The permissions that a token says it has; undefined if it does not list any. Its signature is not checked. */
export function tokenPermissions(token: string): readonly TokenPermission[] | undefined {
  const parts = token.trim().split('.');
  const payload = parts.length === 3 ? jsonObject(parts[1] ?? '') : undefined;
  const allow: unknown = payload?.Allow;
  return Array.isArray(allow) ? TOKEN_PERMISSIONS.filter((permission) => allow.includes(permission)) : undefined;
}

function isJsonObject(part: string): boolean {
  return jsonObject(part) !== undefined;
}

function jsonObject(part: string): Readonly<Record<string, unknown>> | undefined {
  // More than any header or list of permissions is long.
  if (!BASE64URL.test(part) || part.length > 8000 || part.length % 4 === 1) return undefined;
  let bits = 0;
  let held = 0;
  let text = '';
  for (const character of part) {
    bits = (bits << 6) | ALPHABET.indexOf(character);
    held += 6;
    if (held >= 8) {
      held -= 8;
      // Bytes of names beyond ASCII stay as they are: only the form of the JSON matters here.
      text += String.fromCharCode((bits >> held) & 0xff);
      bits &= (1 << held) - 1;
    }
  }
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
