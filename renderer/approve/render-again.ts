import { createContext, useContext, useEffect } from 'react';

/** Renders the whole document once more. */
export const RenderAgain = createContext<() => void>(() => undefined);

/**
 * Has the document rendered a second time when a page begins. React keeps the state of the render before, to build the next one in,
 * so that a passphrase or phrase of the page before would stay in memory for as long as nothing else changes.
 */
export function useRenderAgain(): void {
  const renderAgain = useContext(RenderAgain);
  useEffect(renderAgain, [renderAgain]);
}
