/** The collections that actors keep, in each layout of the state, put together in one line each. */
import type { Codec } from '../ipld/codec.ts';
import type { AmtLayout, HamtLayout, KeyCodec } from '../ipld/layout.ts';

/** The same thing in each layout: `powerClaims[layout]`. */
interface InEachLayout<V0, V16 = V0> {
  readonly v0: V0;
  readonly v16: V16;
}

/** go-state-types `builtin/shared.go` DefaultHamtBitwidth. */
const USUAL_MAP_BIT_WIDTH = 5;
/** The width of every AMT before actors version 3. */
const ARRAY_BIT_WIDTH_OF_V0 = 3;

/** A map of the layout of today. */
export function mapOfToday<K, V>(key: KeyCodec<K>, value: Codec<V>, bitWidth = USUAL_MAP_BIT_WIDTH): HamtLayout<K, V> {
  return { form: 'v3', bitWidth, key, value };
}

/** A map of actors version 0, where all are equally wide: specs-actors v0.9 `actors/util/adt/map.go`. */
export function mapOfV0<K, V>(key: KeyCodec<K>, value: Codec<V>): HamtLayout<K, V> {
  return { form: 'v0', bitWidth: USUAL_MAP_BIT_WIDTH, key, value };
}

/** An array of the layout of today. */
export function arrayOfToday<V>(value: Codec<V>, bitWidth: number): AmtLayout<V> {
  return { form: 'v3', bitWidth, value };
}

/** An array of actors version 0, where all are equally wide. Those that hang from block headers have this layout to this day. */
export function arrayOfV0<V>(value: Codec<V>): AmtLayout<V> {
  return { form: 'v0', bitWidth: ARRAY_BIT_WIDTH_OF_V0, value };
}

/** A map with the same keys in both layouts; the bit width is that of today. */
export function mapInEach<K, V0, V16>(
  key: KeyCodec<K>,
  values: InEachLayout<Codec<V0>, Codec<V16>>,
  bitWidth = USUAL_MAP_BIT_WIDTH,
): InEachLayout<HamtLayout<K, V0>, HamtLayout<K, V16>> {
  return { v0: mapOfV0(key, values.v0), v16: mapOfToday(key, values.v16, bitWidth) };
}

/** An array in both layouts; the bit width is that of today. */
export function arrayInEach<V0, V16>(
  values: InEachLayout<Codec<V0>, Codec<V16>>,
  bitWidth: number,
): InEachLayout<AmtLayout<V0>, AmtLayout<V16>> {
  return { v0: arrayOfV0(values.v0), v16: arrayOfToday(values.v16, bitWidth) };
}

/** What is the same in both layouts. */
export function same<T>(value: T): InEachLayout<T> {
  return { v0: value, v16: value };
}

/** What a set has for each of its keys: null on chain. */
export const present: Codec<true> = {
  read(reader, name) {
    if (!reader.takesNull()) throw reader.wrong('is a set, whose values are null', name);
    return true;
  },
  write: (writer) => void writer.null(),
  toJson: () => null,
};
