import { useEffect, useSyncExternalStore } from 'react';
import { useTopic } from '../hooks/use-topic.ts';
import { setShownClock } from '../lib/shown-time.ts';

const LIGHT = '(prefers-color-scheme: light)';

function subscribeToSystem(listener: () => void): () => void {
  const media = window.matchMedia(LIGHT);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Puts theme, density and size on the document, sets the clock and returns the theme that is shown. */
export function useAppliedSettings(): 'dark' | 'light' {
  const chosen = useTopic('settings.changed', (settings) => settings?.theme ?? 'system');
  const density = useTopic('settings.changed', (settings) => settings?.density ?? 'dense');
  const isSystemLight = useSyncExternalStore(subscribeToSystem, () => window.matchMedia(LIGHT).matches);
  const theme = chosen === 'system' ? (isSystemLight ? 'light' : 'dark') : chosen;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  const zoomPercent = useTopic('settings.changed', (settings) => settings?.zoomPercent ?? 100);
  useEffect(() => {
    document.documentElement.style.setProperty('--zoom', String(zoomPercent / 100));
  }, [zoomPercent]);
  const clock = useTopic('settings.changed', (settings) => settings?.clock ?? 'local');
  useEffect(() => {
    setShownClock(clock);
  }, [clock]);
  return theme;
}
