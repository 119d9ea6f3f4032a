/** Decodes calldata and revert data of contracts. */
import { DomainError } from '../domain-error.ts';
import { bytesToHex } from '../encoding/bytes.ts';
import type { ContractCall, ContractRevert, DecodedField, DecodedValue } from '../encoding/decoded-value.ts';
import { contentOf } from '../methods/method-encode.ts';
import { type CalldataCodec, decodeArguments, parseAbiFunction } from './evm-abi.ts';
import { knownFunction } from './evm-selectors.ts';

const SELECTOR_BYTES = 4;
/** Deeper nested calls are kept as bytes. */
const MAX_CALL_DEPTH = 8;
const ERROR = parseAbiFunction('Error(string reason)');
const PANIC = parseAbiFunction('Panic(uint256 code)');
/** Source: docs.soliditylang.org, "Panic via assert and Error via require". */
const PANICS: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic compiler-inserted panic'],
  [0x01n, 'assertion failed'],
  [0x11n, 'arithmetic overflow or underflow'],
  [0x12n, 'division by zero'],
  [0x21n, 'invalid enum value'],
  [0x22n, 'invalid encoding of a storage byte array'],
  [0x31n, 'pop on an empty array'],
  [0x32n, 'array index out of bounds'],
  [0x41n, 'out of memory'],
  [0x51n, 'call of an uninitialized function'],
]);

/**
 * Decode calldata: a selector, and its arguments if the selector is well known and they match it exactly. Fewer than 4 bytes
 * stay bytes. Never throws.
 */
export function decodeContractCall(input: Uint8Array, depth = 0): ContractCall | Extract<DecodedValue, { kind: 'bytes' }> {
  if (input.length < SELECTOR_BYTES || depth > MAX_CALL_DEPTH) return { kind: 'bytes', value: input, unit: 'calldata' };
  const selector = `0x${bytesToHex(input.slice(0, SELECTOR_BYTES))}`;
  const data = input.slice(SELECTOR_BYTES);
  const known = knownFunction(selector);
  const inner: CalldataCodec = { decode: (bytes) => decodeContractCall(bytes, depth + 1), encode: contentOf };
  const fields = known === undefined ? undefined : attempt(() => decodeArguments(known.parameters, data, inner));
  if (known === undefined || fields === undefined) return { kind: 'contractCall', selector, data };
  return { kind: 'contractCall', selector, signature: known.signature, arguments: fields, data };
}

/** Decode the return value of a reverted contract (exit code 33). Never throws. */
export function decodeRevert(data: Uint8Array): ContractRevert {
  return { kind: 'revert', data, reason: reasonOf(data) };
}

function reasonOf(data: Uint8Array): ContractRevert['reason'] {
  if (data.length === 0) return { type: 'none' };
  if (data.length < SELECTOR_BYTES) return { type: 'bytes' };
  const selector = `0x${bytesToHex(data.slice(0, SELECTOR_BYTES))}`;
  const [value] = argumentsOf(selector, data.slice(SELECTOR_BYTES));
  if (value?.kind === 'text') return { type: 'message', text: value.value };
  if (value?.kind === 'integer') {
    return {
      type: 'panic',
      code: value.value,
      meaning: PANICS.get(value.value) ?? `unknown panic code ${value.value}`,
    };
  }
  return { type: 'custom', selector };
}

function argumentsOf(selector: string, data: Uint8Array): DecodedValue[] {
  const declared = [ERROR, PANIC].find((candidate) => candidate.selector === selector);
  const codec: CalldataCodec = { decode: (bytes) => ({ kind: 'bytes', value: bytes }), encode: contentOf };
  const fields = declared === undefined ? undefined : attempt(() => decodeArguments(declared.parameters, data, codec));
  return (fields ?? []).map(({ value }) => value);
}

/** Undefined if the bytes do not match; errors other than `DomainError` are bugs and are rethrown. */
function attempt(read: () => DecodedField[]): DecodedField[] | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
