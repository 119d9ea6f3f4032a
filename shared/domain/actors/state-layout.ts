/**
 * Layouts of actor state by network version. A layout is named after the first actors version that uses it; structs and collections
 * only list the layouts at which they changed (`inEachLayout`).
 */
import { DomainError } from '../domain-error.ts';
import { actorsVersionOf } from '../methods/actor-type.ts';

/** Every layout, oldest first. */
export const STATE_LAYOUTS = ['v0', 'v2', 'v3', 'v4', 'v5', 'v7', 'v8', 'v9', 'v10', 'v12', 'v13', 'v14', 'v15', 'v16', 'v19'] as const;
/**
 * `v0`: network versions 0 to 3. Actors 6, 11, 17 and 18 changed no state; 14 changed one key (`marketDealOpsByEpoch`), 19 the reward
 * actor and the storage market only.
 */
export type StateLayout = (typeof STATE_LAYOUTS)[number];

/** The entry of a table of changes for a layout: its own, or that of the last earlier layout with an entry. */
type At<Changes, Layout, Rest = typeof STATE_LAYOUTS, Last = never> = Rest extends readonly [infer First, ...infer Later]
  ? [First extends keyof Changes ? Changes[First] : Last] extends [infer Now]
    ? First extends Layout
      ? Now
      : At<Changes, Layout, Later, Now>
    : never
  : never;

/** A complete table with an entry for each layout, such as `rewardState[layout]`. */
export type InEachLayout<Changes> = { readonly [L in StateLayout]: At<Changes, L> };

/**
 * Complete a table that lists the first layout and those at which it changed: `inEachLayout({ v0: a, v16: b })` is `b` from `v16`
 * on.
 */
export function inEachLayout<const Changes extends Readonly<{ v0: unknown } & Partial<Record<StateLayout, unknown>>>>(
  changes: Changes,
): InEachLayout<Changes> {
  let now: unknown;
  const entries = STATE_LAYOUTS.map((layout) => {
    if (Object.hasOwn(changes, layout)) now = changes[layout];
    return [layout, now];
  });
  return Object.fromEntries(entries) as InEachLayout<Changes>;
}

/** A table with the same entry for each layout. */
export function same<T>(value: T): InEachLayout<{ readonly v0: T }> {
  return inEachLayout({ v0: value });
}

/**
 * Return the layout of a network version. Sources: specs-actors v0.9 and v2 to v7, go-state-types `builtin/v8` to `builtin/v19`.
 * Throws `DomainError` `state-layout` for unknown network versions.
 */
export function stateLayoutOf(networkVersion: number): StateLayout {
  const actorsVersion = actorsVersionOf(networkVersion);
  const layout = actorsVersion === undefined ? undefined : STATE_LAYOUTS.findLast((candidate) => isSince(candidate, actorsVersion));
  if (layout !== undefined) return layout;
  throw new DomainError('state-layout', `This version of Sextant does not support the state of network version ${networkVersion}.`);
}

/** Whether a layout is equal to or newer than another: `isLayoutSince(tree.layout, 'v8')`. */
export function isLayoutSince(layout: StateLayout, first: StateLayout): boolean {
  return STATE_LAYOUTS.indexOf(layout) >= STATE_LAYOUTS.indexOf(first);
}

function isSince(layout: StateLayout, actorsVersion: number): boolean {
  return Number(layout.slice(1)) <= actorsVersion;
}
