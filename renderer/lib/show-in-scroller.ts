import { elementScale } from './element-scale.ts';

/**
 * Brings an element into sight by moving the nearest thing that scrolls, and nothing else: `scrollIntoView` also moves what is cut off on
 * purpose, such as the frame of the app.
 */
export function showInScroller(element: Element, place: 'center' | 'nearest'): void {
  const scroller = scrollerOf(element);
  if (scroller === undefined) return;
  const outer = scroller.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  const scale = elementScale(scroller);
  if (place === 'center') scroller.scrollTop += (inner.top - outer.top - (outer.height - inner.height) / 2) / scale;
  else if (inner.top < outer.top) scroller.scrollTop += (inner.top - outer.top) / scale;
  else if (inner.bottom > outer.bottom) scroller.scrollTop += (inner.bottom - outer.bottom) / scale;
}

function scrollerOf(element: Element): Element | undefined {
  for (let parent = element.parentElement; parent !== null; parent = parent.parentElement) {
    if (/^(?:auto|scroll)$/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return undefined;
}
