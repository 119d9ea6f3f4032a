/** Picks `count` distinct word positions out of `total`, counted from 1 and sorted, with the system's secure random source. */
export function randomPlaces(total: number, count: number): readonly number[] {
  const places = Array.from({ length: total }, (_, index) => index + 1);
  const chosen: number[] = [];
  while (chosen.length < count && places.length > 0) chosen.push(...places.splice(randomBelow(places.length), 1));
  return chosen.sort((a, b) => a - b);
}

/** A uniformly distributed integer from 0. */
function randomBelow(limit: number): number {
  const range = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < range) return value % limit;
  }
}
