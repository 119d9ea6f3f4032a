import { useSyncExternalStore } from 'react';

const DENSE_PX = 28;
const ROOMY_PX = 32;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density'] });
  return () => observer.disconnect();
}

/** The height of a table's row at the density that is shown; the same figures as the tokens `--row-dense` and `--row-roomy`, border included. */
export function useRowHeight(): number {
  return useSyncExternalStore(subscribe, () => (document.documentElement.dataset.density === 'roomy' ? ROOMY_PX : DENSE_PX));
}
