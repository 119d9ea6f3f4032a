/** The fee band: base fee, likely reach, past and fee cap on one logarithmic scale, in percent of its width. */
import { highestBaseFee } from '../../../shared/domain/messages/base-fee-band.ts';

export interface FeeScale {
  /** Marks at 1, 2 and 5 of each decade, with their position in percent. */
  readonly ticks: readonly { readonly percent: number; readonly attoFil: string; readonly isLabelled: boolean }[];
  readonly baseFeePercent: number;
  /** The highest base fee that the fee cap should cover. */
  readonly reachPercent: number;
  readonly reachAttoFil: string;
  readonly capPercent: number;
  /** Range of the base fees of known tipsets. */
  readonly past: { readonly fromPercent: number; readonly toPercent: number } | undefined;
}

/** Margin at both ends of the scale, in decades. */
const MARGIN_DECADES = 0.35;

/** Fees in attoFIL as decimal strings. */
export function feeScale(baseFee: string, feeCap: string, history: readonly string[] = []): FeeScale {
  const reach = highestBaseFee(BigInt(baseFee)).toString();
  const past = history.map(logOf);
  const logs = [logOf(baseFee), logOf(feeCap), logOf(reach), ...past];
  const from = Math.min(...logs) - MARGIN_DECADES;
  const to = Math.max(...logs) + MARGIN_DECADES;
  const span = to - from;
  const percentOf = (log: number): number => Math.min(100, Math.max(0, ((log - from) / span) * 100));
  // Wider scales have room for fewer labels.
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
    reachAttoFil: reach,
    past: past.length === 0 ? undefined : { fromPercent: percentOf(Math.min(...past)), toPercent: percentOf(Math.max(...past)) },
  };
}

/** A position on the scale only; never used for exact amounts. */
function logOf(attoFil: string): number {
  const digits = attoFil.replace(/^0+/, '');
  if (digits === '') return 0;
  return digits.length - 1 + Math.log10(Number(`${digits[0]}.${digits.slice(1, 15)}`));
}
