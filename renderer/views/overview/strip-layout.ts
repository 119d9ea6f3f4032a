import type { HeadState, Reorg, StripEntry } from '../../../shared/ipc/schemas/chain.ts';

/** The width of one epoch on the strip. */
export const PITCH_PX = 30;
const MOST_BLOCKS_DRAWN = 9;
/** Half of a mark of a reorg with the gap beside it, and the room that its words need. */
const MARK_PX = 18;
const REORG_WORDS_PX = 300;

export interface StripColumn {
  readonly entry: StripEntry;
  /** Left edge and centre of the column. */
  readonly leftPx: number;
  readonly centrePx: number;
  readonly isHead: boolean;
  readonly blocks: readonly { readonly cid: string; readonly isOwn: boolean }[];
  /** Blocks beyond what the height allows. */
  readonly hiddenCount: number;
  /** Whether the epoch is written under the line. */
  readonly hasLabel: boolean;
}

export interface StripLayout {
  readonly columns: readonly StripColumn[];
  /** The right edge of what is final; undefined where nothing on the strip is. */
  readonly finalEdgePx: number | undefined;
  /** The newest first, at most one under a column. */
  readonly reorgs: readonly { readonly reorg: Reorg; readonly centrePx: number; readonly isUnderHead: boolean }[];
  /** Where the words of the newest reorg stand, past the marks of older ones that would be in their way: so many marks they stand beside. */
  readonly reorgWords: { readonly xPx: number; readonly anchor: 'start' | 'end'; readonly markCount: number } | undefined;
}

/** Places the newest epochs at the right edge, as many as the width holds. */
export function layOutStrip(head: HeadState, widthPx: number, ownMiners: ReadonlySet<string>): StripLayout {
  const room = Math.max(1, Math.floor(widthPx / PITCH_PX));
  const entries = head.strip.slice(-Math.min(room, 40));
  const pitchPx = entries.length >= 40 ? widthPx / entries.length : PITCH_PX;
  const startPx = widthPx - entries.length * pitchPx;
  const lastHeight = entries.at(-1)?.height ?? 0;
  const columns = entries.map((entry, index): StripColumn => {
    const leftPx = startPx + index * pitchPx;
    const isHead = index === entries.length - 1;
    return {
      entry,
      leftPx,
      centrePx: Math.round(leftPx + pitchPx / 2) + 0.5,
      isHead,
      blocks: entry.blocks.slice(0, MOST_BLOCKS_DRAWN).map(({ cid, miner }) => ({ cid, isOwn: ownMiners.has(miner) })),
      hiddenCount: Math.max(0, entry.blocks.length - MOST_BLOCKS_DRAWN),
      // The head's own label needs the room beside it.
      hasLabel: entry.height % 5 === 0 && (lastHeight - entry.height) * pitchPx > 76 && leftPx > 18,
    };
  });
  const reorgs = placeReorgs(head.reorgs, columns);
  return { columns, finalEdgePx: finalEdge(head, columns, pitchPx), reorgs, reorgWords: placeWords(reorgs, widthPx) };
}

function finalEdge(head: HeadState, columns: readonly StripColumn[], pitchPx: number): number | undefined {
  const height = head.finalized?.height;
  const [first] = columns;
  if (height === undefined || first === undefined || height < first.entry.height) return undefined;
  const last = columns.findLast((column) => column.entry.height <= height);
  return last === undefined ? undefined : Math.round(last.leftPx + pitchPx) + 0.5;
}

function placeReorgs(reorgs: readonly Reorg[], columns: readonly StripColumn[]): StripLayout['reorgs'] {
  const placed = new Map<number, StripLayout['reorgs'][number]>();
  for (const reorg of reorgs.toSorted((left, right) => right.seenAtMs - left.seenAtMs)) {
    const height = reorg.reverted.reduce((least, tipset) => Math.min(least, tipset.height), Number.POSITIVE_INFINITY);
    const column = columns.find(({ entry }) => entry.height === height);
    if (column === undefined || placed.has(column.centrePx)) continue;
    placed.set(column.centrePx, { reorg, centrePx: column.centrePx, isUnderHead: column.isHead });
  }
  return [...placed.values()];
}

/** Left of the marks, else right of the newest; nowhere where both sides are too narrow: the mark itself says it too. */
function placeWords(reorgs: StripLayout['reorgs'], widthPx: number): StripLayout['reorgWords'] {
  const [newest] = reorgs;
  if (newest === undefined) return undefined;
  let xPx = newest.centrePx - MARK_PX;
  let markCount = 1;
  for (const { centrePx } of reorgs.toSorted((left, right) => right.centrePx - left.centrePx)) {
    if (centrePx >= newest.centrePx || centrePx < xPx - REORG_WORDS_PX) continue;
    xPx = centrePx - MARK_PX;
    markCount += 1;
  }
  if (xPx >= REORG_WORDS_PX) return { xPx, anchor: 'end', markCount };
  const rightPx = newest.centrePx + MARK_PX;
  return rightPx + REORG_WORDS_PX <= widthPx ? { xPx: rightPx, anchor: 'start', markCount: 1 } : undefined;
}

/** How many blocks of a side of a reorg there were. */
export function countBlocks(tipsets: readonly { readonly blockCount: number }[]): number {
  return tipsets.reduce((sum, tipset) => sum + tipset.blockCount, 0);
}
