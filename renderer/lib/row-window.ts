/** Rows rendered above and below the visible ones. */
const OVERSCAN_ROWS = 12;
/** Chromium limits the height of an element to 33,554,432 px. Lists that would be higher than this scroll at a scale. */
export const MAX_CONTENT_PX = 16_000_000;

export interface RowWindowPlace {
  readonly count: number;
  readonly rowHeightPx: number;
  /** Visible height. */
  readonly viewPx: number;
  readonly scrollTopPx: number;
}

export interface RowWindow {
  readonly firstIndex: number;
  /** Index after the last rendered row. */
  readonly endIndex: number;
  /** Heights of the spacers above and below the rendered rows. */
  readonly abovePx: number;
  readonly belowPx: number;
  /** Whether it is scrolled by less than one row. */
  readonly isAtTop: boolean;
}

/** Rows to render at a scroll position, for rows of equal height. */
export function rowWindowAt(place: RowWindowPlace): RowWindow {
  const { count, rowHeightPx, viewPx } = place;
  const contentPx = Math.min(count * rowHeightPx, MAX_CONTENT_PX);
  const scrollTopPx = Math.min(Math.max(0, place.scrollTopPx), Math.max(0, contentPx - viewPx));
  const topPx = scrollTopPx * scaleOf(place);
  const firstIndex = Math.max(0, Math.floor(topPx / rowHeightPx) - OVERSCAN_ROWS);
  const endIndex = Math.min(count, Math.ceil((topPx + viewPx) / rowHeightPx) + OVERSCAN_ROWS);
  const abovePx = Math.max(0, scrollTopPx - (topPx - firstIndex * rowHeightPx));
  const belowPx = Math.max(0, contentPx - abovePx - (endIndex - firstIndex) * rowHeightPx);
  return { firstIndex, endIndex, abovePx, belowPx, isAtTop: topPx < rowHeightPx };
}

/** The nearest scroll position at which a row is visible. */
export function scrollTopFor(index: number, place: RowWindowPlace): number {
  const { rowHeightPx, viewPx, scrollTopPx } = place;
  const scale = scaleOf(place);
  const topPx = scrollTopPx * scale;
  const rowTopPx = index * rowHeightPx;
  if (rowTopPx < topPx) return rowTopPx / scale;
  if (rowTopPx + rowHeightPx > topPx + viewPx) return (rowTopPx + rowHeightPx - viewPx) / scale;
  return scrollTopPx;
}

/** Pixels of rows per pixel of scrolling. */
function scaleOf({ count, rowHeightPx, viewPx }: RowWindowPlace): number {
  const contentPx = count * rowHeightPx;
  return contentPx <= MAX_CONTENT_PX ? 1 : (contentPx - viewPx) / (MAX_CONTENT_PX - viewPx);
}
