/** Sums over lists of deals that are drawn: the same whether the rows are in memory or in a dataset. */
import { EPOCHS } from '../domain/epoch.ts';

export const ENDING_SOON_EPOCHS = 30 * EPOCHS.perDay;

const MONTHS = 24;
const PROVIDERS = 8;
const GIB = 2n ** 30n;

export interface DealMonth {
  readonly startMs: number;
  /** The first epoch of it; of what ended earlier none, which is minus infinity. */
  readonly fromEpoch: number;
}

/** Months of UTC from the present one on; before them what ended earlier, behind them what ends later. */
export function dealMonths(nowMs: number, epochOf: (timeMs: number) => number): readonly DealMonth[] {
  const now = new Date(nowMs);
  const months = Array.from({ length: MONTHS + 1 }, (_, index) => {
    const startMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index);
    return { startMs, fromEpoch: Math.max(0, Math.ceil(epochOf(startMs))) };
  });
  return [{ startMs: months[0]?.startMs ?? 0, fromEpoch: Number.NEGATIVE_INFINITY }, ...months];
}

export interface DealsOfOne {
  readonly address: string;
  readonly count: number;
  readonly bytes: bigint;
}

/** The largest by the number of deals, and all others as one without an address. */
export function largestProviders(
  entries: readonly DealsOfOne[],
): readonly { readonly address?: string; readonly count: number; readonly bytes: string }[] {
  const ranked = entries.toSorted((left, right) => right.count - left.count || (left.address < right.address ? -1 : 1));
  // A sum of one provider would hide its name.
  const shown = ranked.length === PROVIDERS + 1 ? ranked.length : PROVIDERS;
  const others = ranked.slice(shown);
  return [
    ...ranked.slice(0, shown).map((entry) => ({ ...entry, bytes: entry.bytes.toString() })),
    ...(others.length === 0
      ? []
      : [
          {
            count: others.reduce((sum, entry) => sum + entry.count, 0),
            bytes: others.reduce((sum, entry) => sum + entry.bytes, 0n).toString(),
          },
        ]),
  ];
}

/**
 * The power of ten that a price belongs to, in attoFIL per GiB and epoch: 0 for a deal that is free, n for prices below 10 to the nth and
 * not below a tenth of that.
 */
export function priceDecadeOf(pricePerEpoch: bigint, pieceSize: bigint): number {
  if (pricePerEpoch <= 0n || pieceSize <= 0n) return 0;
  return String((pricePerEpoch * GIB) / pieceSize).length;
}
