/** Places of words to ask back, counted from 1 and in order: `count` different ones out of `total`, by the system's randomness. */
export function randomPlaces(total: number, count: number): readonly number[] {
  const places = Array.from({ length: total }, (_, index) => index + 1);
  const chosen: number[] = [];
  while (chosen.length < count && places.length > 0) chosen.push(...places.splice(randomBelow(places.length), 1));
  return chosen.sort((a, b) => a - b);
}

/** A whole number from 0 on, each as likely as the others. */
function randomBelow(limit: number): number {
  const range = 2 ** 32 - (2 ** 32 % limit);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
    if (value < range) return value % limit;
  }
}
