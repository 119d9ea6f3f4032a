/** Gas that a message costs before it does anything. Source: Lotus v1.36 chain/vm/gas.go, the price list since network version 16. */

const COMPUTE_BASE = 38_863n + 475_000n;
const STORAGE_BASE = 36n;
const STORAGE_GAS_PER_BYTE = 1300n;

/** Units of gas for a message of so many bytes on chain: signed, or unsigned for BLS, whose signatures are aggregated. */
export function minimumMessageGas(sizeBytes: number): bigint {
  return COMPUTE_BASE + (STORAGE_BASE + BigInt(sizeBytes)) * STORAGE_GAS_PER_BYTE;
}
