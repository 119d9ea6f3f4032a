import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useParams } from 'wouter';

/**
 * What is selected on a screen, kept in the route so that back works: `/sealing/17`.
 * `select(undefined)` goes back to the screen itself. Who has left the screen is not brought back by what was still under way on it.
 */
export function useSelection(screenPath: string): readonly [string | undefined, (id: string | undefined) => void] {
  const { id } = useParams();
  const [, navigate] = useLocation();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const select = useCallback(
    (next: string | undefined) => {
      if (isHere.current) navigate(next === undefined ? screenPath : `${screenPath}/${encodeURIComponent(next)}`);
    },
    [navigate, screenPath],
  );
  return [id, select];
}
