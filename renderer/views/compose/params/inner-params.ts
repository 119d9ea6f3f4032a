/** Parameters of a call inside of another: bytes in the outer draft, fields on the form, and text while they are not complete. */

import { DomainError } from '../../../../shared/domain/domain-error.ts';
import { base64ToBytes, bytesToBase64, bytesToHex, hexToBytes } from '../../../../shared/domain/encoding/bytes.ts';
import type { ActorType } from '../../../../shared/domain/methods/actor-type.ts';
import { decodeParams } from '../../../../shared/domain/methods/method-decode.ts';
import { decodedToJson, encodeParams, type Json } from '../../../../shared/domain/methods/method-json.ts';
import type { DraftParams } from '../../../../shared/ipc/schemas/drafts.ts';
import { hexDigits } from '../../../../shared/text/hex-digits.ts';
import { hasUnreadable, readJson, writeJson } from './params-json.ts';
import { unreadable, unreadableText } from './scalar-text.ts';

export interface Called {
  readonly type: ActorType | undefined;
  readonly method: string;
  readonly networkVersion: number | undefined;
}

/** What the bytes of the inner call say, or the form that is not complete yet and is kept as text. */
export function innerParams({ type, method, networkVersion }: Called, json: Json | undefined, letter: 'f' | 't'): DraftParams {
  const kept = unreadableText(json);
  if (kept !== undefined)
    return kept.startsWith('hex:') ? { kind: 'bytes', encoding: 'hex', text: kept.slice(4) } : { kind: 'fields', json: kept };
  if (typeof json !== 'string' || json === '') return { kind: 'none' };
  const bytes = base64ToBytes(json);
  const decoded = decodeParams(type, BigInt(method), bytes, { networkVersion });
  if (decoded.form !== 'typed') return { kind: 'bytes', encoding: 'hex', text: bytesToHex(bytes) };
  return { kind: 'fields', json: writeJson(decodedToJson(decoded, letter)) };
}

export function encodedParams({ type, method, networkVersion }: Called, params: DraftParams): Json {
  if (params.kind === 'none' || params.kind === 'contract') return null;
  if (params.kind === 'bytes') {
    const digits = hexDigits(params.text);
    if (params.encoding === 'base64' || !/^([0-9a-f]{2})*$/i.test(digits)) return unreadable(`hex:${params.text}`);
    return digits === '' ? null : bytesToBase64(hexToBytes(digits));
  }
  const json = readJson(params.json);
  if (json === undefined || hasUnreadable(json)) return unreadable(params.json);
  try {
    const bytes = encodeParams(type, BigInt(method), json, networkVersion);
    return bytes.length === 0 ? null : bytesToBase64(bytes);
  } catch (error) {
    if (error instanceof DomainError) return unreadable(params.json);
    throw error;
  }
}
