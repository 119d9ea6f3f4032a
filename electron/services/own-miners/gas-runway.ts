/** How long a balance lasts at its recent spending. Pure. */
import type { MinerStanding } from '../../../shared/ipc/schemas/own-miners.ts';

const EPOCHS_A_DAY = 2880;
/** Minimum history for an estimate. */
const MIN_EPOCHS = EPOCHS_A_DAY / 4;

/**
 * Only decreases from one balance to the next count; increases are top-ups.
 *
 * @param seen balances, oldest first, attoFIL
 * @returns undefined if the history is too short or nothing was spent
 */
export function gasRunway(
  seen: readonly { readonly height: number; readonly value: string }[],
  balance: string,
): MinerStanding['keys'][number]['runway'] {
  const first = seen[0];
  const last = seen.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const epochs = last.height - first.height;
  if (epochs < MIN_EPOCHS) return undefined;
  let spent = 0n;
  for (const [index, { value }] of seen.entries()) {
    const before = seen[index - 1];
    const fall = before === undefined ? 0n : BigInt(before.value) - BigInt(value);
    if (fall > 0n) spent += fall;
  }
  const spentADay = (spent * BigInt(EPOCHS_A_DAY)) / BigInt(epochs);
  if (spentADay === 0n) return undefined;
  return {
    spentADay: spentADay.toString(),
    daysLeft: Number((BigInt(balance) * 10n) / spentADay) / 10,
    seenDays: Math.round((epochs * 10) / EPOCHS_A_DAY) / 10,
  };
}
