import { useCallback } from 'react';
import { useLocation, useParams } from 'wouter';

/**
 * What is selected on a screen, kept in the route so that back works: `/sealing/17`.
 * `select(undefined)` goes back to the screen itself.
 */
export function useSelection(screenPath: string): readonly [string | undefined, (id: string | undefined) => void] {
  const { id } = useParams();
  const [, navigate] = useLocation();
  const select = useCallback(
    (next: string | undefined) => navigate(next === undefined ? screenPath : `${screenPath}/${encodeURIComponent(next)}`),
    [navigate, screenPath],
  );
  return [id, select];
}
