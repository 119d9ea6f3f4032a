/** Names and parameters of the built-in actors' methods, by the table in actor-method-table.ts. */
import { CID } from 'multiformats/cid';
import { ACTOR_METHODS } from './actor-method-table.ts';
import { ACTOR_TYPES, type ActorType } from './actor-type.ts';
import { addressFromBytes } from './address.ts';
import { formatFil } from './amount.ts';
import { bitfieldMembers, decodeRlePlus } from './bitfield.ts';
import { bytesToHex } from './bytes.ts';
import { type CborValue, decodeBigIntBytes, readCbor } from './cbor.ts';
import { DomainError } from './domain-error.ts';
import { type ParamsShape, parseShape, type ScalarKind, type Shape, type ShapeField } from './params-shape.ts';

interface Method {
  readonly name: string;
  readonly shape: ParamsShape | undefined;
}

/** Items of a list, or members of a set, that are written out; the rest is counted. */
const SHOWN_ITEMS = 20;
const TYPED: ReadonlyMap<string, Method> = new Map(
  ACTOR_TYPES.flatMap((type) =>
    ACTOR_METHODS[type].map(
      ([number, name, shape]) => [`${type} ${number}`, { name, shape: shape === undefined ? undefined : parseShape(shape) }] as const,
    ),
  ),
);

/** Numbers from here on are made from the name, so that a number has one name whatever the receiver. */
const FIRST_EXPORTED = 1 << 24;
/** Names by exported number; the shape only where all actors agree on it (WithdrawBalance of a miner and of the market differ). */
const EXPORTED: ReadonlyMap<string, Method> = exportedMethods();

function exportedMethods(): Map<string, Method> {
  const shapes = new Map<string, { name: string; shapes: Set<string | undefined> }>();
  for (const type of ACTOR_TYPES) {
    for (const [number, name, shape] of ACTOR_METHODS[type]) {
      if (number < FIRST_EXPORTED) continue;
      const known = shapes.get(String(number)) ?? { name, shapes: new Set() };
      shapes.set(String(number), { name, shapes: known.shapes.add(shape) });
    }
  }
  return new Map(
    [...shapes].map(([number, { name, shapes: candidates }]) => {
      const [shape] = candidates;
      return [number, { name, shape: candidates.size === 1 && shape !== undefined ? parseShape(shape) : undefined }];
    }),
  );
}

function findMethod(type: ActorType | undefined, method: bigint): Method | undefined {
  return (type === undefined ? undefined : TYPED.get(`${type} ${method}`)) ?? EXPORTED.get(String(method));
}

/** The name of a method of an actor type; `Send` for method 0; undefined where it is not known. */
export function methodName(type: ActorType | undefined, method: bigint): string | undefined {
  return method === 0n ? 'Send' : findMethod(type, method)?.name;
}

export interface DecodedParam {
  readonly name: string;
  /** Plain text: amounts in FIL, addresses with the letter f, bytes as hex, lists shortened and counted. */
  readonly value: string;
}

/** The parameters by field; an empty list where there are none, undefined where the method is not known or the bytes do not fit it. */
export function decodeParams(type: ActorType | undefined, method: bigint, params: Uint8Array): DecodedParam[] | undefined {
  if (params.length === 0) return [];
  const shape = findMethod(type, method)?.shape;
  if (shape === undefined || shape.fields.length === 0) return undefined;
  try {
    const value = readCbor(params);
    const values = shape.isRaw ? [value] : listOf(value);
    if (values.length !== shape.fields.length) return undefined;
    return shape.fields.map(({ name, shape: field }, index) => ({ name, value: textOf(field, values[index] ?? null) }));
  } catch (error) {
    // parameters are hostile bytes: what does not decode is shown as hex
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function textOf(shape: Shape, value: CborValue): string {
  switch (shape.type) {
    case 'scalar':
      return scalarText(shape.kind, value);
    case 'optional':
      return value === null ? 'none' : textOf(shape.of, value);
    case 'tuple':
      return tupleText(shape.fields, value);
    case 'list':
      return listText(shape.item, listOf(value));
    default:
      return shape satisfies never;
  }
}

function tupleText(fields: readonly ShapeField[], value: CborValue): string {
  const values = listOf(value);
  if (values.length !== fields.length) throw unfit();
  return `{ ${fields.map(({ name, shape }, index) => `${name}: ${textOf(shape, values[index] ?? null)}`).join(', ')} }`;
}

function listText(item: Shape, values: readonly CborValue[]): string {
  if (values.length === 0) return 'none';
  // All are read, so that one that does not fit is noticed even where it is not shown.
  const texts = values.map((value) => textOf(item, value));
  const shown = texts.slice(0, SHOWN_ITEMS).join(', ');
  return texts.length > SHOWN_ITEMS ? `${shown} and ${texts.length - SHOWN_ITEMS} more` : shown;
}

function scalarText(kind: ScalarKind, value: CborValue): string {
  switch (kind) {
    case 'A':
      return addressFromBytes(bytesOf(value));
    case 'T':
      return `${formatFil(decodeBigIntBytes(bytesOf(value)))} FIL`;
    case 'N':
      return decodeBigIntBytes(bytesOf(value)).toString();
    case 'B':
      return bytesOf(value).length === 0 ? 'empty' : bytesToHex(bytesOf(value));
    case 'F':
      return setText(bytesOf(value));
    case 'C':
      return CID.asCID(value)?.toString() ?? fail();
    case 'U':
    case 'I':
      return integerText(value, kind === 'U');
    case 'L':
      return typeof value === 'boolean' ? String(value) : fail();
    case 'S':
      // a deal's label may also be bytes
      return typeof value === 'string' ? JSON.stringify(value) : scalarText('B', value);
    default:
      return kind satisfies never;
  }
}

function integerText(value: CborValue, isUnsigned: boolean): string {
  if (typeof value !== 'bigint' && !(typeof value === 'number' && Number.isInteger(value))) throw unfit();
  if (isUnsigned && value < 0) throw unfit();
  return value.toString();
}

function setText(bytes: Uint8Array): string {
  const set = decodeRlePlus(bytes);
  const shown = bitfieldMembers(set, SHOWN_ITEMS).join(', ');
  return set.count > BigInt(SHOWN_ITEMS) ? `${shown} and ${set.count - BigInt(SHOWN_ITEMS)} more` : shown || 'none';
}

function bytesOf(value: CborValue): Uint8Array {
  return value instanceof Uint8Array ? value : fail();
}

function listOf(value: CborValue): readonly CborValue[] {
  return Array.isArray(value) ? (value as CborValue[]) : fail();
}

function fail(): never {
  throw unfit();
}

function unfit(): DomainError {
  return new DomainError('params', 'The parameters do not fit this method.');
}
