import { formatInteger } from '../../shared/text/format.ts';

/** A sum of gas limits, in billions where it has them: a block holds 10 G. */
export function gasText(gas: string | bigint): string {
  const total = BigInt(gas);
  return total < 1_000_000_000n ? `${formatInteger(total)} gas` : `${(Number(total / 10_000_000n) / 100).toFixed(2)} G gas`;
}
