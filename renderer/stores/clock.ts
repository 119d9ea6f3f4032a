/** The page's one clock: everything that shows an age or a countdown ticks with it, at the full second. */
import { createStore } from 'zustand/vanilla';

export const clock = createStore<{ readonly nowMs: number }>(() => ({ nowMs: Date.now() }));

let watcherCount = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function tick(): void {
  const nowMs = Date.now();
  clock.setState({ nowMs });
  timer = setTimeout(tick, 1000 - (nowMs % 1000));
}

/** Runs while somebody looks at it. */
export function watchClock(listener: () => void): () => void {
  const stop = clock.subscribe(listener);
  watcherCount += 1;
  if (watcherCount === 1) tick();
  return () => {
    stop();
    watcherCount -= 1;
    if (watcherCount === 0) clearTimeout(timer);
  };
}
