import { useEffect, useRef } from 'react';

/** Calls back whenever this window is hidden: minimised, behind another tab, or closed. */
export function useHidden(onHidden: () => void): void {
  const latest = useRef(onHidden);
  useEffect(() => {
    latest.current = onHidden;
  }, [onHidden]);
  useEffect(() => {
    function look(): void {
      if (document.visibilityState === 'hidden') latest.current();
    }
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}
