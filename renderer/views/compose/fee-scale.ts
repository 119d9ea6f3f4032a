/** The fee band: base fee, likely reach and fee cap on one logarithmic scale, in percent of its width. */

export interface FeeScale {
  /** Marks with their place in percent, at 1, 2 and 5 of each decade. */
  readonly ticks: readonly { readonly percent: number; readonly attoFil: string; readonly isLabelled: boolean }[];
  readonly baseFeePercent: number;
  /** What the base fee can climb to within the given number of epochs, at 12.5 % an epoch. */
  readonly reachPercent: number;
  readonly reachAttoFil: string;
  readonly capPercent: number;
}

/** A base fee rises by at most 1/8 from one tipset to the next. */
const RISE_NUMERATOR = 9n;
const RISE_DENOMINATOR = 8n;
/** What a node checks a fee cap against. */
export const REACH_EPOCHS = 20;
/** Room left on both ends of the scale, in decades. */
const MARGIN_DECADES = 0.35;

/** Fees in attoFIL as decimal strings. */
export function feeScale(baseFee: string, feeCap: string): FeeScale {
  let reach = BigInt(baseFee);
  for (let epoch = 0; epoch < REACH_EPOCHS; epoch += 1) reach = (reach * RISE_NUMERATOR) / RISE_DENOMINATOR;
  const logs = [logOf(baseFee), logOf(feeCap), logOf(reach.toString())];
  const from = Math.min(...logs) - MARGIN_DECADES;
  const to = Math.max(...logs) + MARGIN_DECADES;
  const span = to - from;
  const percentOf = (log: number): number => Math.min(100, Math.max(0, ((log - from) / span) * 100));
  // The wider the scale, the fewer of its marks have room for a label.
  const labelled = span > 3 ? [1] : span > 1.6 ? [1, 5] : [1, 2, 5];
  const ticks: { percent: number; attoFil: string; isLabelled: boolean }[] = [];
  for (let decade = Math.max(0, Math.floor(from)); decade <= to; decade += 1) {
    for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const log = decade + Math.log10(digit);
      if (log < from || log > to) continue;
      ticks.push({ percent: percentOf(log), attoFil: `${digit}${'0'.repeat(decade)}`, isLabelled: labelled.includes(digit) });
    }
  }
  return {
    ticks,
    baseFeePercent: percentOf(logs[0] ?? 0),
    capPercent: percentOf(logs[1] ?? 0),
    reachPercent: percentOf(logs[2] ?? 0),
    reachAttoFil: reach.toString(),
  };
}

/** Only a place on a scale: exact amounts never come from here. */
function logOf(attoFil: string): number {
  const digits = attoFil.replace(/^0+/, '');
  if (digits === '') return 0;
  return digits.length - 1 + Math.log10(Number(`${digits[0]}.${digits.slice(1, 15)}`));
}
