import { useSyncExternalStore } from 'react';
import { clock, watchClock } from '../stores/clock.ts';

/** The time of the page's one clock, to the second. */
export function useNow(): number {
  return useSyncExternalStore(watchClock, () => clock.getState().nowMs);
}
