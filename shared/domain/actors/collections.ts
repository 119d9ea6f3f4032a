/** Helpers that declare the collections of actor state in each layout. */
import type { Codec, Value } from '../ipld/codec.ts';
import type { AmtLayout, HamtLayout, KeyCodec } from '../ipld/layout.ts';
import { isLayoutSince, STATE_LAYOUTS, type StateLayout } from './state-layout.ts';

/** go-state-types `builtin/shared.go` DefaultHamtBitwidth. */
const USUAL_MAP_BIT_WIDTH = 5;
/** The width of every AMT before actors version 3. */
const ARRAY_BIT_WIDTH_OF_V0 = 3;
/** First layout with the current node format and with configurable bit widths. */
const NODES_OF_TODAY = 'v3';

/** Codecs of values by layout. */
type Values = Readonly<Record<StateLayout, Codec<unknown>>>;

/** A map in the current format. */
export function mapOfToday<K, V>(key: KeyCodec<K>, value: Codec<V>, bitWidth = USUAL_MAP_BIT_WIDTH): HamtLayout<K, V> {
  return { form: 'v3', bitWidth, key, value };
}

/** A map of actors versions 0 and 2, with a fixed bit width: specs-actors v0.9 `actors/util/adt/map.go`. */
export function mapOfV0<K, V>(key: KeyCodec<K>, value: Codec<V>): HamtLayout<K, V> {
  return { form: 'v0', bitWidth: USUAL_MAP_BIT_WIDTH, key, value };
}

/** An array in the current format. */
export function arrayOfToday<V>(value: Codec<V>, bitWidth: number): AmtLayout<V> {
  return { form: 'v3', bitWidth, value };
}

/** An array of actors versions 0 and 2, with a fixed bit width. Arrays linked from block headers still use this format. */
export function arrayOfV0<V>(value: Codec<V>): AmtLayout<V> {
  return { form: 'v0', bitWidth: ARRAY_BIT_WIDTH_OF_V0, value };
}

/** A map with the same keys in each layout; the bit width applies to the current format. */
export function mapInEach<K, V extends Values>(
  key: KeyCodec<K>,
  values: V,
  bitWidth = USUAL_MAP_BIT_WIDTH,
): { readonly [L in StateLayout]: HamtLayout<K, Value<V[L]>> } {
  return ofValues(values, (value, layout) => (hasNodesOfToday(layout) ? mapOfToday(key, value, bitWidth) : mapOfV0(key, value)));
}

/** An array in each layout; the bit width applies to the current format. */
export function arrayInEach<V extends Values>(values: V, bitWidth: number): { readonly [L in StateLayout]: AmtLayout<Value<V[L]>> } {
  return ofValues(values, (value, layout) => (hasNodesOfToday(layout) ? arrayOfToday(value, bitWidth) : arrayOfV0(value)));
}

function hasNodesOfToday(layout: StateLayout): boolean {
  return isLayoutSince(layout, NODES_OF_TODAY);
}

/** A collection for each layout, with that layout's values. */
function ofValues<C>(values: Values, collection: (value: Codec<unknown>, layout: StateLayout) => unknown): C {
  return Object.fromEntries(STATE_LAYOUTS.map((layout) => [layout, collection(values[layout], layout)])) as C;
}

/** The value of a set's keys: null on chain. */
export const present: Codec<true> = {
  read(reader, name) {
    if (!reader.takesNull()) throw reader.wrong('must be a set, with null values', name);
    return true;
  },
  write: (writer) => void writer.null(),
  toJson: () => null,
};
