/** As a `ref`: focuses the element on mount. */
export function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
