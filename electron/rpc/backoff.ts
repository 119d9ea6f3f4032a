/**
 * How long to wait before the next attempt: doubling from `baseMs` to `ceilingMs`, and of that a random part between one half and
 * the whole, so that many clients do not return together.
 *
 * @param attempt counted from 0
 * @param random a number in [0, 1)
 */
export function backoffMs(attempt: number, options: { baseMs: number; ceilingMs: number }, random: number): number {
  const full = Math.min(options.ceilingMs, options.baseMs * 2 ** Math.min(attempt, 30));
  return Math.round(full * (0.5 + random / 2));
}
