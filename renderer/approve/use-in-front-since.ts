import { useEffect, useState } from 'react';

/** Start of the current period of visibility and focus, in ms since 1970; undefined if the document is not in front. */
export function useInFrontSince(): number | undefined {
  const [sinceMs, setSinceMs] = useState<number | undefined>(undefined);
  useEffect(() => {
    function refresh(): void {
      const isInFront = document.visibilityState === 'visible' && document.hasFocus();
      setSinceMs((previous) => (isInFront ? (previous ?? Date.now()) : undefined));
    }
    // A focus event always restarts the period, even without a blur before it.
    function restart(): void {
      setSinceMs(document.visibilityState === 'visible' ? Date.now() : undefined);
    }
    refresh();
    window.addEventListener('focus', restart);
    window.addEventListener('blur', refresh);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      window.removeEventListener('focus', restart);
      window.removeEventListener('blur', refresh);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, []);
  return sinceMs;
}
