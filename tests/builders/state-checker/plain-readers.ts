/** Readers of decoded CBOR that throw for unexpected input; deliberately independent of the product's codecs. */
import { CID } from 'multiformats/cid';

/** Layout of actors version 0, 16 to 18, or 19. */
export type PlainLayout = 'v0' | 'v16' | 'v19';
export type Reader<T> = (value: unknown, layout: PlainLayout) => T;

function refuse(expected: string, value: unknown): never {
  throw new Error(
    `expected ${expected}, found ${value instanceof Uint8Array ? `bytes ${Buffer.from(value).toString('hex')}` : String(value)}`,
  );
}

export const integer: Reader<number> = (value) => (Number.isSafeInteger(value) ? (value as number) : refuse('an integer', value));
export const long: Reader<bigint> = (value) => (typeof value === 'bigint' ? value : BigInt(integer(value, 'v16')));
export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : refuse('a boolean', value));
export const text: Reader<string> = (value) => (typeof value === 'string' ? value : refuse('text', value));
export const bytes: Reader<Uint8Array> = (value) => (value instanceof Uint8Array ? value : refuse('bytes', value));
export const link: Reader<CID> = (value) => CID.asCID(value) ?? refuse('a link', value);
export const anything: Reader<unknown> = (value) => value;

/** A big integer: empty for zero, otherwise a sign byte and the magnitude without leading zeros. */
export const big: Reader<bigint> = (value, layout) => {
  const [sign, ...magnitude] = bytes(value, layout);
  if (sign === undefined) return 0n;
  if (sign > 1 || magnitude.length === 0 || magnitude[0] === 0) refuse('a canonical integer', value);
  const absolute = BigInt(`0x${Buffer.from(magnitude).toString('hex')}`);
  return sign === 0 ? absolute : -absolute;
};

/** An address as comparable text: `f0` and the ID, or `f`, the protocol, `:` and the payload in hex. */
export const address: Reader<string> = (value, layout) => {
  const [protocol, ...payload] = bytes(value, layout);
  if (protocol === undefined || protocol > 4) refuse('an address', value);
  return protocol === 0 ? `f0${unsignedVarint(payload)}` : `f${protocol}:${Buffer.from(payload).toString('hex')}`;
};

/** An RLE+ bitfield (sectors, partitions and deadlines). */
export const bits: Reader<ReadonlySet<number>> = (value, layout) => {
  const encoded = bytes(value, layout);
  const set = new Set<number>();
  if (encoded.length === 0) return set;
  if (encoded.at(-1) === 0) refuse('a bitfield without zeros at its end', value);
  let at = 0;
  const take = (count: number): number => {
    let number = 0;
    for (let bit = 0; bit < count; bit += 1, at += 1) number += (((encoded[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 ** bit;
    return number;
  };
  const takeVarint = (): number => {
    let number = 0;
    for (let shift = 0; ; shift += 7) {
      number += take(7) * 2 ** shift;
      if (take(1) === 0) return number;
    }
  };
  if (take(2) !== 0) refuse('version 0 of RLE+', value);
  let isSet = take(1) === 1;
  for (let position = 0; at < encoded.length * 8; isSet = !isSet) {
    const length = take(1) === 1 ? 1 : take(1) === 1 ? take(4) : takeVarint();
    // Padding of the last byte reads as an empty run.
    if (length === 0 && at < encoded.length * 8) refuse('runs that are not empty', value);
    if (isSet) for (let number = position; number < position + length; number += 1) set.add(number);
    position += length;
  }
  return set;
};

export const list =
  <T>(item: Reader<T>): Reader<readonly T[]> =>
  (value, layout) =>
    Array.isArray(value) ? value.map((entry) => item(entry, layout)) : refuse('a list', value);

export const nullable =
  <T>(reader: Reader<T>): Reader<T | undefined> =>
  (value, layout) =>
    value === null ? undefined : reader(value, layout);

type Fields = Readonly<Record<string, Reader<unknown>>>;
type Read<F extends Fields> = { readonly [K in keyof F]: ReturnType<F[K]> };
interface Lacking<F extends Fields> {
  /** Fields that a layout lacks, with defaults. The newest layout inherits from the previous one. */
  readonly lacks?: Partial<Record<PlainLayout, Partial<Read<F>>>>;
  /** Optional trailing fields, with defaults. */
  readonly later?: Partial<Read<F>>;
}

/** A tuple with named fields in order. */
export function struct<F extends Fields>(fields: F, { lacks = {}, later = {} }: Lacking<F> = {}): Reader<Read<F>> {
  const formOf = (layout: PlainLayout) => {
    const missing: Partial<Read<F>> = lacks[layout] ?? (layout === 'v19' ? lacks.v16 : undefined) ?? {};
    const places = Object.entries(fields).filter(([name]) => !(name in missing));
    return { places, fewest: places.filter(([name]) => !(name in later)).length, others: { ...missing, ...later } };
  };
  const forms = { v0: formOf('v0'), v16: formOf('v16'), v19: formOf('v19') };
  return (value, layout) => {
    const { places, fewest, others } = forms[layout];
    if (!Array.isArray(value) || value.length > places.length || value.length < fewest) refuse(`${places.length} fields`, value);
    const read: Record<string, unknown> = { ...others };
    for (const [index, item] of value.entries()) {
      const [name, reader] = places[index] ?? [];
      if (name !== undefined && reader !== undefined) read[name] = reader(item, layout);
    }
    return read as Read<F>;
  };
}

/** Bytes with one LEB128 integer. */
export function unsignedVarint(encoded: Iterable<number>): number {
  return [...encoded].reduce((sum, byte, index) => sum + (byte & 0x7f) * 2 ** (7 * index), 0);
}

/** Bytes with one zigzag LEB128 integer. */
export function signedVarint(encoded: Iterable<number>): number {
  const zigzag = unsignedVarint(encoded);
  return zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
}
