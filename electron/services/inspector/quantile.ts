/** The smallest figure that at least this share of them does not exceed; undefined of none. */
export function quantile(sorted: Float64Array, share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}
