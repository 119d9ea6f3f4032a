/**
 * Parameters as JSON, as in Lotus' StateDecodeParams and StateEncodeParams: fields by their Go names, addresses as text,
 * amounts and other big integers as decimal strings, bytes as base64 (null if empty; arrays of numbers if their length is fixed),
 * CIDs as links, bitfields as run lengths, lists as arrays (null if empty), optional values as null.
 *
 * Differences from Lotus, which has no lossless form: a label of bytes is `{"/": {"bytes": "…"}}`, as in DAG-JSON, and an integer
 * beyond 2^53 is a bigint, which the node client writes exactly. SectorID of SubmitPoRepForBulkVerify is a nested object, where Go
 * inlines its fields. Not preserved: invalid UTF-8 (becomes U+FFFD) and non-canonical encodings (`encoding` in decoded-value.ts).
 */
import { formatAddress, type NetworkLetter, parseAddress } from '../addresses/address.ts';
import { attoFil } from '../amounts/amount.ts';
import { DomainError } from '../domain-error.ts';
import { decodeRunLengths, encodeRunLengths } from '../encoding/bitfield.ts';
import { base64ToBytes, bytesToBase64 } from '../encoding/bytes.ts';
import { cidFromLink, cidToLink } from '../encoding/cid.ts';
import type { Decoded, DecodedField, DecodedValue } from '../encoding/decoded-value.ts';
import { methodForms } from './actor-methods.ts';
import type { ActorType } from './actor-type.ts';
import { contentOf, encodeDecoded } from './method-encode.ts';
import type { MethodShape, ScalarShape, Shape, ShapeField } from './method-shape.ts';

/** JSON, with bigint for integers beyond 2^53. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

const INT64_LIMIT = 1n << 63n;
const UINT64_LIMIT = 1n << 64n;
/** The longest big integer has 127 bytes besides its sign: more than 10^305. */
const BIG_INTEGER = /^-?\d{1,305}$/;

/**
 * Encode a method's parameters from JSON, by the method's version at the network version (default: the newest).
 * Throws `DomainError` `method-unknown` if the actor type has no such method, and `params-json` with the path of the invalid field:
 * `Deals[3].Proposal.Client: …`.
 */
export function encodeParams(type: ActorType | undefined, method: bigint, json: unknown, networkVersion?: number): Uint8Array {
  const [form] = methodForms(type, method, networkVersion);
  if (form === undefined) throw new DomainError('method-unknown', 'The parameters of this method are unknown. Enter them as bytes.');
  return encodeDecoded(decodedFromJson(form.params, json));
}

/** Parse parameters or a return value from JSON: `{}` or undefined for no bytes. Throws `DomainError` `params-json`. */
export function decodedFromJson({ isRaw, isOptional, fields }: MethodShape, json: unknown): Decoded {
  const [first] = fields;
  const isNothing = json === undefined || (isObject(json) && Object.keys(json).length === 0);
  if (first === undefined) {
    if (!isNothing && json !== null) throw wrong('', 'this method has no parameters');
    return { form: 'typed', value: { kind: 'nothing' } };
  }
  if (isOptional && isNothing) return { form: 'typed', value: { kind: 'nothing' } };
  if (isRaw) return { form: 'typed', label: first.name, value: valueFromJson(first.shape, json, first.name) };
  return { form: 'typed', value: recordFromJson(fields, json, '') };
}

/**
 * Return a decoded tree as JSON, with addresses in a network's prefix. A value decoded without a shape becomes base64 of its
 * bytes.
 */
export function decodedToJson(decoded: Decoded, letter: NetworkLetter): Json {
  if (decoded.form !== 'typed') return bytesToBase64(encodeDecoded(decoded));
  return decoded.value.kind === 'nothing' ? {} : valueToJson(decoded.value, letter);
}

function valueToJson(value: DecodedValue, letter: NetworkLetter): Json {
  switch (value.kind) {
    case 'address':
      return formatAddress(value.value, letter);
    case 'amount':
      return value.value.toString();
    case 'integer':
      return value.isBig ? value.value.toString() : exact(value.value);
    case 'boolean':
    case 'text':
      return value.value;
    case 'cid':
      return { ...cidToLink(value.value) };
    case 'bitfield':
      return encodeRunLengths(value.value);
    case 'signature':
      return { Type: value.type, Data: bytesToBase64(value.data) };
    case 'none':
    case 'nothing':
      return null;
    case 'list':
      return value.items.length === 0 ? null : value.items.map((item) => valueToJson(item, letter));
    case 'record':
      return objectOf(value.fields, letter);
    case 'map':
      return objectOf(value.entries, letter);
    case 'bytes':
      if (value.size !== undefined) return [...value.value];
      return value.isLabel === true ? { '/': { bytes: bytesToBase64(value.value).replace(/=+$/, '') } } : bytesToJson(value.value);
    default:
      return bytesToJson(contentOf(value));
  }
}

function objectOf(fields: readonly DecodedField[], letter: NetworkLetter): Json {
  return Object.fromEntries(fields.map(({ name, value }) => [name, valueToJson(value, letter)]));
}

function bytesToJson(bytes: Uint8Array): Json {
  return bytes.length === 0 ? null : bytesToBase64(bytes);
}

function exact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function valueFromJson(shape: Shape, json: unknown, path: string): DecodedValue {
  switch (shape.type) {
    case 'scalar':
      return scalarFromJson(shape, json, path);
    case 'optional':
      return isAbsent(json) ? { kind: 'none' } : valueFromJson(shape.of, json, path);
    case 'list':
      if (isAbsent(json)) return { kind: 'list', items: [] };
      if (!Array.isArray(json)) throw wrong(path, 'expected a list');
      return { kind: 'list', items: json.map((item, index) => valueFromJson(shape.item, item, `${path}[${index}]`)) };
    case 'tuple':
      return recordFromJson(shape.fields, json, path);
    case 'embedded':
      return { kind: 'bytes', value: bytesFromJson(json, path) };
    default:
      return shape satisfies never;
  }
}

function recordFromJson(shapes: readonly ShapeField[], json: unknown, path: string): DecodedValue {
  if (!isObject(json)) throw wrong(path, `expected an object with the fields ${shapes.map(({ name }) => name).join(', ')}`);
  const given = new Map<string, unknown>();
  for (const [name, value] of Object.entries(json)) {
    // Go ignores the case of field names: published parameters have CodeCid for CodeCID.
    const shape = shapes.find((field) => field.name === name) ?? shapes.find((field) => field.name.toLowerCase() === name.toLowerCase());
    if (shape === undefined) throw wrong(pathOf(path, name), 'unknown field');
    if (given.has(shape.name)) throw wrong(pathOf(path, name), 'duplicate field');
    given.set(shape.name, value);
  }
  const fields = shapes.map(({ name, shape }) => {
    if (!given.has(name) && shape.type !== 'optional') throw wrong(pathOf(path, name), 'missing field');
    return { name, value: valueFromJson(shape, given.get(name), pathOf(path, name)) };
  });
  return { kind: 'record', fields };
}

function scalarFromJson({ kind, size, unit }: ScalarShape, json: unknown, path: string): DecodedValue {
  const withUnit = unit === undefined ? {} : { unit };
  switch (kind) {
    case 'A':
      return { kind: 'address', value: at(path, () => parseAddress(textFromJson(json, path, 'an address, as text'))) };
    case 'T':
      return { kind: 'amount', value: attoFil(bigFromJson(json, path)) };
    case 'N':
      return { kind: 'integer', isBig: true, value: bigFromJson(json, path), ...withUnit };
    case 'U':
      return { kind: 'integer', isBig: false, value: integerFromJson(json, path, 0n, UINT64_LIMIT), ...withUnit };
    case 'I':
      return { kind: 'integer', isBig: false, value: integerFromJson(json, path, -INT64_LIMIT, INT64_LIMIT), ...withUnit };
    case 'B':
      return { kind: 'bytes', value: size === undefined ? bytesFromJson(json, path) : fixedFromJson(json, size, path), ...withUnit };
    case 'C':
      return { kind: 'cid', value: at(path, () => cidFromLink(json)) };
    case 'F':
      return { kind: 'bitfield', value: at(path, () => decodeRunLengths(runsFromJson(json, path))), ...withUnit };
    case 'L':
      if (typeof json !== 'boolean') throw wrong(path, 'expected true or false');
      return { kind: 'boolean', value: json };
    case 'S':
      return { kind: 'text', value: textFromJson(json, path, 'text') };
    case 'D':
      return labelFromJson(json, path);
    case 'G':
      return signatureFromJson(json, path);
    default:
      return kind satisfies never;
  }
}

function textFromJson(json: unknown, path: string, what: string): string {
  if (typeof json !== 'string') throw wrong(path, `expected ${what}`);
  if (!json.isWellFormed()) throw wrong(path, 'the text has a lone surrogate');
  return json;
}

function bigFromJson(json: unknown, path: string): bigint {
  if (typeof json !== 'string' || !BIG_INTEGER.test(json)) throw wrong(path, 'expected an integer in quotes, such as "1000"');
  return BigInt(json);
}

function integerFromJson(json: unknown, path: string, least: bigint, limit: bigint): bigint {
  const isWhole = typeof json === 'bigint' || (typeof json === 'number' && Number.isSafeInteger(json));
  const value = isWhole ? BigInt(json) : undefined;
  if (value === undefined || value < least || value >= limit) throw wrong(path, `expected an integer from ${least} to ${limit - 1n}`);
  return value;
}

function bytesFromJson(json: unknown, path: string): Uint8Array {
  return isAbsent(json) ? new Uint8Array() : at(path, () => base64ToBytes(textFromJson(json, path, 'bytes, as base64')));
}

function fixedFromJson(json: unknown, size: number, path: string): Uint8Array {
  const isByte = (item: unknown) => typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255;
  if (!Array.isArray(json) || json.length !== size || !json.every(isByte))
    throw wrong(path, `expected a list of ${size} numbers from 0 to 255`);
  return Uint8Array.from(json);
}

function runsFromJson(json: unknown, path: string): (number | bigint)[] {
  const isRun = (item: unknown) => typeof item === 'number' || typeof item === 'bigint';
  if (!Array.isArray(json) || !json.every(isRun)) throw wrong(path, 'expected a list of run lengths, such as [5, 3] for 5, 6 and 7');
  return json;
}

function labelFromJson(json: unknown, path: string): DecodedValue {
  if (!isObject(json)) return { kind: 'text', value: textFromJson(json, path, 'text') };
  const link = json['/'];
  const bytes = isObject(link) ? link.bytes : undefined;
  if (typeof bytes !== 'string') throw wrong(path, 'expected text, or {"/": {"bytes": "…"}}');
  const padded = bytes + '='.repeat((4 - (bytes.length % 4)) % 4);
  return { kind: 'bytes', isLabel: true, value: at(path, () => base64ToBytes(padded)) };
}

function signatureFromJson(json: unknown, path: string): DecodedValue {
  if (!isObject(json)) throw wrong(path, 'expected a signature: {"Type": 1, "Data": "…"}');
  return {
    kind: 'signature',
    type: Number(integerFromJson(json.Type, pathOf(path, 'Type'), 0n, 256n)),
    data: bytesFromJson(json.Data, pathOf(path, 'Data')),
  };
}

/** Run a parser and add the path to its error. */
function at<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'params-json') throw wrong(path, error.message);
    throw error;
  }
}

function isAbsent(json: unknown): boolean {
  return json === null || json === undefined;
}

function isObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function wrong(path: string, what: string): DomainError {
  const sentence = what.endsWith('.') ? what : `${what}.`;
  return new DomainError('params-json', path === '' ? `Parameters: ${sentence}` : `${path}: ${sentence}`);
}
