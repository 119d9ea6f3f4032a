/** Return the smallest value that at least this share of the values does not exceed; undefined for none. */
export function quantile(sorted: Float64Array, share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
