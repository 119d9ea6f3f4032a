/** Pledge of one sector: 0.2 FIL per 32 GiB of quality-adjusted power. A flat rate, not the consensus formula. */
export const PLEDGE_PER_32GIB = 200_000_000_000_000_000n;
