/** The parameters of a method as JSON, made and looked at by their shape. */
import { defined } from '../../../../shared/collections/defined.ts';
import type { AbiType } from '../../../../shared/domain/evm/evm-abi.ts';
import type { Json } from '../../../../shared/domain/methods/method-json.ts';
import type { MethodShape, Shape, ShapeField } from '../../../../shared/domain/methods/method-shape.ts';
import { parseLosslessJson, writeLosslessJson } from '../../../../shared/rpc/lossless-json.ts';
import { type Dialect, unreadable, unreadableText } from './scalar-text.ts';

/** What a form shows before anything is typed: what must be filled in is there, and cannot be encoded yet. */
export function emptyValue(shape: Shape, dialect: Dialect = 'lotus'): Json {
  switch (shape.type) {
    case 'scalar':
      if (shape.kind === 'L') return false;
      if (shape.kind === 'F') return [0];
      if (shape.kind === 'S' || shape.kind === 'D') return '';
      if (shape.kind !== 'B' || shape.size !== undefined) return unreadable('');
      return dialect === 'contract' ? '0x' : null;
    case 'list':
      return [];
    case 'optional':
      return null;
    case 'tuple':
      return emptyRecord(shape.fields, dialect);
    case 'embedded':
      return null;
    default:
      return shape satisfies never;
  }
}

/** The names of the fields that make a call inside of parameters: a proposal of a multisig has To, Method and Params. */
export interface InnerCallNames {
  readonly to: string;
  readonly method: string;
  readonly params: string;
  /** The amount; of a proposal alone. */
  readonly value?: string;
}

export function innerCallOf(fields: readonly ShapeField[]): InnerCallNames | undefined {
  const named = (test: (field: ShapeField) => boolean): string | undefined => fields.find(test)?.name;
  const params = named(({ shape }) => shape.type === 'scalar' && shape.unit === 'call');
  const method = named(({ shape }) => shape.type === 'scalar' && shape.unit === 'method');
  const to = named(({ shape }) => shape.type === 'scalar' && shape.kind === 'A');
  const value = named(({ shape }) => shape.type === 'scalar' && shape.kind === 'T');
  return params === undefined || method === undefined || to === undefined ? undefined : { to, method, params, ...defined({ value }) };
}

/** A call inside of another is a plain transfer until a method is chosen. */
export function emptyRecord(fields: readonly ShapeField[], dialect: Dialect = 'lotus'): { readonly [name: string]: Json } {
  const inner = innerCallOf(fields);
  return Object.fromEntries(fields.map(({ name, shape }) => [name, name === inner?.method ? 0 : emptyValue(shape, dialect)]));
}

/** Empty parameters of a method, in the form that `decodedFromJson` reads. */
export function emptyParams(shape: MethodShape): Json {
  const [first] = shape.fields;
  if (first === undefined) return {};
  return shape.isRaw ? emptyValue(first.shape) : emptyRecord(shape.fields);
}

/** Whether a text is still to be mended or filled in anywhere inside. */
export function hasUnreadable(json: Json | undefined): boolean {
  if (typeof json !== 'object' || json === null) return false;
  if (unreadableText(json) !== undefined) return true;
  return (Array.isArray(json) ? json : Object.values(json)).some((inner: Json) => hasUnreadable(inner));
}

/** Parsed JSON text; undefined where it is none. */
export function readJson(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return parseLosslessJson(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function writeJson(json: Json): string {
  return writeLosslessJson(json);
}

/** The same over several lines, for people. Numbers beyond 2^53 keep their digits; what cannot be read stands as the text that was typed. */
export function layOutJson(text: string): string {
  const json = readJson(text);
  return json === undefined ? text : laidOut(json, '');
}

function laidOut(json: Json, indent: string): string {
  const typed = unreadableText(json);
  if (typed !== undefined) return JSON.stringify(typed);
  if (typeof json !== 'object' || json === null) return writeLosslessJson(json);
  const inner = `${indent}  `;
  const isList = Array.isArray(json);
  const parts = isList
    ? json.map((item) => laidOut(item, inner))
    : Object.entries(json).map(([name, value]) => `${JSON.stringify(name)}: ${laidOut(value, inner)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`;
}

export function isRecord(json: Json | undefined): json is { readonly [name: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** An argument of a contract, as a form draws it: the same fields as those of a method. */
export function shapeOfAbiType(type: AbiType): Shape {
  switch (type.type) {
    case 'address':
      return { type: 'scalar', kind: 'A' };
    case 'bool':
      return { type: 'scalar', kind: 'L' };
    case 'uint':
    case 'int':
      return { type: 'scalar', kind: 'N' };
    case 'bytes':
    case 'calldata':
      return { type: 'scalar', kind: 'B' };
    case 'fixedBytes':
      return { type: 'scalar', kind: 'B', size: type.size };
    case 'string':
      return { type: 'scalar', kind: 'S' };
    case 'list':
      return { type: 'list', item: shapeOfAbiType(type.item) };
    case 'tuple':
      return { type: 'tuple', fields: type.fields.map(({ name, type: inner }) => ({ name, shape: shapeOfAbiType(inner) })) };
    default:
      return type satisfies never;
  }
}
