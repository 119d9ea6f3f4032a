import { createStore } from 'zustand/vanilla';

interface ShownTipset {
  readonly height: number | undefined;
  readonly isPinned: boolean;
}

const NONE: ShownTipset = { height: undefined, isPinned: false };

/** The tipset that the screen which is shown is read at, as its head says it; undefined where it is read at none. */
export const shownTipset = createStore<ShownTipset>(() => NONE);

/** Says what a screen shows; returns the way to take it back. */
export function showTipset(height: number, isPinned: boolean): () => void {
  const said = { height, isPinned };
  shownTipset.setState(said, true);
  return () => {
    // The next screen may have spoken already.
    if (shownTipset.getState() === said) shownTipset.setState(NONE, true);
  };
}
