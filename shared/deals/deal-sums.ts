/** Rules for the charts of deals, shared by lists in memory and datasets. */
import { EPOCHS } from '../domain/chain/epoch.ts';

export const ENDING_SOON_EPOCHS = 30 * EPOCHS.perDay;

const MONTHS = 24;
const PROVIDERS = 8;
const GIB = 2n ** 30n;

export interface DealMonth {
  readonly startMs: number;
  /** First epoch; minus infinity for all earlier ends. */
  readonly fromEpoch: number;
}

/** UTC months from the current one, with one entry for earlier ends before and one for later ends after. */
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

/** Largest providers by deal count, and the others as one entry without an address. */
export function largestProviders(
  entries: readonly DealsOfOne[],
): readonly { readonly address?: string; readonly count: number; readonly bytes: string }[] {
  const ranked = entries.toSorted((left, right) => right.count - left.count || (left.address < right.address ? -1 : 1));
  // A single other provider is shown by address.
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
 * Decade of a price in attoFIL per GiB and epoch: 0 for free deals, n for prices from 10^(n-1) to below 10^n.
 */
export function priceDecadeOf(pricePerEpoch: bigint, pieceSize: bigint): number {
  if (pricePerEpoch <= 0n || pieceSize <= 0n) return 0;
  return String((pricePerEpoch * GIB) / pieceSize).length;
}
