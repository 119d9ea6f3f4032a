/** Base fees to draw over a span, from the local history and the strip. Pure. */
import type { Overview } from '../../../shared/ipc/schemas/chain.ts';
import type { SeriesPoint } from '../../../shared/ipc/schemas/history.ts';

export const FEE_SPANS = {
  hour: { epochs: 120, label: '1 h', words: 'last hour' },
  day: { epochs: 2880, label: '24 h', words: 'last 24 hours' },
  week: { epochs: 20_160, label: '7 d', words: 'last 7 days' },
} as const;
export type FeeSpan = keyof typeof FEE_SPANS;

export interface FeePoint {
  readonly height: number;
  readonly timeMs: number;
  /** attoFIL. */
  readonly fee: bigint;
}

/** Points further apart than this have a gap between them. Samples of a span are a sixtieth of it apart. */
function gapEpochs(span: FeeSpan): number {
  return Math.max(25, Math.ceil((FEE_SPANS[span].epochs / 60) * 2.5));
}

/**
 * Oldest first; `undefined` marks a gap.
 *
 * @param kept from the local history
 * @param live from the strip; its last point ends the span
 */
export function feePoints(kept: readonly SeriesPoint[], live: Overview['baseFees'], span: FeeSpan): readonly (FeePoint | undefined)[] {
  const until = live.at(-1)?.height ?? kept.at(-1)?.height ?? 0;
  const from = until - FEE_SPANS[span].epochs;
  const byHeight = new Map<number, FeePoint>();
  for (const { height, timeMs, value } of kept) byHeight.set(height, { height, timeMs, fee: BigInt(value) });
  for (const { height, timeMs, baseFee } of live) byHeight.set(height, { height, timeMs, fee: BigInt(baseFee) });
  const points = [...byHeight.values()]
    .filter(({ height }) => height >= from && height <= until)
    .sort((left, right) => left.height - right.height);
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    return before !== undefined && point.height - before.height > gapEpochs(span) ? [undefined, point] : [point];
  });
}

/** Epochs of a span before the first point or in gaps. */
export function unseenFeeEpochs(points: readonly (FeePoint | undefined)[], span: FeeSpan): number {
  const known = points.filter((point) => point !== undefined);
  const [first] = known;
  const last = known.at(-1);
  if (first === undefined || last === undefined) return FEE_SPANS[span].epochs;
  // A chain younger than the span has nothing before its first epoch.
  let unseen = Math.max(0, first.height - Math.max(1, last.height - FEE_SPANS[span].epochs));
  for (const [index, point] of known.entries()) {
    const step = point.height - (known[index - 1]?.height ?? point.height);
    if (step > gapEpochs(span)) unseen += step;
  }
  return unseen;
}
