import { useSyncExternalStore } from 'react';

/** The same width at which the style sheets drop what the page repeats. */
const NARROW_PX = 1180;

function subscribe(listener: () => void): () => void {
  const observer = new ResizeObserver(listener);
  observer.observe(document.body);
  return () => observer.disconnect();
}

/** Whether the page is narrow, at the size that is set. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => document.body.clientWidth <= NARROW_PX);
}
