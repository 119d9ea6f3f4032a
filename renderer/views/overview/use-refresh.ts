import { useEffect, useRef } from 'react';

/** Refresh when `trigger` changes, and every `everyMs` if given. */
export function useRefresh(refresh: () => void, trigger: number, everyMs?: number): void {
  const latest = useRef(refresh);
  const before = useRef(trigger);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    if (before.current === trigger) return;
    before.current = trigger;
    latest.current();
  }, [trigger]);
  useEffect(() => {
    if (everyMs === undefined) return;
    const timer = setInterval(() => latest.current(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
