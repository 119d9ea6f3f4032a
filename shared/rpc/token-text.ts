/** Checks a token offline. Lotus issues JSON Web Tokens (RFC 7519). */

import { isRecord } from './repair-values.ts';

const BASE64URL = /^[A-Za-z0-9_-]*$/;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Whether a text looks like a JSON Web Token. */
export function isTokenText(text: string): boolean {
  return /^eyJ[A-Za-z0-9_-]{5,}(\.|$)/.test(text.trim());
}

/**
 * What is wrong with a JSON Web Token, in a sentence without any part of it; undefined if nothing is, or if it is another kind of token.
 */
export function tokenDoubt(text: string): string | undefined {
  const token = text.trim();
  if (!isTokenText(token)) return undefined;
  const parts = token.split('.');
  const [header = '', payload = '', signature = ''] = parts;
  if (parts.length < 3 || payload === '' || signature === '') {
    return 'The token is incomplete: it must have three parts, separated by dots. Copy it again.';
  }
  if (parts.length > 3) return 'The token has more than three parts. Copy only the token.';
  if (!isJsonObject(header) || !isJsonObject(payload)) {
    return 'The token is damaged: its permissions could not be read. Copy it again.';
  }
  return BASE64URL.test(signature) ? undefined : 'The token is damaged: its signature has invalid characters. Copy it again.';
}

export const TOKEN_PERMISSIONS = ['read', 'write', 'sign', 'admin'] as const;
export type TokenPermission = (typeof TOKEN_PERMISSIONS)[number];

/** The permissions that a token lists; undefined if it lists none. The signature is not verified. */
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
  // Longer than any header or payload of a node's token.
  if (!BASE64URL.test(part) || part.length > 8000 || part.length % 4 === 1) return undefined;
  let bits = 0;
  let bitCount = 0;
  let text = '';
  for (const character of part) {
    bits = (bits << 6) | ALPHABET.indexOf(character);
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      // UTF-8 is not decoded: only ASCII matters here.
      text += String.fromCharCode((bits >> bitCount) & 0xff);
      bits &= (1 << bitCount) - 1;
    }
  }
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
