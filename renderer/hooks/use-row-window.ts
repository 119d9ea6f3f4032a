import { type RefObject, useCallback, useEffect, useState } from 'react';
import { MAX_CONTENT_PX, type RowWindow, rowWindowAt, scrollTopFor } from '../lib/row-window.ts';

/** The head of a table stays on top of the rows that scroll below it; the token `--row-head`. */
const HEAD_PX = 28;

interface Scrolled {
  readonly scrollTopPx: number;
  readonly viewPx: number;
}

/** Which rows of a long list can be seen in an element that scrolls; drawn again when other rows come into view. */
export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeightPx: number,
): readonly [RowWindow, (index: number) => void] {
  const [scrolled, setScrolled] = useState<Scrolled>({ scrollTopPx: 0, viewPx: 0 });

  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => {
      const viewPx = Math.max(0, element.clientHeight - HEAD_PX);
      const { scrollTop: scrollTopPx } = element;
      setScrolled((before) => {
        const isSame = before.viewPx === viewPx && drawnRows(before.scrollTopPx) === drawnRows(scrollTopPx);
        return isSame ? before : { scrollTopPx, viewPx };
      });
    };
    // A list that is scaled moves by less than a row; all others need no drawing until another row appears.
    const drawnRows = (topPx: number): number => (count * rowHeightPx > MAX_CONTENT_PX ? topPx : Math.floor(topPx / rowHeightPx));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller, count, rowHeightPx]);

  const scrollToRow = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (element === null) return;
      const viewPx = Math.max(0, element.clientHeight - HEAD_PX);
      element.scrollTop = scrollTopFor(index, { count, rowHeightPx, viewPx, scrollTopPx: element.scrollTop });
    },
    [scroller, count, rowHeightPx],
  );
  return [rowWindowAt({ count, rowHeightPx, ...scrolled }), scrollToRow];
}
