/** Parses parameters in two steps: checks that do not depend on the recipient, then the bytes for its actor type. */
import { DomainError } from '../domain/domain-error.ts';
import { base64ToBytes, hexToBytes } from '../domain/encoding/bytes.ts';
import { encodeCbor, readCbor } from '../domain/encoding/cbor.ts';
import { encodeContractCall, readContractDeclaration } from '../domain/evm/contract-call-json.ts';
import { INVOKE_CONTRACT } from '../domain/evm/eth-transaction.ts';
import type { ActorType } from '../domain/methods/actor-type.ts';
import { encodeParams } from '../domain/methods/method-json.ts';
import type { DraftParams } from '../ipc/schemas/drafts.ts';
import { parseLosslessJson } from '../rpc/lossless-json.ts';
import { hexDigits } from '../text/hex-digits.ts';

/** Bytes, or fields whose bytes depend on the recipient's actor type. */
export type ParsedParams = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'fields'; readonly json: unknown };

/** What the encoding of fields depends on. */
export interface ParamsContext {
  readonly actorType?: ActorType | undefined;
  readonly method: bigint;
  readonly networkVersion?: number | undefined;
}

/**
 * Parses parameters without a node. Throws `DomainError` `params`, `params-json`, `contract-declaration` or
 * `contract-arguments`.
 */
export function readDraftParams(params: DraftParams, method: bigint): ParsedParams {
  switch (params.kind) {
    case 'none':
      return { kind: 'bytes', bytes: new Uint8Array() };
    case 'bytes':
      return { kind: 'bytes', bytes: readParamBytes(params.text, params.encoding) };
    case 'fields':
      if (method === 0n) throw new DomainError('params', 'A plain transfer takes no parameters. Choose a method or remove the parameters.');
      return { kind: 'fields', json: readJson(params.json, 'the parameters') };
    case 'contract': {
      if (method !== INVOKE_CONTRACT)
        throw new DomainError('params', `To call a contract function, use InvokeContract (method ${INVOKE_CONTRACT}).`);
      const declared = readContractDeclaration(params.declaration);
      const input = encodeContractCall(declared, readJson(params.argumentsJson, 'the arguments') ?? []);
      return { kind: 'bytes', bytes: encodeCbor(input) };
    }
    default:
      return params satisfies never;
  }
}

/**
 * Encodes parameters for a recipient of this type. Throws `DomainError` `method-unknown`, or `params-json` with the path of the invalid
 * field.
 */
export function encodeDraftParams(params: ParsedParams, { actorType, method, networkVersion }: ParamsContext): Uint8Array {
  return params.kind === 'bytes' ? params.bytes : encodeParams(actorType, method, params.json, networkVersion);
}

/** Built-in actors need CBOR parameters; anything else fails and costs gas. */
function readParamBytes(text: string, encoding: 'hex' | 'base64'): Uint8Array {
  const bytes = encoding === 'hex' ? hexToBytes(hexDigits(text)) : base64ToBytes(text.replace(/\s+/g, ''));
  if (bytes.length === 0) return bytes;
  try {
    readCbor(bytes);
  } catch (error) {
    if (error instanceof DomainError) throw new DomainError('params', 'These bytes are not CBOR. Parameters must be CBOR.');
    throw error;
  }
  return bytes;
}

/** Undefined for empty text. */
function readJson(text: string, what: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return parseLosslessJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new DomainError('params-json', `Invalid JSON in ${what}.`);
    throw error;
  }
}
