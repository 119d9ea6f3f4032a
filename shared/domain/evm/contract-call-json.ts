/**
 * Contract calls from a function declaration and JSON arguments. Source of the encoding: docs.soliditylang.org, "Contract ABI
 * Specification".
 */
import { parseAddress } from '../addresses/address.ts';
import { addressFromEthAddress, ethAddressFromAddress } from '../addresses/eth-address.ts';
import { DomainError } from '../domain-error.ts';
import { concatBytes, hexToBytes } from '../encoding/bytes.ts';
import type { DecodedField, DecodedValue } from '../encoding/decoded-value.ts';
import { contentOf } from '../methods/method-encode.ts';
import { type AbiFunction, type AbiParameter, type AbiType, type CalldataCodec, encodeTuple, parseAbiFunction } from './evm-abi.ts';

const DECLARATION = /^(?:function\s+)?([A-Za-z_][A-Za-z0-9_]*\s*\(.*\))[a-z\s]*$/s;
/** Solidity data locations, which are not part of a type. */
const LOCATIONS = /\b(?:memory|calldata|storage|payable|indexed)\b(?=\s*[A-Za-z_,)])/g;
const BARE_INTEGER = /\b(u?int)\b(?!\d)/g;
const MAX_DEPTH = 16;
const CALLDATA: CalldataCodec = { decode: (bytes) => ({ kind: 'bytes', value: bytes }), encode: contentOf };

/**
 * Parse a Solidity function declaration: `transfer(address to, uint256 amount)`, with or without `function` before and modifiers
 * after it. Throws `DomainError` `contract-declaration`.
 */
export function readContractDeclaration(text: string): AbiFunction {
  const wrong = (what: string) => new DomainError('contract-declaration', `${what} Write it as transfer(address to, uint256 amount).`);
  const trimmed = text.trim();
  const head = withoutReturns(trimmed);
  const [, call] = DECLARATION.exec(head) ?? [];
  if (call === undefined || !/^[A-Za-z0-9_(),[\]\s]+$/.test(call) || /,\s*[,)]|\(\s*,/.test(call) || depthOf(call) > MAX_DEPTH)
    throw wrong('Not a function declaration.');
  let declared: AbiFunction;
  try {
    declared = parseAbiFunction(call.replace(LOCATIONS, '').replace(BARE_INTEGER, '$1256'));
  } catch (error) {
    if (error instanceof SyntaxError) throw wrong('The declaration has invalid types.');
    throw error;
  }
  for (const { type } of declared.parameters) checkType(type, wrong);
  return declared;
}

/** Return types are not part of a call. */
function withoutReturns(text: string): string {
  const at = text.search(/\)[a-z\s]*\breturns\s*\(/);
  return at === -1 ? text : text.slice(0, text.indexOf(')', at) + 1);
}

function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of text) {
    if (character === '(' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === ')' || character === ']') depth -= 1;
  }
  return deepest;
}

function checkType(type: AbiType, wrong: (what: string) => DomainError): void {
  if (type.type === 'list') checkType(type.item, wrong);
  if (type.type === 'tuple') for (const field of type.fields) checkType(field.type, wrong);
  const isMisfit =
    ((type.type === 'uint' || type.type === 'int') && (type.bits % 8 !== 0 || type.bits < 8 || type.bits > 256)) ||
    (type.type === 'fixedBytes' && (type.size < 1 || type.size > 32));
  if (isMisfit) throw wrong('Integers have 8 to 256 bits in steps of 8; bytes are bytes1 to bytes32, or bytes.');
}

/**
 * Encode calldata: selector and arguments. Numbers are JSON numbers or, if large, text; addresses 0x, f410f or f0 text;
 * bytes 0x text; tuples lists, or objects by name. Throws `DomainError` `contract-arguments` with the path of the error.
 */
export function encodeContractCall(declared: AbiFunction, json: unknown): Uint8Array {
  const values = fieldsFromJson(declared.parameters, json, '');
  return concatBytes(hexToBytes(declared.selector.slice(2)), encodeTuple(declared.parameters, values, CALLDATA));
}

function fieldsFromJson(parameters: readonly AbiParameter[], json: unknown, path: string): DecodedField[] {
  if (Array.isArray(json)) {
    if (json.length !== parameters.length)
      throw wrongArgument(path, `expected ${parameters.length} values (${namesOf(parameters)}), not ${json.length}`);
    return parameters.map(({ name, type }, index) => ({ name, value: valueFromJson(type, json[index], placeOf(path, name)) }));
  }
  if (!isObject(json)) throw wrongArgument(path, `expected a list of values: ${namesOf(parameters)}`);
  const unknownName = Object.keys(json).find((key) => parameters.every(({ name }) => name !== key));
  if (unknownName !== undefined) throw wrongArgument(placeOf(path, unknownName), 'unknown value');
  return parameters.map(({ name, type }) => {
    if (!Object.hasOwn(json, name)) throw wrongArgument(placeOf(path, name), 'missing value');
    return { name, value: valueFromJson(type, json[name], placeOf(path, name)) };
  });
}

function valueFromJson(type: AbiType, json: unknown, path: string): DecodedValue {
  switch (type.type) {
    case 'address':
      return { kind: 'address', value: addressFromJson(json, path) };
    case 'bool':
      if (typeof json !== 'boolean') throw wrongArgument(path, 'expected true or false');
      return { kind: 'boolean', value: json };
    case 'uint':
    case 'int':
      return { kind: 'integer', isBig: true, value: integerFromJson(type, json, path) };
    case 'fixedBytes': {
      const value = bytesFromJson(json, path);
      if (value.length !== type.size) throw wrongArgument(path, `expected ${type.size} bytes, not ${value.length}`);
      return { kind: 'bytes', size: type.size, value };
    }
    case 'bytes':
    case 'calldata':
      return { kind: 'bytes', value: bytesFromJson(json, path) };
    case 'string':
      if (typeof json !== 'string' || !json.isWellFormed()) throw wrongArgument(path, 'expected text');
      return { kind: 'text', value: json };
    case 'list':
      if (!Array.isArray(json)) throw wrongArgument(path, 'expected a list');
      if (type.length !== undefined && json.length !== type.length)
        throw wrongArgument(path, `expected a list of ${type.length} values, not ${json.length}`);
      return { kind: 'list', items: json.map((item, index) => valueFromJson(type.item, item, `${path}[${index}]`)) };
    case 'tuple':
      return { kind: 'record', fields: fieldsFromJson(type.fields, json, path) };
    default:
      return type satisfies never;
  }
}

function addressFromJson(json: unknown, path: string) {
  if (typeof json !== 'string') throw wrongArgument(path, 'expected an address, as text');
  const address = at(path, () => (/^0x/i.test(json.trim()) ? addressFromEthAddress(json.trim()) : parseAddress(json.trim())));
  if (ethAddressFromAddress(address) === undefined)
    throw wrongArgument(path, 'expected a 0x, f410f or f0 address; look up the f0 address of this one');
  return address;
}

function integerFromJson({ type, bits }: { readonly type: 'uint' | 'int'; readonly bits: number }, json: unknown, path: string): bigint {
  const isWhole = typeof json === 'bigint' || (typeof json === 'number' && Number.isSafeInteger(json));
  const isText = typeof json === 'string' && /^(?:-?\d{1,78}|0x[0-9a-f]{1,64})$/i.test(json.trim());
  if (!isWhole && !isText) throw wrongArgument(path, 'expected an integer');
  const value = BigInt(isText ? json.trim() : json);
  const [least, limit] = type === 'uint' ? [0n, 1n << BigInt(bits)] : [-(1n << BigInt(bits - 1)), 1n << BigInt(bits - 1)];
  if (value < least || value >= limit) throw wrongArgument(path, `out of range for ${type}${bits}`);
  return value;
}

function bytesFromJson(json: unknown, path: string): Uint8Array {
  if (typeof json !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(json))
    throw wrongArgument(path, 'expected bytes, as 0x and hexadecimal digits');
  return hexToBytes(json.slice(2));
}

function at<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) throw wrongArgument(path, error.message);
    throw error;
  }
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function placeOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function namesOf(parameters: readonly AbiParameter[]): string {
  return parameters.length === 0 ? 'none' : parameters.map(({ name }) => name).join(', ');
}

function wrongArgument(path: string, what: string): DomainError {
  return new DomainError('contract-arguments', path === '' ? `${what.charAt(0).toUpperCase()}${what.slice(1)}.` : `${path}: ${what}.`);
}
