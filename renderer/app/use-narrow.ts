import { useSyncExternalStore } from 'react';

/** The same width at which the style sheets drop what the page repeats. */
const NARROW = '(max-width: 1180px)';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(NARROW);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(NARROW).matches);
}
