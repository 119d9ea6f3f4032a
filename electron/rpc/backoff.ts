/**
 * Delay before the next attempt: doubles from `baseMs` to `ceilingMs`, with a random factor between 0.5 and 1, so that clients do not
 * retry at the same time.
 *
 * @param attempt from 0
 * @param random a number in [0, 1)
 */
export function backoffMs(attempt: number, options: { baseMs: number; ceilingMs: number }, random: number): number {
  const full = Math.min(options.ceilingMs, options.baseMs * 2 ** Math.min(attempt, 30));
  return Math.round(full * (0.5 + random / 2));
}
