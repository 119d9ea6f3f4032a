/**
 * Codecs between actor state structs, CBOR and Lotus' JSON: a struct is declared once, as a table of its fields in order; its type,
 * reader, writer and JSON are derived. Sources: cbor-gen (tuple encoding) and the
 * `json` output of go-state-types.
 */
import { type Address, addressFromBytes, addressToBytes, formatAddress, type NetworkLetter } from '../addresses/address.ts';
import { type AttoFil, attoFil } from '../amounts/amount.ts';
import { type Bitfield, decodeRlePlus, encodeRlePlus, encodeRunLengths } from '../encoding/bitfield.ts';
import { bytesToBase64 } from '../encoding/bytes.ts';
import { CborReader, CborWriter } from '../encoding/cbor.ts';
import { type Cid, cidToLink } from '../encoding/cid.ts';
import type { Json } from '../methods/method-json.ts';
import { decodeWhole } from './unreadable-block.ts';

/** Codec of a type of value. `write` round-trips what `read` returns. */
export interface Codec<T> {
  /** Read a value. Throws `DomainError` for other bytes; `name` is used in the error. */
  read(reader: CborReader, name: string): T;
  write(writer: CborWriter, value: T): void;
  /** Return JSON as in Lotus' StateReadState, with addresses in a network's prefix. */
  toJson(value: T, letter: NetworkLetter): Json;
}

/** The value type of a codec: `type MinerState = Value<typeof minerStateCodec>`. */
export type Value<C> = C extends Codec<infer T> ? T : never;

/** A field of a struct: its Go name, used in JSON and errors, and its codec. */
export type Field<T> = readonly [goName: string, codec: Codec<T>];

/** Decode a whole block. Throws `DomainError` `cbor`, also for trailing bytes, and errors of the codec. */
export function decodeBlock<T>(codec: Codec<T>, bytes: Uint8Array, subject = 'the state object'): T {
  return decodeWhole(bytes, () => {
    const reader = new CborReader(bytes, 'cbor', subject);
    const value = codec.read(reader, subject);
    reader.end();
    return value;
  });
}

/** Encode a value as a block. */
export function encodeBlock<T>(codec: Codec<T>, value: T): Uint8Array {
  const writer = new CborWriter();
  codec.write(writer, value);
  return writer.finish();
}

/** A tuple of named fields, in declaration order. */
export function struct<T extends object>(fields: { readonly [K in keyof T]: Field<T[K]> }): Codec<{ readonly [K in keyof T]: T[K] }> {
  const entries = Object.entries(fields) as [keyof T, Field<T[keyof T]>][];
  return {
    read(reader, name) {
      reader.tuple(entries.length, name);
      const value: Partial<T> = {};
      for (const [key, [goName, codec]] of entries) value[key] = codec.read(reader, goName);
      return value as T;
    },
    write(writer, value) {
      writer.array(entries.length);
      for (const [key, [, codec]] of entries) codec.write(writer, value[key]);
    },
    toJson(value, letter) {
      const json: Record<string, Json> = {};
      for (const [key, [goName, codec]] of entries) json[goName] = codec.toJson(value[key], letter);
      return json;
    },
  };
}

/** A field added later: its Go name, codec and default. */
export type LaterField<T> = readonly [goName: string, codec: Codec<T>, zero: T];

/**
 * A tuple with a field appended without a migration (`cborgen:"optional"`): older objects lack it and are written back without it.
 * JSON has the default.
 */
export function structWithLater<T extends object, L extends object>(
  fields: { readonly [K in keyof T]: Field<T[K]> },
  later: { readonly [K in keyof L]: LaterField<L[K]> },
): Codec<{ readonly [K in keyof T]: T[K] } & { readonly [K in keyof L]?: L[K] }> {
  const early = Object.entries(fields) as [string, Field<unknown>][];
  const all = [...early, ...(Object.entries(later) as [string, LaterField<unknown>][])];
  return {
    read(reader, name) {
      const value: Record<string, unknown> = {};
      let at = 0;
      const readField = () => {
        const [key, [goName, codec]] = all[at] as [string, Field<unknown>];
        value[key] = codec.read(reader, goName);
        at += 1;
      };
      reader.list(name, readField, all.length);
      if (at < early.length) throw reader.wrong(`must be an array of at least ${early.length} fields`, name);
      return value as T & L;
    },
    write(writer, value) {
      const values = value as Record<string, unknown>;
      const present = all.filter(([key], index) => index < early.length || values[key] !== undefined);
      writer.array(present.length);
      for (const [key, [, codec]] of present) codec.write(writer, values[key]);
    },
    toJson(value, letter) {
      const values = value as Record<string, unknown>;
      const json: Record<string, Json> = {};
      for (const [key, [goName, codec, zero]] of all) json[goName] = codec.toJson(values[key] ?? zero, letter);
      return json;
    },
  };
}

/** A list; empty lists are null in JSON, like nil slices in Go. */
export function list<T>(item: Codec<T>, maximum?: number): Codec<readonly T[]> {
  return {
    read: (reader, name) => reader.list(name, () => item.read(reader, name), maximum),
    write(writer, values) {
      writer.array(values.length);
      for (const value of values) item.write(writer, value);
    },
    toJson: (values, letter) => (values.length === 0 ? null : values.map((value) => item.toJson(value, letter))),
  };
}

/** Null or a value. */
export function optional<T>(of: Codec<T>): Codec<T | undefined> {
  return {
    read: (reader, name) => (reader.takesNull() ? undefined : of.read(reader, name)),
    write(writer, value) {
      if (value === undefined) writer.null();
      else of.write(writer, value);
    },
    toJson: (value, letter) => (value === undefined ? null : of.toJson(value, letter)),
  };
}

/** A CID. */
export const link: Codec<Cid> = {
  read: (reader, name) => reader.link(name),
  write: (writer, value) => void writer.link(value),
  toJson: (value) => ({ ...cidToLink(value) }),
};

/** An address in bytes. */
export const address: Codec<Address> = {
  read: (reader, name) => addressFromBytes(reader.bytes(name)),
  write: (writer, value) => void writer.bytes(addressToBytes(value)),
  toJson: (value, letter) => formatAddress(value, letter),
};

/** attoFIL; not negative. */
export const amount: Codec<AttoFil> = {
  read: (reader, name) => attoFil(reader.amount(name)),
  write: (writer, value) => void writer.bigInteger(value),
  toJson: (value) => value.toString(),
};

/** A big integer of either sign: power, DataCap tokens, estimates. */
export const bigInteger: Codec<bigint> = {
  read: (reader, name) => reader.bigInteger(name),
  write: (writer, value) => void writer.bigInteger(value),
  toJson: (value) => value.toString(),
};

/** An integer within ±(2^53 − 1): epochs, indices, proof types. */
export const integer: Codec<number> = {
  read: (reader, name) => reader.safeInteger(name),
  write: (writer, value) => void writer.integer(value),
  toJson: (value) => value,
};

/** An integer from 0 to 2^53 − 1: IDs, counts. */
export const count: Codec<number> = {
  read: (reader, name) => reader.count(name),
  write: (writer, value) => void writer.integer(value),
  toJson: (value) => value,
};

/** An integer from 0 to 2^64 − 1: nonces, sector sizes. */
export const uint64: Codec<bigint> = {
  read: (reader, name) => reader.unsigned(name),
  write: (writer, value) => void writer.integer(value),
  toJson: integerJson,
};

/** An integer from −2^63 to 2^63 − 1. */
export const int64: Codec<bigint> = {
  read: (reader, name) => reader.signed(name),
  write: (writer, value) => void writer.integer(value),
  toJson: integerJson,
};

/** True or false. */
export const boolean: Codec<boolean> = {
  read: (reader, name) => reader.boolean(name),
  write: (writer, value) => void writer.boolean(value),
  toJson: (value) => value,
};

/** A byte string; base64 in JSON, null if empty. */
export const bytes: Codec<Uint8Array> = {
  read: (reader, name) => reader.bytes(name),
  write: (writer, value) => void writer.bytes(value),
  toJson: (value) => (value.length === 0 ? null : bytesToBase64(value)),
};

/** Text in UTF-8. */
export const text: Codec<string> = {
  read(reader, name) {
    const value = reader.value();
    if (typeof value !== 'string') throw reader.wrong('must be text', name);
    return value;
  },
  write: (writer, value) => void writer.text(value),
  toJson: (value) => value,
};

/** RLE+ in CBOR, run lengths in JSON. */
export const bitfield: Codec<Bitfield> = {
  read: (reader, name) => decodeRlePlus(reader.bytes(name)),
  write: (writer, value) => void writer.bytes(encodeRlePlus(value)),
  toJson: (value) => encodeRunLengths(value),
};

/** A JSON number: a bigint if a double is not exact. */
function integerJson(value: bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
