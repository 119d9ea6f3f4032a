import { useSyncExternalStore } from 'react';
import { type ClockName, onShownClock, shownClock } from '../lib/shown-time.ts';

/** Whose clock is shown. */
export function useShownClock(): ClockName {
  return useSyncExternalStore(onShownClock, shownClock);
}
