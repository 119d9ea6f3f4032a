/**
 * Decodes parameters and return values to a typed tree (decoded-value.ts). Never throws for input: bytes that do not match the
 * method's shape are decoded as plain CBOR, others are kept as bytes. A tree is only returned if encoding it again
 * (method-encode.ts) returns the same bytes.
 */
import { defined } from '../../collections/defined.ts';
import { type Address, addressFromBytes, idAddress } from '../addresses/address.ts';
import { attoFil } from '../amounts/amount.ts';
import { DomainError } from '../domain-error.ts';
import { decodeRlePlus, encodeRlePlus } from '../encoding/bitfield.ts';
import { bytesToUtf8Lossy, equalBytes, utf8ToBytes } from '../encoding/bytes.ts';
import {
  CborReader,
  type CborValue,
  cidOfCborLink,
  decodeBigIntBytes,
  decodeCbor,
  encodeBigIntBytes,
  MAX_BYTE_STRING,
} from '../encoding/cbor.ts';
import type { Cid } from '../encoding/cid.ts';
import type { Decoded, DecodedField, DecodedValue } from '../encoding/decoded-value.ts';
import { decodeContractCall, decodeRevert } from '../evm/evm-call.ts';
import { ALLOCATION_REQUESTS, ALLOCATIONS_RESPONSE, STREAM_WRITE_PAYLOADS } from './actor-method-table.ts';
import { type ActorMethod, isWithoutEffect, methodForms, methodName } from './actor-methods.ts';
import { type ActorType, singletonActorType } from './actor-type.ts';
import { encodeDecoded } from './method-encode.ts';
import { type MethodShape, parseShape, type ScalarShape, type Shape, type ShapeField } from './method-shape.ts';

/** Context of the bytes. */
export interface DecodeContext {
  /** Network version of the method; by default the newest version of the method that matches, and the newest for inner calls. */
  readonly networkVersion?: number | undefined;
  /** Actor type of an address, for inner calls; not needed for actors with the same ID on every network. */
  readonly actorTypeOf?: ((address: Address) => ActorType | undefined) | undefined;
  /** Actor type of a code CID (`actorTypeFromCode`), for actors that the call creates. */
  readonly actorTypeOfCode?: ((code: Cid) => ActorType | undefined) | undefined;
  /** Codec from a trace: 0x55 if the bytes are the content of a byte string without its CBOR header. */
  readonly codec?: number | undefined;
}

/** Context of a return value. */
export interface ReturnContext extends DecodeContext {
  /** Exit code of the receipt: 33 is a reverted contract, whose return value is the reason. */
  readonly exitCode?: number | bigint | undefined;
  /** Parameters of the same call, needed to decode the return value of an inner call or a receiver hook. */
  readonly params?: Uint8Array | undefined;
}

/** Deeper nested calls are kept as bytes. */
const MAX_CALL_DEPTH = 8;
const RAW_CODEC = 0x55;
const CONTRACT_REVERTED = 33n;
const VERIFIED_REGISTRY = idAddress(6);
const ALLOCATION_FORMS = ALLOCATION_REQUESTS.map(([shape, since, until]) => ({ shape: parseShape(shape), since, until }));
const ALLOCATION_RESPONSE_SHAPE = parseShape(ALLOCATIONS_RESPONSE);
const STREAM_WRITE_SHAPES = new Map(Object.entries(STREAM_WRITE_PAYLOADS).map(([op, shape]) => [BigInt(op), parseShape(shape)]));

/** Decoder state: context, call depth and, for a return value, the request. */
interface Scope {
  readonly context: DecodeContext;
  readonly depth: number;
  readonly request?: readonly DecodedField[];
  readonly isRevert?: boolean;
}

/** Decode a method's parameters. The actor type may be undefined for exported numbers. Never throws. */
export function decodeParams(type: ActorType | undefined, method: bigint, bytes: Uint8Array, context: DecodeContext = {}): Decoded {
  return decodeParamsAt(type, method, bytes, { context, depth: 0 });
}

/** Decode a method's return value. Never throws. */
export function decodeReturn(type: ActorType | undefined, method: bigint, bytes: Uint8Array, context: ReturnContext = {}): Decoded {
  const { params, exitCode, codec, ...around } = context;
  const request = params === undefined ? undefined : decodeParams(type, method, params, around);
  return decodeReturnAt(type, method, bytes, {
    context: codec === undefined ? around : { ...around, codec },
    depth: 0,
    isRevert: exitCode !== undefined && BigInt(exitCode) === CONTRACT_REVERTED,
    ...(request?.value.kind === 'record' ? { request: request.value.fields } : {}),
  });
}

/**
 * Decode the payload of a queued change of a reward stream (`write-queued` event, queue entry), by its kind. Never throws. Source:
 * builtin-actors v19, reward/src/types.rs.
 */
export function decodeStreamWrite(op: bigint, payload: Uint8Array): Decoded {
  const shape = STREAM_WRITE_SHAPES.get(op);
  return decodeByShapes(shape === undefined ? [] : [shape], payload, { context: {}, depth: 0 });
}

function decodeParamsAt(type: ActorType | undefined, method: bigint, bytes: Uint8Array, scope: Scope): Decoded {
  const decoded = decodeByShapes(
    formsOf(type, method, scope).map(({ params }) => params),
    bytes,
    scope,
  );
  return isWithoutEffect(type, method) ? { ...decoded, isWithoutEffect: true } : decoded;
}

function decodeReturnAt(type: ActorType | undefined, method: bigint, bytes: Uint8Array, scope: Scope): Decoded {
  // A failed call returns nothing.
  if (bytes.length === 0) return { form: 'typed', value: { kind: 'nothing' } };
  return decodeByShapes(
    formsOf(type, method, scope).map(({ returns }) => returns),
    bytes,
    scope,
  );
}

function formsOf(type: ActorType | undefined, method: bigint, { context, depth }: Scope): readonly ActorMethod[] {
  if (method === 0n) return [];
  const forms = methodForms(type, method, context.networkVersion);
  // Trying every version at every depth would be exponential.
  return depth === 0 ? forms : forms.slice(0, 1);
}

function decodeByShapes(shapes: readonly MethodShape[], bytes: Uint8Array, scope: Scope): Decoded {
  if (bytes.length === 0)
    return { form: shapes.length === 0 || shapes.some(({ isOptional }) => isOptional) ? 'typed' : 'hex', value: { kind: 'nothing' } };
  for (const shape of shapes) {
    const decoded = attempt(() => decodeByShape(shape, bytes, scope));
    // The enclosing value is re-encoded together with the inner call.
    if (decoded !== undefined && (scope.depth > 0 || equalBytes(encodeDecoded(decoded), bytes))) return decoded;
  }
  const structure = scope.context.codec === RAW_CODEC ? undefined : attempt(() => structureOf(decodeCbor(bytes)));
  if (structure !== undefined) return { form: 'cbor', value: structure };
  return { form: 'hex', value: { kind: 'bytes', value: bytes } };
}

function decodeByShape({ isRaw, fields }: MethodShape, bytes: Uint8Array, scope: Scope): Decoded {
  const [first] = fields;
  if (first === undefined) throw unfit();
  if (!isRaw) return { form: 'typed', value: readAll(bytes, (reader) => readTuple(reader, fields, scope)) };
  const { name: label, shape } = first;
  if (scope.context.codec === RAW_CODEC) {
    if (shape.type !== 'scalar' || shape.kind !== 'B') throw unfit();
    return { form: 'typed', label, isUnwrapped: true, value: bytesValue(shape, bytes, [], scope) };
  }
  return { form: 'typed', label, value: readAll(bytes, (reader) => readShape(reader, shape, [], scope)) };
}

/** Undefined if the bytes do not match; errors other than `DomainError` are bugs and are rethrown. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function readAll<T>(bytes: Uint8Array, read: (reader: CborReader) => T): T {
  const reader = new CborReader(bytes, 'params', 'these bytes');
  const value = read(reader);
  reader.end();
  return value;
}

function readShape(reader: CborReader, shape: Shape, siblings: readonly DecodedField[], scope: Scope): DecodedValue {
  switch (shape.type) {
    case 'scalar':
      return readScalar(reader, shape, siblings, scope);
    case 'optional':
      return reader.takesNull() ? { kind: 'none' } : readShape(reader, shape.of, siblings, scope);
    case 'list':
      return { kind: 'list', items: reader.list('a list', () => readShape(reader, shape.item, siblings, scope)) };
    case 'tuple':
      return readTuple(reader, shape.fields, scope);
    case 'embedded':
      return embeddedValue(shape.of, reader.bytes('a value'), scope);
    default:
      return shape satisfies never;
  }
}

function readTuple(reader: CborReader, shapes: readonly ShapeField[], scope: Scope): DecodedValue {
  reader.tuple(shapes.length);
  const fields: DecodedField[] = [];
  for (const { name, shape } of shapes) fields.push({ name, value: readShape(reader, shape, fields, scope) });
  return { kind: 'record', fields };
}

function readScalar(reader: CborReader, shape: ScalarShape, siblings: readonly DecodedField[], scope: Scope): DecodedValue {
  const unit = shape.unit === undefined ? {} : { unit: shape.unit };
  switch (shape.kind) {
    case 'A':
      return { kind: 'address', value: addressFromBytes(reader.bytes('an address')) };
    case 'T': {
      const { value, ...encoding } = bigInteger(reader.bytes('an amount'));
      return { kind: 'amount', value: attoFil(value), ...encoding };
    }
    case 'N':
      return { kind: 'integer', isBig: true, ...unit, ...bigInteger(reader.bytes('a number')) };
    case 'U':
      return { kind: 'integer', isBig: false, value: reader.unsigned('a number'), ...unit };
    case 'I':
      return { kind: 'integer', isBig: false, value: reader.signed('a number'), ...unit };
    case 'B':
      return bytesValue(shape, reader.bytes('a value'), siblings, scope);
    case 'C':
      return { kind: 'cid', value: reader.link('a CID') };
    case 'F': {
      const encoding = reader.bytes('a bitfield');
      const value = decodeRlePlus(encoding);
      return { kind: 'bitfield', value, ...unit, ...(equalBytes(encodeRlePlus(value), encoding) ? {} : { encoding }) };
    }
    case 'L':
      return { kind: 'boolean', value: reader.boolean('a choice') };
    case 'S':
    case 'D': {
      const { isText, bytes } = reader.textOrBytes('a text', MAX_BYTE_STRING);
      if (isText) return textValue(bytes);
      if (shape.kind === 'S') throw unfit();
      return { kind: 'bytes', value: bytes, isLabel: true };
    }
    case 'G': {
      const bytes = reader.bytes('a signature');
      const [type] = bytes;
      if (type === undefined) throw unfit();
      return { kind: 'signature', type, data: bytes.slice(1) };
    }
    default:
      return shape.kind satisfies never;
  }
}

function bigInteger(bytes: Uint8Array): { value: bigint; encoding?: Uint8Array } {
  const value = decodeBigIntBytes(bytes);
  return equalBytes(encodeBigIntBytes(value), bytes) ? { value } : { value, encoding: bytes };
}

function textValue(bytes: Uint8Array): DecodedValue {
  const value = bytesToUtf8Lossy(bytes);
  return equalBytes(utf8ToBytes(value), bytes) ? { kind: 'text', value } : { kind: 'text', value, encoding: bytes };
}

/** Decode a byte string by its unit and the preceding fields. */
function bytesValue({ unit, size }: ScalarShape, bytes: Uint8Array, siblings: readonly DecodedField[], scope: Scope): DecodedValue {
  if (size !== undefined && bytes.length !== size) throw unfit();
  switch (unit) {
    case 'call':
      return callValue(addressIn(siblings, 'To') ?? addressIn(siblings, 'Actor'), integerIn(siblings, 'Method'), bytes, scope);
    case 'constructor': {
      const code = siblings.find(({ name }) => name === 'CodeCID')?.value;
      return constructorValue(code?.kind === 'cid' ? scope.context.actorTypeOfCode?.(code.value) : undefined, bytes, scope);
    }
    case 'operatorData':
      return addressIn(siblings, 'To') === VERIFIED_REGISTRY ? allocationsValue(bytes, scope) : { kind: 'bytes', value: bytes };
    case 'calldata':
      return decodeContractCall(bytes);
    case 'callReturn':
      return callReturnValue(bytes, integerIn(siblings, 'Code'), scope);
    case 'returnData':
      return returnDataValue(bytes, scope);
    default:
      return { kind: 'bytes', value: bytes, ...defined({ unit, size }) };
  }
}

function embeddedValue(shape: Shape, bytes: Uint8Array, scope: Scope): DecodedValue {
  const value = attempt(() => readAll(bytes, (reader) => readShape(reader, shape, [], scope)));
  return value === undefined ? { kind: 'bytes', value: bytes } : { kind: 'embedded', value };
}

function callValue(to: Address | undefined, method: bigint, bytes: Uint8Array, scope: Scope): DecodedValue {
  const actorType = to === undefined ? undefined : actorTypeOf(to, scope);
  const name = methodName(actorType, method, scope.context.networkVersion);
  return {
    kind: 'call',
    method,
    params: innerParams(actorType, method, bytes, scope),
    ...defined({ to, actorType, methodName: name }),
  };
}

function constructorValue(actorType: ActorType | undefined, bytes: Uint8Array, scope: Scope): DecodedValue {
  const params = innerParams(actorType, 1n, bytes, scope);
  return { kind: 'call', method: 1n, methodName: 'Constructor', params, ...defined({ actorType }) };
}

function innerParams(type: ActorType | undefined, method: bigint, bytes: Uint8Array, scope: Scope): Decoded {
  if (scope.depth >= MAX_CALL_DEPTH) return { form: 'hex', value: { kind: 'bytes', value: bytes } };
  return decodeParamsAt(type, method, bytes, { context: withoutCodec(scope.context), depth: scope.depth + 1 });
}

function callReturnValue(bytes: Uint8Array, exitCode: bigint, scope: Scope): DecodedValue {
  const call = scope.request?.find(({ value }) => value.kind === 'call')?.value;
  if (call?.kind !== 'call') return { kind: 'bytes', value: bytes };
  const inner: Scope = {
    context: withoutCodec(scope.context),
    depth: scope.depth + 1,
    isRevert: exitCode === CONTRACT_REVERTED,
    ...(call.params.value.kind === 'record' ? { request: call.params.value.fields } : {}),
  };
  const returned = decodeReturnAt(call.actorType, call.method, bytes, inner);
  return { kind: 'callReturn', method: call.method, returned, ...defined({ methodName: call.methodName }) };
}

function returnDataValue(bytes: Uint8Array, scope: Scope): DecodedValue {
  if (scope.isRevert === true) return decodeRevert(bytes);
  if (scope.request === undefined || addressIn(scope.request, 'To') !== VERIFIED_REGISTRY) return { kind: 'bytes', value: bytes };
  return embeddedValue({ type: 'tuple', fields: ALLOCATION_RESPONSE_SHAPE.fields }, bytes, scope);
}

function allocationsValue(bytes: Uint8Array, scope: Scope): DecodedValue {
  const version = scope.context.networkVersion;
  for (const { shape, since, until } of ALLOCATION_FORMS) {
    if (version !== undefined && (version < since || (until !== undefined && version >= until))) continue;
    const value = embeddedValue({ type: 'tuple', fields: shape.fields }, bytes, scope);
    if (value.kind === 'embedded') return value;
  }
  return { kind: 'bytes', value: bytes };
}

function actorTypeOf(address: Address, { context }: Scope): ActorType | undefined {
  return singletonActorType(address) ?? context.actorTypeOf?.(address);
}

function withoutCodec({ codec: _, ...context }: DecodeContext): DecodeContext {
  return context;
}

function addressIn(fields: readonly DecodedField[], wanted: string): Address | undefined {
  const value = fields.find(({ name }) => name === wanted)?.value;
  return value?.kind === 'address' ? value.value : undefined;
}

function integerIn(fields: readonly DecodedField[], wanted: string): bigint {
  const value = fields.find(({ name }) => name === wanted)?.value;
  if (value?.kind !== 'integer') throw unfit();
  return value.value;
}

/** Decode CBOR of unknown shape. */
export function structureOf(value: CborValue): DecodedValue {
  if (value === null) return { kind: 'none' };
  if (typeof value === 'boolean') return { kind: 'boolean', value };
  if (typeof value === 'string') return { kind: 'text', value };
  if (typeof value === 'bigint') return { kind: 'integer', isBig: false, value };
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw unfit();
    return { kind: 'integer', isBig: false, value: BigInt(value) };
  }
  if (value instanceof Uint8Array) return { kind: 'bytes', value };
  if (isList(value)) return { kind: 'list', items: value.map(structureOf) };
  const cid = cidOfCborLink(value);
  if (cid !== undefined) return { kind: 'cid', value: cid };
  return { kind: 'map', entries: Object.entries(value).map(([name, item]) => ({ name, value: structureOf(item) })) };
}

function isList(value: CborValue): value is readonly CborValue[] {
  return Array.isArray(value);
}

function unfit(): DomainError {
  return new DomainError('params', 'The bytes do not match this method.');
}
