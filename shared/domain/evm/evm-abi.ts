/**
 * Function arguments in the Ethereum contract ABI (docs.soliditylang.org, "Contract ABI Specification"): a head of 32-byte words,
 * with offsets into the tail for dynamic types.
 */
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { Address } from '../addresses/address.ts';
import { addressFromEthAddress, ethAddressFromAddress } from '../addresses/eth-address.ts';
import { DomainError } from '../domain-error.ts';
import { bytesToHex, bytesToUtf8Lossy, concatBytes, equalBytes, hexToBytes, utf8ToBytes } from '../encoding/bytes.ts';
import type { DecodedField, DecodedValue } from '../encoding/decoded-value.ts';

/** An ABI type. `calldata` is `bytes` that contain a call of the same contract. */
export type AbiType =
  | { readonly type: 'address' | 'bool' | 'bytes' | 'string' | 'calldata' }
  | { readonly type: 'uint' | 'int'; readonly bits: number }
  | { readonly type: 'fixedBytes'; readonly size: number }
  | { readonly type: 'list'; readonly item: AbiType; readonly length?: number }
  | { readonly type: 'tuple'; readonly fields: readonly AbiParameter[] };

/** A function parameter; named by its position if it has no name. */
export interface AbiParameter {
  readonly name: string;
  readonly type: AbiType;
}

/** A function or an error of a contract. */
export interface AbiFunction {
  /** Canonical signature: `transfer(address,uint256)`. */
  readonly signature: string;
  /** 0x and 8 digits: the first 4 bytes of the keccak-256 of the signature. */
  readonly selector: string;
  readonly parameters: readonly AbiParameter[];
}

const WORD = 32;
const TOKENS = /\s*([A-Za-z_][A-Za-z0-9_]*|\d+|[(),[\]])/y;

/** Parse `transfer(address to, uint256 amount)`. Throws `SyntaxError`: declarations are part of the program. */
export function parseAbiFunction(declaration: string): AbiFunction {
  const tokens: string[] = [];
  TOKENS.lastIndex = 0;
  for (let match = TOKENS.exec(declaration); match !== null; match = TOKENS.exec(declaration)) tokens.push(match[1] ?? '');
  const name = tokens.shift() ?? '';
  const parameters = readParameters(tokens);
  if (tokens.length > 0 || parameters === undefined) throw new SyntaxError(`${declaration} is no declaration of a function`);
  const signature = `${name}(${parameters.map(({ type }) => nameOf(type)).join(',')})`;
  return { signature, selector: `0x${bytesToHex(keccak_256(utf8ToBytes(signature)).slice(0, 4))}`, parameters };
}

function readParameters(tokens: string[]): AbiParameter[] | undefined {
  if (tokens.shift() !== '(') return undefined;
  const parameters: AbiParameter[] = [];
  while (tokens[0] !== ')') {
    const type = readType(tokens);
    const name = /^[A-Za-z_]/.test(tokens[0] ?? '') ? (tokens.shift() ?? '') : `${parameters.length}`;
    parameters.push({ name, type });
    if (tokens[0] === ',') tokens.shift();
    else if (tokens[0] !== ')') throw new SyntaxError('a list of parameters has no end');
  }
  tokens.shift();
  return parameters;
}

function readType(tokens: string[]): AbiType {
  let type: AbiType = tokens[0] === '(' ? { type: 'tuple', fields: readParameters(tokens) ?? [] } : plainType(tokens.shift() ?? '');
  while (tokens[0] === '[') {
    const [, digits = ''] = tokens.splice(0, tokens[1] === ']' ? 1 : 2);
    const length = digits === '' ? undefined : Number(digits);
    if (tokens.shift() !== ']') throw new SyntaxError('a ] is missing');
    type = length === undefined ? { type: 'list', item: type } : { type: 'list', item: type, length };
  }
  return type;
}

function plainType(name: string): AbiType {
  if (name === 'address' || name === 'bool' || name === 'bytes' || name === 'string' || name === 'calldata') return { type: name };
  const [, kind, digits = ''] = /^(uint|int|bytes)(\d+)$/.exec(name) ?? [];
  if (kind === undefined) throw new SyntaxError(`${name} is no type of the ABI`);
  return kind === 'bytes' ? { type: 'fixedBytes', size: Number(digits) } : { type: kind as 'uint' | 'int', bits: Number(digits) };
}

function nameOf(type: AbiType): string {
  switch (type.type) {
    case 'uint':
    case 'int':
      return `${type.type}${type.bits}`;
    case 'fixedBytes':
      return `bytes${type.size}`;
    case 'calldata':
      return 'bytes';
    case 'list':
      return `${nameOf(type.item)}[${type.length ?? ''}]`;
    case 'tuple':
      return `(${type.fields.map((field) => nameOf(field.type)).join(',')})`;
    default:
      return type.type;
  }
}

/** Decodes and encodes `calldata`. */
export interface CalldataCodec {
  decode(bytes: Uint8Array): DecodedValue;
  encode(value: DecodedValue): Uint8Array;
}

/**
 * Decode arguments. Throws `DomainError` `abi` unless the encoding is canonical. Addresses become f410f or f0 addresses. No word is
 * read twice, so hostile bytes cannot expand.
 */
export function decodeArguments(parameters: readonly AbiParameter[], data: Uint8Array, calldata: CalldataCodec): DecodedField[] {
  const fields = new AbiReader(data, calldata).readTuple(parameters, 0);
  if (!equalBytes(encodeTuple(parameters, fields, calldata), data)) throw unfit();
  return fields;
}

class AbiReader {
  readonly #data: Uint8Array;
  readonly #calldata: CalldataCodec;
  /** Remaining words, at most those of the data. */
  #budget: number;

  constructor(data: Uint8Array, calldata: CalldataCodec) {
    this.#data = data;
    this.#calldata = calldata;
    this.#budget = Math.ceil(data.length / WORD);
  }

  readTuple(parameters: readonly AbiParameter[], base: number): DecodedField[] {
    let head = base;
    return parameters.map(({ name, type }) => {
      const value = this.#readAt(type, base, head);
      head += headSize(type);
      return { name, value };
    });
  }

  #readAt(type: AbiType, base: number, head: number): DecodedValue {
    return isDynamic(type) ? this.#read(type, base + this.#length(head)) : this.#read(type, head);
  }

  #read(type: AbiType, at: number): DecodedValue {
    switch (type.type) {
      case 'address': {
        const word = this.#word(at);
        return { kind: 'address', value: addressFromEthAddress(`0x${bytesToHex(word.slice(12))}`) };
      }
      case 'bool': {
        const value = this.#number(at);
        if (value > 1n) throw unfit();
        return { kind: 'boolean', value: value === 1n };
      }
      case 'uint':
        return { kind: 'integer', isBig: true, value: this.#number(at) };
      case 'int':
        return { kind: 'integer', isBig: true, value: BigInt.asIntN(256, this.#number(at)) };
      case 'fixedBytes':
        return { kind: 'bytes', size: type.size, value: this.#word(at).slice(0, type.size) };
      case 'bytes':
        return { kind: 'bytes', value: this.#bytes(at) };
      case 'calldata':
        return this.#calldata.decode(this.#bytes(at));
      case 'string': {
        const bytes = this.#bytes(at);
        const value = bytesToUtf8Lossy(bytes);
        return equalBytes(utf8ToBytes(value), bytes) ? { kind: 'text', value } : { kind: 'text', value, encoding: bytes };
      }
      case 'list':
        return this.#list(type.item, type.length ?? this.#length(at), type.length === undefined ? at + WORD : at);
      case 'tuple':
        return { kind: 'record', fields: this.readTuple(type.fields, at) };
      default:
        return type satisfies never;
    }
  }

  #list(item: AbiType, length: number, base: number): DecodedValue {
    if (length > this.#budget) throw unfit();
    const size = headSize(item);
    return { kind: 'list', items: Array.from({ length }, (_, index) => this.#readAt(item, base, base + index * size)) };
  }

  #bytes(at: number): Uint8Array {
    const length = this.#length(at);
    this.#budget -= Math.ceil(length / WORD);
    const start = at + WORD;
    if (this.#budget < 0 || start + length > this.#data.length) throw unfit();
    return this.#data.slice(start, start + length);
  }

  /** Read an offset or length, which must be within the data. */
  #length(at: number): number {
    const value = this.#number(at);
    if (value > BigInt(this.#data.length)) throw unfit();
    return Number(value);
  }

  #number(at: number): bigint {
    return BigInt(`0x${bytesToHex(this.#word(at))}`);
  }

  #word(at: number): Uint8Array {
    this.#budget -= 1;
    if (this.#budget < 0 || at + WORD > this.#data.length) throw unfit();
    return this.#data.slice(at, at + WORD);
  }
}

function isDynamic(type: AbiType): boolean {
  switch (type.type) {
    case 'bytes':
    case 'string':
    case 'calldata':
      return true;
    case 'list':
      return type.length === undefined || isDynamic(type.item);
    case 'tuple':
      return type.fields.some((field) => isDynamic(field.type));
    default:
      return false;
  }
}

function headSize(type: AbiType): number {
  if (isDynamic(type)) return WORD;
  if (type.type === 'list') return (type.length ?? 0) * headSize(type.item);
  return type.type === 'tuple' ? type.fields.reduce((size, field) => size + headSize(field.type), 0) : WORD;
}

/** Encode arguments. Throws `DomainError` `abi` for values that do not match the parameter types. */
export function encodeTuple(parameters: readonly AbiParameter[], fields: readonly DecodedField[], calldata: CalldataCodec): Uint8Array {
  if (fields.length !== parameters.length) throw unfit();
  const values = parameters.map(({ type }, index) => ({ type, value: fields[index]?.value ?? { kind: 'none' as const } }));
  return encodeSequence(values, calldata);
}

function encodeSequence(values: readonly { type: AbiType; value: DecodedValue }[], calldata: CalldataCodec): Uint8Array {
  const heads: Uint8Array[] = [];
  const tails: Uint8Array[] = [];
  let end = values.reduce((size, { type }) => size + headSize(type), 0);
  for (const { type, value } of values) {
    const bytes = encodeArgument(type, value, calldata);
    if (!isDynamic(type)) {
      heads.push(bytes);
      continue;
    }
    heads.push(wordOf(BigInt(end)));
    tails.push(bytes);
    end += bytes.length;
  }
  const encoded = new Uint8Array(end);
  let at = 0;
  for (const part of [...heads, ...tails]) {
    encoded.set(part, at);
    at += part.length;
  }
  return encoded;
}

function encodeArgument(type: AbiType, value: DecodedValue, calldata: CalldataCodec): Uint8Array {
  switch (type.type) {
    case 'address':
      if (value.kind !== 'address') throw unfit();
      return leftPadded(ethBytes(value.value));
    case 'bool':
      if (value.kind !== 'boolean') throw unfit();
      return wordOf(value.value ? 1n : 0n);
    case 'uint':
      if (value.kind !== 'integer' || BigInt.asUintN(type.bits, value.value) !== value.value) throw unfit();
      return wordOf(value.value);
    case 'int':
      if (value.kind !== 'integer' || BigInt.asIntN(type.bits, value.value) !== value.value) throw unfit();
      return wordOf(BigInt.asUintN(256, value.value));
    case 'fixedBytes':
      if (value.kind !== 'bytes' || value.value.length !== type.size) throw unfit();
      return rightPadded(value.value);
    case 'bytes':
      if (value.kind !== 'bytes') throw unfit();
      return withLength(value.value);
    case 'calldata':
      return withLength(calldata.encode(value));
    case 'string':
      if (value.kind !== 'text') throw unfit();
      return withLength(value.encoding ?? utf8ToBytes(value.value));
    case 'list': {
      if (value.kind !== 'list' || (type.length !== undefined && value.items.length !== type.length)) throw unfit();
      const items = encodeSequence(
        value.items.map((item) => ({ type: type.item, value: item })),
        calldata,
      );
      return type.length === undefined ? concatBytes(wordOf(BigInt(value.items.length)), items) : items;
    }
    case 'tuple':
      if (value.kind !== 'record') throw unfit();
      return encodeTuple(type.fields, value.fields, calldata);
    default:
      return type satisfies never;
  }
}

function ethBytes(address: Address): Uint8Array {
  const text = ethAddressFromAddress(address);
  if (text === undefined) throw unfit();
  return hexToBytes(text);
}

function withLength(bytes: Uint8Array): Uint8Array {
  return concatBytes(wordOf(BigInt(bytes.length)), rightPadded(bytes));
}

function rightPadded(bytes: Uint8Array): Uint8Array {
  return concatBytes(bytes, new Uint8Array((WORD - (bytes.length % WORD)) % WORD));
}

function leftPadded(bytes: Uint8Array): Uint8Array {
  return concatBytes(new Uint8Array(WORD - bytes.length), bytes);
}

function wordOf(value: bigint): Uint8Array {
  return hexToBytes(value.toString(16).padStart(WORD * 2, '0'));
}

function unfit(): DomainError {
  return new DomainError('abi', 'The bytes do not match the function’s parameters.');
}
