import type { HeadState, Reorg, StripEntry } from '../../../shared/ipc/schemas/chain.ts';

/** The width of one epoch on the strip. */
const PITCH_PX = 30;
const MAX_BLOCKS_DRAWN = 9;
/** Half the width of a reorg mark with its gap, and the width of its text. */
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
  /** Whether the epoch is labelled below the axis. */
  readonly hasLabel: boolean;
}

export interface StripLayout {
  readonly columns: readonly StripColumn[];
  /** Right edge of the final part; undefined if nothing on the strip is final. */
  readonly finalEdgePx: number | undefined;
  /** Newest first, at most one per column. */
  readonly reorgs: readonly { readonly reorg: Reorg; readonly centrePx: number; readonly isUnderHead: boolean }[];
  /** Position of the newest reorg's text, beyond the marks of older ones it would overlap, and the number of marks it stands beside. */
  readonly reorgWords: { readonly xPx: number; readonly anchor: 'start' | 'end'; readonly markCount: number } | undefined;
}

/** Lay out the newest epochs from the right edge, as many as fit. */
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
      blocks: entry.blocks.slice(0, MAX_BLOCKS_DRAWN).map(({ cid, miner }) => ({ cid, isOwn: ownMiners.has(miner) })),
      hiddenCount: Math.max(0, entry.blocks.length - MAX_BLOCKS_DRAWN),
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

/** Left of the marks, else right of the newest one; undefined if neither side has room (the mark's accessible name has the text). */
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

/** Count the blocks on one side of a reorg. */
export function countBlocks(tipsets: readonly { readonly blockCount: number }[]): number {
  return tipsets.reduce((sum, tipset) => sum + tipset.blockCount, 0);
}
