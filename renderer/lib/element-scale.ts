/**
 * Window pixels per element pixel, as set by the display size. `getBoundingClientRect` and pointer events use window pixels; widths, scroll
 * positions and styles use element pixels.
 */
export function elementScale(element: Element): number {
  return element instanceof HTMLElement && element.offsetWidth > 0 ? element.getBoundingClientRect().width / element.offsetWidth : 1;
}
