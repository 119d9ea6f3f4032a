/** Integers sent to a node: a number, or a bigint beyond 2^53 (for the lossless JSON writer). */
export function jsonInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
