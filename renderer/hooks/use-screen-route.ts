import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';

export type GoOnScreen<A> = (change: Partial<A>, options?: { readonly replace: boolean }) => void;

/**
 * What a screen shows, as its route names it, and the way to show something else. Who has left the screen is not brought back by what
 * was still under way.
 *
 * @param read from the part `:id` of the path and the query; both functions are the same ones at every drawing
 * @param write path and query of a route, from the query as it stands
 */
export function useScreenRoute<A extends object>(
  read: (id: string | undefined, search: string) => A,
  write: (route: A, search: string) => string,
): readonly [A, GoOnScreen<A>] {
  const { id } = useParams();
  const search = useSearch();
  const [, navigate] = useLocation();
  const route = useMemo(() => read(id, search), [read, id, search]);
  const latest = useRef({ route, search });
  latest.current = { route, search };
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const go = useCallback<GoOnScreen<A>>(
    (change, options) => {
      if (!isHere.current) return;
      // Two changes before the next drawing add up.
      latest.current.route = { ...latest.current.route, ...change };
      navigate(write(latest.current.route, latest.current.search), options);
    },
    [navigate, write],
  );
  return [route, go];
}
