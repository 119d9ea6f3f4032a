import { formatInteger } from '../../../shared/text/format.ts';

/** Change of a fee as a signed percentage with one decimal, or as a multiple from 10× on; undefined if there is nothing to compare. Integer arithmetic. */
export function feeChange(before: bigint | undefined, now: bigint | undefined): string | undefined {
  if (before === undefined || now === undefined || before <= 0n) return undefined;
  const difference = now - before;
  const perMille = ((difference < 0n ? -difference : difference) * 1000n) / before;
  if (perMille >= 10_000n) return `×${formatInteger(now / before)}`;
  const sign = perMille === 0n ? '' : difference < 0n ? '−' : '+';
  return `${sign}${perMille / 10n}.${perMille % 10n}%`;
}
