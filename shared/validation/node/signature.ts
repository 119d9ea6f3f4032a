/** Signatures in node JSON: `{Type, Data}`. */
import { z } from 'zod';
import { bytesToBase64 } from '../../domain/encoding/bytes.ts';
import { type Signature, signatureTypeFromNumber, signatureTypeNumber } from '../../domain/signatures/signature.ts';
import { domainValue, zBytes, zSafeInteger } from './primitives.ts';

export const zNodeSignature = z
  .object({ Type: domainValue(zSafeInteger, signatureTypeFromNumber), Data: zBytes })
  .transform(({ Type, Data }): Signature => ({ type: Type, data: Data }));

export interface SignatureJson {
  readonly Type: number;
  readonly Data: string;
}

export function signatureToJson(signature: Signature): SignatureJson {
  return { Type: signatureTypeNumber(signature.type), Data: bytesToBase64(signature.data) };
}
