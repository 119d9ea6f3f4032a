import { useCallback, useEffect, useRef, useState } from 'react';

export interface HeldList {
  /** Calls recorded later are left out; undefined while the list follows. */
  readonly untilId: number | undefined;
  /** Grows each time the newest are shown again. */
  readonly rewindCount: number;
  hold(untilId: number): void;
  follow(): void;
}

/**
 * Whether the list stands still. It follows the newest calls until a call is selected or the list is scrolled, and again from the
 * moment on which that is asked for. `newest` names the newest call that is shown; it is asked after drawing.
 */
export function useHeldList(selected: string | undefined, isAtTop: boolean, newest: () => number): HeldList {
  const [untilId, setUntilId] = useState<number | undefined>(undefined);
  const [rewindCount, setRewindCount] = useState(0);
  const latestNewest = useRef(newest);
  latestNewest.current = newest;

  useEffect(() => {
    if (selected !== undefined) setUntilId((before) => before ?? latestNewest.current());
  }, [selected]);
  useEffect(() => {
    // Coming back to the top is no reason to stand still: it is what following does, with the old rows still there.
    if (!isAtTop) setUntilId((before) => before ?? latestNewest.current());
  }, [isAtTop]);
  useEffect(() => {
    if (selected === undefined && isAtTop) setUntilId(undefined);
  }, [selected, isAtTop]);

  const hold = useCallback((next: number) => setUntilId(next), []);
  const follow = useCallback(() => {
    setUntilId(undefined);
    setRewindCount((count) => count + 1);
  }, []);
  return { untilId, rewindCount, hold, follow };
}
