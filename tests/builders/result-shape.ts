/** Compares JSON values by the names and types of their fields. */

export type Shape = string | { readonly [key: string]: Shape } | readonly Shape[];

/** Types by field. Lists are judged by their first item; null matches everything. */
export function shapeOf(value: unknown): Shape {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, shapeOf(field)]));
  return typeof value;
}

/** Differences: fields of `theirs` that `ours` lacks or has with another type. */
export function differences(ours: Shape, theirs: Shape, at: string, ignored: readonly string[]): string[] {
  if (ours === 'null' || theirs === 'null') return [];
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    return ours.length === 0 || theirs.length === 0 ? [] : differences(ours[0] as Shape, theirs[0] as Shape, `${at}[]`, ignored);
  }
  if (typeof ours === 'object' && typeof theirs === 'object' && !Array.isArray(ours) && !Array.isArray(theirs)) {
    const [left, right] = [ours as Record<string, Shape>, theirs as Record<string, Shape>];
    return Object.entries(right).flatMap(([key, shape]) => {
      if (ignored.includes(key)) return [];
      const own = left[key];
      return own === undefined ? [`${at}.${key} is missing`] : differences(own, shape, `${at}.${key}`, ignored);
    });
  }
  return ours === theirs ? [] : [`${at} is ${JSON.stringify(ours)}, recorded ${JSON.stringify(theirs)}`];
}

/** Differences: fields of an example that a result lacks or has with another type. Lists are judged by their first item. */
export function resultDifferences(result: unknown, example: unknown, at: string): string[] {
  return differences(shapeOf(result), shapeOf(example), at, []);
}
