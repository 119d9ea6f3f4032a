import { useSyncExternalStore } from 'react';
import { type ClockName, shownClock } from '../lib/shown-time.ts';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-clock'] });
  return () => observer.disconnect();
}

/** Whose clock is shown. */
export function useShownClock(): ClockName {
  return useSyncExternalStore(subscribe, shownClock);
}
