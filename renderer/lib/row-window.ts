/** Rows are not drawn beyond what can be seen and this many on either side. */
const OVERSCAN_ROWS = 12;
/** Chromium ends an element's height at 33,554,432 px; a list that would be higher than this scrolls faster than it looks. */
export const MOST_CONTENT_PX = 16_000_000;

export interface RowWindowPlace {
  readonly count: number;
  readonly rowHeightPx: number;
  /** Height in which rows can be seen. */
  readonly viewPx: number;
  readonly scrollTopPx: number;
}

export interface RowWindow {
  readonly firstIndex: number;
  /** Behind the last row that is drawn. */
  readonly endIndex: number;
  /** Heights of what stands for the rows above and below. */
  readonly abovePx: number;
  readonly belowPx: number;
  /** Not scrolled by as much as one row. */
  readonly isAtTop: boolean;
}

/** Which of many rows of one height are drawn at a scroll position. */
export function rowWindowAt(place: RowWindowPlace): RowWindow {
  const { count, rowHeightPx, viewPx } = place;
  const contentPx = Math.min(count * rowHeightPx, MOST_CONTENT_PX);
  const scrollTopPx = Math.min(Math.max(0, place.scrollTopPx), Math.max(0, contentPx - viewPx));
  const topPx = scrollTopPx * scaleOf(place);
  const firstIndex = Math.max(0, Math.floor(topPx / rowHeightPx) - OVERSCAN_ROWS);
  const endIndex = Math.min(count, Math.ceil((topPx + viewPx) / rowHeightPx) + OVERSCAN_ROWS);
  const abovePx = Math.max(0, scrollTopPx - (topPx - firstIndex * rowHeightPx));
  const belowPx = Math.max(0, contentPx - abovePx - (endIndex - firstIndex) * rowHeightPx);
  return { firstIndex, endIndex, abovePx, belowPx, isAtTop: topPx < rowHeightPx };
}

/** The scroll position from which a row can be seen, as near to the present one as possible. */
export function scrollTopFor(index: number, place: RowWindowPlace): number {
  const { rowHeightPx, viewPx, scrollTopPx } = place;
  const scale = scaleOf(place);
  const topPx = scrollTopPx * scale;
  const rowTopPx = index * rowHeightPx;
  if (rowTopPx < topPx) return rowTopPx / scale;
  if (rowTopPx + rowHeightPx > topPx + viewPx) return (rowTopPx + rowHeightPx - viewPx) / scale;
  return scrollTopPx;
}

/** Pixels of rows to a pixel of scrolling. */
function scaleOf({ count, rowHeightPx, viewPx }: RowWindowPlace): number {
  const contentPx = count * rowHeightPx;
  return contentPx <= MOST_CONTENT_PX ? 1 : (contentPx - viewPx) / (MOST_CONTENT_PX - viewPx);
}
