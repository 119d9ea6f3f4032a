/** How long a balance lasts at what it lost lately. Pure. */
import type { MinerStanding } from '../../../shared/ipc/schemas/own-miners.ts';

const EPOCHS_A_DAY = 2880;
/** Less than this says nothing about a day. */
const LEAST_EPOCHS = EPOCHS_A_DAY / 4;

/**
 * What comes in between is a top-up and is not counted: only falls from one figure to the next are.
 *
 * @param seen balances oldest first, attoFIL
 * @returns undefined where too little was seen, or nothing was spent
 */
export function gasRunway(
  seen: readonly { readonly height: number; readonly value: string }[],
  balance: string,
): MinerStanding['keys'][number]['runway'] {
  const first = seen[0];
  const last = seen.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const epochs = last.height - first.height;
  if (epochs < LEAST_EPOCHS) return undefined;
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
