/**
 * Return the bytes of data in a sector from their weight, which is bytes times epochs since the power base epoch (spec, sector quality).
 * Undefined for a sector without a lifetime.
 */
export function weightedBytes(weight: bigint, powerBaseEpoch: number, expiration: number): bigint | undefined {
  const epochs = BigInt(expiration - powerBaseEpoch);
  return epochs <= 0n ? undefined : weight / epochs;
}
