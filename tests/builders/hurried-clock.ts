import type { Clock } from '../../electron/platform/ports.ts';
import { systemClock } from '../../electron/platform/system-clock.ts';

/** A real clock with shortened waits, for code that waits for seconds between attempts. */
export function hurriedClock(times: number): Clock {
  const startMs = systemClock.nowMs();
  const startMonotonicMs = systemClock.monotonicMs();
  return {
    nowMs: () => startMs + (systemClock.nowMs() - startMs) * times,
    monotonicMs: () => startMonotonicMs + (systemClock.monotonicMs() - startMonotonicMs) * times,
    sleep: (delayMs, signal) => systemClock.sleep(delayMs / times, signal),
    after: (delayMs, run) => systemClock.after(delayMs / times, run),
  };
}
