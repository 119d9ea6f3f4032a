/** Integers on their way to a node: a number where it is exact, a bigint (written by the lossless JSON writer) beyond 2^53. */
export function jsonInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
