/** Parameters as a person writes them, read in two steps: what is wrong whatever the recipient is, then the bytes for what it is. */
import type { ActorType } from '../domain/actor-type.ts';
import { base64ToBytes, hexToBytes } from '../domain/bytes.ts';
import { encodeCbor, readCbor } from '../domain/cbor.ts';
import { encodeContractCall, readContractDeclaration } from '../domain/contract-call-json.ts';
import { DomainError } from '../domain/domain-error.ts';
import { INVOKE_CONTRACT } from '../domain/eth-transaction.ts';
import { encodeParams } from '../domain/method-json.ts';
import type { DraftParams } from '../ipc/schemas/drafts.ts';
import { parseLosslessJson } from '../rpc/lossless-json.ts';
import { hexDigits } from '../text/hex-digits.ts';

/** Bytes already, or fields whose bytes depend on the type of the recipient. */
export type ParsedParams = { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'fields'; readonly json: unknown };

/** What the bytes of fields depend on. */
export interface ParamsContext {
  readonly actorType?: ActorType | undefined;
  readonly method: bigint;
  readonly networkVersion?: number | undefined;
}

/**
 * Reads parameters as far as that needs nobody. Throws `DomainError` `params`, `params-json`, `contract-declaration` or
 * `contract-arguments`.
 */
export function readDraftParams(params: DraftParams, method: bigint): ParsedParams {
  switch (params.kind) {
    case 'none':
      return { kind: 'bytes', bytes: new Uint8Array() };
    case 'bytes':
      return { kind: 'bytes', bytes: readParamBytes(params.text, params.encoding) };
    case 'fields':
      if (method === 0n) throw new DomainError('params', 'A plain transfer takes no parameters. Choose a method, or leave them out.');
      return { kind: 'fields', json: readJson(params.json, 'the parameters') };
    case 'contract': {
      if (method !== INVOKE_CONTRACT)
        throw new DomainError('params', `A function of a contract is called by InvokeContract, method ${INVOKE_CONTRACT}.`);
      const declared = readContractDeclaration(params.declaration);
      const input = encodeContractCall(declared, readJson(params.argumentsJson, 'the arguments') ?? []);
      return { kind: 'bytes', bytes: encodeCbor(input) };
    }
    default:
      return params satisfies never;
  }
}

/**
 * The bytes of parameters for a recipient of this type. Throws `DomainError` `method-unknown`, or `params-json` with the path of the
 * field that is wrong.
 */
export function encodeDraftParams(params: ParsedParams, { actorType, method, networkVersion }: ParamsContext): Uint8Array {
  return params.kind === 'bytes' ? params.bytes : encodeParams(actorType, method, params.json, networkVersion);
}

/** Parameters are CBOR for every built-in actor; bytes that are not would only burn gas. */
function readParamBytes(text: string, encoding: 'hex' | 'base64'): Uint8Array {
  const bytes = encoding === 'hex' ? hexToBytes(hexDigits(text)) : base64ToBytes(text.replace(/\s+/g, ''));
  if (bytes.length === 0) return bytes;
  try {
    readCbor(bytes);
  } catch (error) {
    if (error instanceof DomainError) throw new DomainError('params', 'These bytes are not CBOR, which parameters are written in.');
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
    if (error instanceof SyntaxError) throw new DomainError('params-json', `This is no JSON that ${what} could be read from.`);
    throw error;
  }
}
