export const BYTES_32GIB = 34_359_738_368n;
const ATTO_FIL_PER_32GIB = 200_000_000_000_000_000n;

/** Pledge of a sector: 0.2 FIL per 32 GiB of quality-adjusted power. A flat rate, not the consensus formula. */
export function pledgeFor(qualityBytes: bigint): bigint {
  return (ATTO_FIL_PER_32GIB * qualityBytes) / BYTES_32GIB;
}
