import { useEffect, useState } from 'react';

/** Since when this document has been visible and focused without a break, in ms since 1970; undefined while it is not. */
export function useInFrontSince(): number | undefined {
  const [sinceMs, setSinceMs] = useState<number | undefined>(undefined);
  useEffect(() => {
    function refresh(): void {
      const isInFront = document.visibilityState === 'visible' && document.hasFocus();
      setSinceMs((previous) => (isInFront ? (previous ?? Date.now()) : undefined));
    }
    // A focus event always starts the count again, even where no blur was seen before it.
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
