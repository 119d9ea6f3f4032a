/**
 * Pixels of the window to a pixel of an element's own: what the size that is set makes of it. `getBoundingClientRect` and pointers count
 * the former; widths, scroll positions and styles the latter.
 */
export function elementScale(element: Element): number {
  return element instanceof HTMLElement && element.offsetWidth > 0 ? element.getBoundingClientRect().width / element.offsetWidth : 1;
}
